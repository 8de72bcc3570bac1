import { lazy, Suspense, useRef } from 'react'
import type { BillingDetails } from './stripe.ts'
import type { CardToken, TakeToken } from './stripe-form.tsx'

// Loaded for live organizations only.
const StripeForm = lazy(() => import('./stripe-form.tsx'))

/** The card that stands in Stripe's form. */
export interface StripeCard {
  /** A token for the card; a repeated request gets the one that it had, unless something was entered since. */
  take(details: BillingDetails, isRepeated: boolean): Promise<CardToken>
  onReady(take: TakeToken): void
  onChange(): void
}

/** Connects a page's request with Stripe's form. */
export function useStripeCard(): StripeCard {
  const takeToken = useRef<TakeToken | null>(null)
  const token = useRef<string | null>(null)
  return {
    take: async (details, isRepeated) => {
      if (isRepeated && token.current !== null) return { token: token.current }
      const taken = (await takeToken.current?.(details)) ?? { fault: (await import('./stripe-messages.ts')).t('cardFault') }
      token.current = 'token' in taken ? taken.token : null
      return taken
    },
    onReady: (take) => {
      takeToken.current = take
    },
    onChange: () => {
      token.current = null
    },
  }
}

/** Stripe's form, for an amount in minor units; with 0 it saves the card alone. */
export function StripeCardForm(props: { card: StripeCard; amount: number; currency: string; isSaved: boolean; hasCountry: boolean }) {
  const { card, ...rest } = props
  return (
    <Suspense fallback={null}>
      <StripeForm {...rest} onChange={card.onChange} onReady={card.onReady} />
    </Suspense>
  )
}
