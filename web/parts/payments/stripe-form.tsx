import { useEffect, useRef, useState } from 'react'
import { toProviderUnits, withinStep } from '#kernel/money.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Skeleton } from '#web/ui/display/skeleton.tsx'
import { useLanguage } from '#web/ui/language.tsx'
import { type BillingDetails, loadStripe, type StripeElements, type StripeJs } from './stripe.ts'
import { t } from './stripe-messages.ts'

/** A token for the card that was entered, valid for one attempt; or a sentence that says why there is none. */
export type CardToken = { readonly token: string } | { readonly fault: string }

/** Makes a token of what stands in the form. `details` are those that the page asks for itself. */
export type TakeToken = (details: BillingDetails) => Promise<CardToken>

interface StripeFormProps {
  /** Minor units; 0 saves a card alone. */
  readonly amount: number
  readonly currency: string
  /** Whether the card is charged again later. */
  readonly isSaved: boolean
  /** Whether the page itself asks for the country. */
  readonly hasCountry: boolean
  /** Called with the function that makes a token once the form is ready. */
  readonly onReady: (take: TakeToken) => void
  /** Called whenever something is entered: a token from before is no longer that of the form. */
  readonly onChange: () => void
}

interface MountedForm {
  readonly stripe: StripeJs
  readonly elements: StripeElements
}

/** The payment form of Stripe, in a frame of Stripe's: the card never reaches this page. */
export default function StripeForm(props: StripeFormProps) {
  const { locale } = useLanguage()
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const mounted = useRef<MountedForm | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { amount, currency } = props

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try mounts the form again
  useEffect(() => {
    let isGone = false
    let unmount: (() => void) | undefined
    const mount = async () => {
      const stripe = await loadStripe(locale)
      if (isGone || place.current === null) return
      const { hasCountry } = latest.current
      const elements = stripe.elements(elementsOptions(latest.current))
      const form = elements.create('payment', hasCountry ? { fields: { billingDetails: { address: { country: 'never' } } } } : {})
      form.on('change', () => latest.current.onChange())
      form.on('ready', () => setState('ready'))
      form.on('loaderror', () => setState('failed'))
      form.mount(place.current)
      unmount = () => form.unmount()
      mounted.current = { stripe, elements }
      latest.current.onReady((details) => takeToken({ stripe, elements }, details))
    }
    mount().catch(() => setState('failed'))
    return () => {
      isGone = true
      mounted.current = null
      unmount?.()
    }
  }, [currency, locale, tries])

  useEffect(() => {
    if (amount > 0) mounted.current?.elements.update({ amount: stripeAmount(currency, amount) })
  }, [amount, currency])

  return (
    <div className="grid gap-12">
      {state === 'loading' && <Skeleton className="h-120" />}
      {state === 'failed' && (
        <div className="grid gap-8" role="alert">
          <p className="text-label text-bad">{t('loadFault')}</p>
          <div>
            <Button
              onClick={() => {
                setState('loading')
                setTries((count) => count + 1)
              }}
            >
              {t('tryAgain')}
            </Button>
          </div>
        </div>
      )}
      <div ref={place} />
    </div>
  )
}

function elementsOptions({ amount, currency, isSaved }: StripeFormProps) {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  return {
    currency,
    paymentMethodTypes: ['card'] as const,
    appearance: { theme: isDark ? ('night' as const) : ('stripe' as const) },
    ...(amount > 0 ? { mode: 'payment' as const, amount: stripeAmount(currency, amount) } : { mode: 'setup' as const }),
    ...(isSaved && amount > 0 && { setupFutureUsage: 'off_session' as const }),
  }
}

const stripeAmount = (currency: string, amount: number) => toProviderUnits('stripe', currency, withinStep('stripe', currency, amount))

async function takeToken({ stripe, elements }: MountedForm, details: BillingDetails): Promise<CardToken> {
  const submitted = await elements.submit()
  if (submitted.error) return { fault: submitted.error.message ?? t('cardFault') }
  const params = { payment_method_data: { billing_details: details } }
  const { confirmationToken, error } = await stripe.createConfirmationToken({ elements, params })
  return confirmationToken ? { token: confirmationToken.id } : { fault: error?.message ?? t('cardFault') }
}
