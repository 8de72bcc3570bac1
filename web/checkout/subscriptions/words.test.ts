import { expect, test } from 'vitest'
import { agreementText, type RecurringCheckout, renewalText, termsOf } from './words.ts'

const RENEWS_AT = '2026-12-08T12:00:00.000Z'
const checkout: RecurringCheckout = {
  activeTrialInterval: null,
  activeTrialIntervalCount: null,
  amount: 1200,
  currency: 'eur',
  discount: null,
  discountAmount: 0,
  isFreeProductPrice: false,
  isPaymentFormRequired: true,
  totalAmount: 1200,
  product: { prices: [], recurringInterval: 'month' },
}
const tenPercent = { id: 'd', name: 'Autumn', code: null, type: 'percentage', basisPoints: 1000 } as const
const reduced = { discountAmount: 120, totalAmount: 1080 }
const trial = { activeTrialInterval: 'day', activeTrialIntervalCount: 14 } as const
const months = (durationInMonths: number) => ({ ...tenPercent, duration: 'repeating', durationInMonths }) as const

test.each([
  [{}, ['€12.00 today, then €12.00 per month from December 8, 2026.']],
  [{ product: { prices: [], recurringInterval: 'year' }, totalAmount: 0 }, ['€0.00 today, then €12.00 per year from December 8, 2026.']],
  [trial, ['14 days free.', '€0.00 today, then €12.00 per month from December 8, 2026.']],
  [
    { ...reduced, discount: months(3) },
    ['€10.80 today, then €10.80 per month from December 8, 2026.', '10% off for 3 months, then €12.00 per month.'],
  ],
  [
    { ...reduced, discount: months(1) },
    ['€10.80 today, then €12.00 per month from December 8, 2026.', '10% off for 1 month, then €12.00 per month.'],
  ],
  [
    { ...reduced, ...trial, discount: months(1) },
    ['14 days free.', '€0.00 today, then €10.80 per month from December 8, 2026.', '10% off for 1 month, then €12.00 per month.'],
  ],
  [
    { ...reduced, discount: { ...tenPercent, duration: 'once' } },
    ['€10.80 today, then €12.00 per month from December 8, 2026.', '10% off the first payment.'],
  ],
  [
    { ...reduced, discount: { ...tenPercent, type: 'fixed', amount: 120, currency: 'eur', duration: 'forever' } },
    ['€10.80 today, then €10.80 per month from December 8, 2026.', '€1.20 off every payment.'],
  ],
  [{ isFreeProductPrice: true, amount: 0, totalAmount: 0 }, []],
] as const)('a subscription with %j says: %j', (changes, sentences) => {
  expect(termsOf({ ...checkout, ...changes } as RecurringCheckout, RENEWS_AT, 'en')).toEqual(sentences)
})

test.each([
  [{}, 'Your card is saved and charged automatically for each renewal. You can cancel at any time.'],
  [trial, 'Your card is saved and charged automatically from December 8, 2026. Cancel before then and you pay nothing.'],
  [
    { ...trial, isPaymentFormRequired: false },
    'You need no card now. Without a saved payment method, the subscription ends on December 8, 2026.',
  ],
  [{ isPaymentFormRequired: false }, 'You can cancel at any time.'],
] as const)('before the button a subscription with %j says: %s', (changes, sentence) => {
  expect(agreementText({ ...checkout, ...changes }, RENEWS_AT, 'en')).toBe(sentence)
})

test('months of a discount that cover less than a year do not reduce the renewal of a yearly subscription', () => {
  const yearly = { ...checkout, ...reduced, product: { prices: [], recurringInterval: 'year' } } as const
  expect(renewalText({ ...yearly, discount: months(12) }, 'en')).toBe('€12.00 per year')
  expect(renewalText({ ...yearly, discount: months(13) }, 'en')).toBe('€10.80 per year')
})
