import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CallError } from '#client/http.ts'
import type { ConfirmedCheckout, PublicCheckout } from '#client/types.ts'
import { t } from '#web/parts/checkouts/page/messages.ts'
import { Offer } from '#web/parts/checkouts/page/offer.tsx'
import { PayForm } from '#web/parts/checkouts/page/pay-form.tsx'
import { useAccent } from '#web/parts/checkouts/page/use-accent.ts'
import { CheckoutFrame } from '#web/shell/checkout-frame.tsx'
import { Choices } from './choices.tsx'
import { isFramed } from './is-framed.ts'
import { Loading } from './loading.tsx'
import { actionOf, isBlocked, useCheckout, useExpiry } from './session.ts'

// Loaded while the buyer fills in the form.
const loadOutcome = () => import('./outcome.tsx')
const Outcome = lazy(loadOutcome)
const ParentLink = lazy(() => import('./parent-link.tsx'))
// Loaded for what renews.
const Terms = lazy(() => import('./subscriptions/terms.tsx'))

/** The last checkout, and the message about the previous attempt. */
interface PageState {
  readonly checkout: PublicCheckout | null
  readonly message: string | null
}

/** The message when a checkout is open (again): why the previous attempt failed. */
function messageOf(before: PageState, checkout: PublicCheckout): string | null {
  if (checkout.status !== 'open') return null
  if (before.checkout === null) return checkout.lastPaymentError === null ? null : t('declined')
  if (before.checkout.status !== 'confirmed') return before.message
  return actionOf(before.checkout) === null ? t('declined') : t('refused')
}

/** The page of one checkout, by its status: open, waiting, paid or ended. */
export function CheckoutPage({ secret }: { secret: string }) {
  const { checkout, error, load, put } = useCheckout(secret)
  const [state, setState] = useState<PageState>({ checkout: null, message: null })
  const portalToken = useRef<string | null>(null)
  useExpiry(checkout, load)
  // Set during the render, so that a form that is mounted again has the message from its first render.
  if (checkout !== null && checkout !== state.checkout) setState({ checkout, message: messageOf(state, checkout) })
  const change = (changed: PublicCheckout | ConfirmedCheckout) => {
    if ('customerSessionToken' in changed) portalToken.current = changed.customerSessionToken
    put(changed)
  }
  useEffect(() => void loadOutcome(), [])
  useAccent(checkout?.organization.accentColor ?? null)
  useEffect(() => {
    if (checkout !== null) document.title = `${checkout.product.name} · ${checkout.organization.name}`
  }, [checkout])

  return (
    <>
      {isFramed && checkout !== null && (
        <Suspense fallback={null}>
          <ParentLink checkout={checkout} portalToken={portalToken.current} />
        </Suspense>
      )}
      <View change={change} error={error} load={load} portalToken={portalToken.current} state={{ checkout, message: state.message }} />
    </>
  )
}

/** The content of the page for a checkout. */
function View(props: {
  state: PageState
  error: CallError | null
  portalToken: string | null
  load: () => Promise<void>
  change: (checkout: PublicCheckout) => void
}) {
  const { state, error, load, portalToken, change } = props
  const { checkout, message } = state
  if (checkout === null && error === null) return <Loading />
  if (checkout === null || checkout.status !== 'open' || isBlocked(checkout) || error?.status === 410) {
    return (
      <Suspense fallback={<Loading />}>
        <Outcome checkout={checkout} error={error} onReload={load} portalToken={portalToken} />
      </Suspense>
    )
  }
  const terms = (place: 'offer' | 'form') =>
    checkout.renewals.length > 0 && (
      <Suspense fallback={null}>
        <Terms checkout={checkout} place={place} />
      </Suspense>
    )
  return (
    <CheckoutFrame
      foot={t('soldBy', { merchant: checkout.organization.name })}
      offer={<Offer checkout={checkout} choices={<Choices checkout={checkout} onChanged={change} />} terms={terms('offer')} />}
    >
      <PayForm checkout={checkout} onChanged={change} onClosed={load} message={message} note={terms('form')} />
    </CheckoutFrame>
  )
}
