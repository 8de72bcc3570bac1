import { useEffect, useRef, useState } from 'react'
import type { PublicCheckout } from '#client/types.ts'
import { CheckoutFrame } from '#web/shell/checkout-frame.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { Skeleton, Skeletons } from '#web/ui/showing/skeleton.tsx'
import { Confirmation } from './confirmation.tsx'
import { ActionNotice, ErrorNotice, OverNotice, ProcessingNotice } from './notices.tsx'
import { Offer } from './offer.tsx'
import { PayForm } from './pay-form.tsx'
import { actionOf, useCheckout, useWatch } from './session.ts'
import { say } from './words.ts'

/** Where a buyer goes who has paid: the merchant's page, with a token for the customer's portal, or the confirmation here. */
function destinationOf(checkout: PublicCheckout & { customerSessionToken?: string }): URL {
  const url = new URL(checkout.successUrl, location.href)
  if (url.origin !== location.origin && checkout.customerSessionToken)
    url.searchParams.set('customer_session_token', checkout.customerSessionToken)
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

/** The page of one checkout, by what it is: to be paid, waiting, paid, or over. */
export function CheckoutPage({ secret }: { secret: string }) {
  const { checkout, error, load, put } = useCheckout(secret)
  const [told, setTold] = useState<string | null>(null)
  const before = useRef<PublicCheckout | null>(null)
  useWatch(checkout, load)
  useEffect(() => {
    const wasWaiting = before.current?.status === 'confirmed'
    before.current = checkout
    if (checkout === null) return
    document.title = `${checkout.product.name} · ${checkout.organization.name}`
    if (checkout.status === 'open') setTold(wasWaiting ? say('refused') : null)
    if (checkout.status !== 'succeeded') return
    const target = destinationOf(checkout)
    if (target.origin === location.origin && target.pathname.startsWith(`/checkout/${secret}`)) history.replaceState(null, '', target)
    else location.assign(target)
  }, [checkout, secret])

  if (checkout === null) return error === null ? <Loading /> : <ErrorNotice error={error} onRetry={() => void load()} />
  if (checkout.status === 'succeeded') return <Confirmation checkout={checkout} />
  if (checkout.status === 'expired' || checkout.status === 'failed') return <OverNotice checkout={checkout} kind={checkout.status} />
  if (checkout.status === 'confirmed') {
    const action = actionOf(checkout)
    return action === null ? (
      <ProcessingNotice checkout={checkout} />
    ) : (
      <ActionNotice checkout={checkout} onAnswered={load} secret={action} />
    )
  }
  return (
    <CheckoutFrame foot={say('soldBy', { merchant: checkout.organization.name })} offer={<Offer checkout={checkout} />}>
      <PayForm checkout={checkout} key={told} onChanged={put} onClosed={() => void load()} told={told} />
    </CheckoutFrame>
  )
}
