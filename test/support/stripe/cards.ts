// The test cards of Stripe's documentation, by what they do there.

/** A decline: the code of the error, and the bank's own where it has one. */
export interface CardDecline {
  readonly code: string
  readonly decline_code?: string
}

/** The behaviour of a test card. */
export interface StripeTestCard {
  readonly number: string
  /** When a customer enters it: it pays, its bank asks the customer first, or it declines. */
  readonly entered: 'pays' | 'asks' | CardDecline
  /** When it was entered to be saved alone. */
  readonly setUp: 'pays' | 'asks' | CardDecline
  /** Once the customer has approved. */
  readonly approved: 'pays' | CardDecline
  /** When it is charged as a saved card. */
  readonly saved: 'pays' | 'asks' | CardDecline
  readonly refund: 'succeeds' | 'late' | 'fails'
  readonly isDisputed: boolean
}

const usual = { entered: 'pays', approved: 'pays', saved: 'pays', refund: 'succeeds', isDisputed: false } as const
const bank = (decline_code: string): CardDecline => ({ code: 'card_declined', decline_code })
const insufficient = bank('insufficient_funds')
const declines = (decline: CardDecline) => ({ ...usual, entered: decline, saved: decline })

const behaviours: Readonly<Record<string, Omit<StripeTestCard, 'number' | 'setUp'> & Partial<Pick<StripeTestCard, 'setUp'>>>> = {
  '4242424242424242': usual,
  '4000000000000002': declines(bank('generic_decline')),
  '4000000000009995': declines(insufficient),
  '4000000000009987': declines(bank('lost_card')),
  '4000000000009979': declines(bank('stolen_card')),
  '4000000000000069': declines({ code: 'expired_card' }),
  '4000000000000127': declines({ code: 'incorrect_cvc' }),
  '4000000000000119': declines({ code: 'processing_error' }),
  '4100000000000019': declines(bank('fraudulent')),
  '4000000000000341': { ...usual, setUp: 'pays', entered: bank('generic_decline'), saved: bank('generic_decline') },
  '4000002500003155': { ...usual, entered: 'asks' },
  '4000002760003184': { ...usual, entered: 'asks', saved: 'asks' },
  '4000008260003178': { ...usual, entered: 'asks', approved: insufficient, saved: insufficient },
  '4000000000000259': { ...usual, isDisputed: true },
  '4000000000007726': { ...usual, refund: 'late' },
  '4000000000005126': { ...usual, refund: 'fails' },
}

/** The card with this number; throws for another number, as the form in the browser accepts no other in test mode. */
export function testCard(number: string): StripeTestCard {
  const behaviour = behaviours[number]
  if (behaviour === undefined) throw new Error(`${number} is not a test card of Stripe.`)
  return { setUp: behaviour.entered, ...behaviour, number }
}
