import { useEffect, useRef, useState } from 'react'
import type { ConfirmedCheckout, PublicCheckout } from '#client/checkout-types.ts'
import { CheckoutFrame } from '#web/shell/checkout-frame.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Skeleton, Skeletons } from '#web/ui/showing/skeleton.tsx'
import { Confirmation } from './confirmation.tsx'
import { ActionNotice, ErrorNotice, OverNotice, ProcessingNotice } from './notices.tsx'
import { Offer } from './offer.tsx'
import { PayForm } from './pay-form.tsx'
import { actionOf, useCheckout, useExpiry, useWatch } from './session.ts'
import { say } from './words.ts'

/** Where a buyer goes who has paid: the merchant's page, with a token for the customer's portal, or the confirmation here. */
function destinationOf(checkout: PublicCheckout, portalToken: string | null): URL {
  const url = new URL(checkout.successUrl, location.href)
  if (url.origin !== location.origin && portalToken !== null) url.searchParams.set('customer_session_token', portalToken)
  return url
}

function Loading() {
  const { say: sayUi } = useLanguage()
  return (
    <div className="mx-auto w-400 max-w-full px-16 pt-48">
      <Skeletons label={sayUi('loading')}>
        <div className="grid gap-24">
          <Skeleton className="w-160" />
          <Skeleton className="w-240" tall />
          <Skeleton />
          <Skeleton className="w-200" />
        </div>
      </Skeletons>
    </div>
  )
}

/** What is known, and what is left to say of the attempt before. */
interface Seen {
  readonly checkout: PublicCheckout | null
  readonly told: string | null
}

/** What to say once a checkout is open (again): why the attempt before did not go through. */
function toldOf(before: Seen, checkout: PublicCheckout): string | null {
  if (checkout.status !== 'open') return null
  if (before.checkout === null) return checkout.lastPaymentError === null ? null : say('declined')
  if (before.checkout.status !== 'confirmed') return before.told
  return actionOf(before.checkout) === null ? say('declined') : say('refused')
}

/** The page of one checkout, by what it is: to be paid, waiting, paid, or over. */
export function CheckoutPage({ secret }: { secret: string }) {
  const { checkout, error, load, put } = useCheckout(secret)
  const [seen, setSeen] = useState<Seen>({ checkout: null, told: null })
  const portalToken = useRef<string | null>(null)
  useWatch(checkout, load)
  useExpiry(checkout, load)
  // While drawing, so that the form that comes back knows it from its first moment.
  if (checkout !== null && checkout !== seen.checkout) setSeen({ checkout, told: toldOf(seen, checkout) })
  const change = (changed: PublicCheckout | ConfirmedCheckout) => {
    if ('customerSessionToken' in changed) portalToken.current = changed.customerSessionToken
    put(changed)
  }
  useEffect(() => {
    if (checkout === null) return
    document.title = `${checkout.product.name} · ${checkout.organization.name}`
    if (checkout.status !== 'succeeded') return
    const target = destinationOf(checkout, portalToken.current)
    if (target.origin === location.origin && target.pathname.startsWith(`/checkout/${secret}`)) history.replaceState(null, '', target)
    else location.assign(target)
  }, [checkout, secret])

  if (checkout === null) return error === null ? <Loading /> : <ErrorNotice error={error} onRetry={() => void load()} />
  if (error?.status === 410) return <OverNotice checkout={checkout} kind="expired" />
  if (checkout.status === 'succeeded') return <Confirmation checkout={checkout} />
  if (checkout.status === 'expired' || checkout.status === 'failed') return <OverNotice checkout={checkout} kind={checkout.status} />
  if (checkout.status === 'confirmed') {
    const action = actionOf(checkout)
    return action === null ? (
      <ProcessingNotice checkout={checkout} key="processing" />
    ) : (
      <ActionNotice checkout={checkout} key={action} onAnswered={load} secret={action} />
    )
  }
  return (
    <CheckoutFrame foot={say('soldBy', { merchant: checkout.organization.name })} offer={<Offer checkout={checkout} />}>
      <PayForm checkout={checkout} onChanged={change} onClosed={() => void load()} told={seen.told} />
    </CheckoutFrame>
  )
}
