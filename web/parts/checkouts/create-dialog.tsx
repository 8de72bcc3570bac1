import { lazy, Suspense, useState } from 'react'
import type { Checkout } from '#client/index.ts'
import type { CreateProps } from './create-form.tsx'
import { CheckoutReady } from './ready.tsx'

const CheckoutForm = lazy(() => import('./create-form.tsx'))

/** Creates a checkout and shows its link. */
export function CreateCheckoutDialog({ open, ...props }: CreateProps & { open: boolean }) {
  const [checkout, setCheckout] = useState<Checkout | null>(null)
  const close = () => {
    setCheckout(null)
    props.onClose()
  }
  if (checkout !== null)
    return <CheckoutReady checkout={checkout} onAnother={() => setCheckout(null)} onClose={close} open={open} slug={props.slug} />
  // Mounted only while open, so that the form starts empty each time.
  return open ? (
    <Suspense>
      <CheckoutForm {...props} onClose={close} onCreated={setCheckout} />
    </Suspense>
  ) : null
}
