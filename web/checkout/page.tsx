import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ConfirmedCheckout, PublicCheckout } from '#client/checkout-types.ts'
import { CheckoutFrame } from '#web/shell/checkout-frame.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { say } from './messages.ts'
import { Offer } from './offer.tsx'
import { PayForm } from './pay-form.tsx'
import { actionOf, useCheckout, useExpiry, useWatch } from './session.ts'

// What follows the form is loaded while somebody fills it in.
const loadAfterwards = () => import('./afterwards.tsx')
const Afterwards = lazy(loadAfterwards)

/** Where a buyer goes who has paid: the merchant's page, with a token for the customer's portal, or the confirmation here. */
function destinationOf(checkout: PublicCheckout, portalToken: string | null): URL {
  const url = new URL(checkout.successUrl, location.href)
  if (url.origin !== location.origin && portalToken !== null) url.searchParams.set('customer_session_token', portalToken)
  return url
}

// The boxes of the offer; drawn here, because what lists need besides weighs more than these.
function Loading() {
  const { say: sayUi } = useLanguage()
  const box = 'h-12 max-w-full rounded-key bg-selected'
  return (
    <div className="mx-auto grid w-400 max-w-full animate-late gap-24 px-16 pt-48" role="status">
      <span className="sr-only">{sayUi('loading')}</span>
      <span className={`${box} w-160`} />
      <span className={`${box} w-240`} />
      <span className={`${box} w-200`} />
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
  useEffect(() => void loadAfterwards(), [])
  useEffect(() => {
    if (checkout === null) return
    document.title = `${checkout.product.name} · ${checkout.organization.name}`
    if (checkout.status !== 'succeeded') return
    const target = destinationOf(checkout, portalToken.current)
    if (target.origin === location.origin && target.pathname.startsWith(`/checkout/${secret}`)) history.replaceState(null, '', target)
    else location.assign(target)
  }, [checkout, secret])

  if (checkout === null && error === null) return <Loading />
  if (checkout === null || checkout.status !== 'open' || error?.status === 410) {
    return (
      <Suspense fallback={<Loading />}>
        <Afterwards checkout={checkout} error={error} onLook={load} />
      </Suspense>
    )
  }
  return (
    <CheckoutFrame foot={say('soldBy', { merchant: checkout.organization.name })} offer={<Offer checkout={checkout} />}>
      <PayForm checkout={checkout} onChanged={change} onClosed={() => void load()} told={seen.told} />
    </CheckoutFrame>
  )
}
