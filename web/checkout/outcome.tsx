import { lazy, Suspense, useEffect } from 'react'
import type { CallError } from '#client/http.ts'
import type { PublicCheckout } from '#client/types.ts'
import { Confirmation } from './confirmation.tsx'
import { destinationOf } from './destination.ts'
import { isFramed } from './is-framed.ts'
import { ActionNotice, BlockedNotice, EndedNotice, ErrorNotice, ProcessingNotice } from './notices.tsx'
import { actionOf, isBlocked } from './session.ts'
import { useWatch } from './use-watch.ts'

// Loaded for live organizations only.
const BankNotice = lazy(() => import('./bank-notice.tsx'))

/** After the payment, goes to the page that follows it, or names the confirmation in the URL. In a frame the page around it decides. */
function useDestination(checkout: PublicCheckout | null, portalToken: string | null): void {
  useEffect(() => {
    if (checkout?.status !== 'succeeded' || isFramed) return
    const target = destinationOf(checkout, portalToken)
    const isHere = target.origin === location.origin && target.pathname.startsWith(`/checkout/${checkout.clientSecret}`)
    if (isHere) history.replaceState(null, '', target)
    else location.assign(target)
  }, [checkout, portalToken])
}

/** Every state but the open form: waiting, paid, ended, blocked, or an error. `onReload` reloads the checkout. */
export default function Outcome(props: {
  checkout: PublicCheckout | null
  error: CallError | null
  /** The customer session, which only the answer to the confirmation contains. */
  portalToken: string | null
  onReload: () => Promise<void>
}) {
  const { checkout, error, onReload } = props
  useWatch(checkout, onReload)
  useDestination(checkout, props.portalToken)
  if (error !== null && (checkout === null || error.status === 410)) {
    return <ErrorNotice checkout={checkout ?? undefined} error={error} onRetry={() => void onReload()} />
  }
  if (checkout?.status === 'succeeded') return <Confirmation checkout={checkout} />
  if (checkout?.status === 'expired' || checkout?.status === 'failed') return <EndedNotice checkout={checkout} kind={checkout.status} />
  if (checkout?.status === 'open' && isBlocked(checkout)) return <BlockedNotice checkout={checkout} />
  if (checkout?.status !== 'confirmed') return null
  const action = actionOf(checkout)
  if (action === null) return <ProcessingNotice checkout={checkout} key="processing" />
  const Action = checkout.organization.mode === 'live' ? BankNotice : ActionNotice
  return (
    <Suspense>
      <Action checkout={checkout} key={action} onAnswered={onReload} secret={action} />
    </Suspense>
  )
}
