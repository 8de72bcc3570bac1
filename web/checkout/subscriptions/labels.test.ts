import { expect, test } from 'vitest'
import { agreementText, type RecurringCheckout, renewalOf, termsOf } from './labels.ts'

const renewal = { at: '2026-12-08T12:00:00.000Z', count: null, amount: 1200, discountAmount: 0, taxAmount: 0, totalAmount: 1200 }
const first = { ...renewal, isBeforeTax: false }
const reducedRenewal = { ...first, discountAmount: 120, totalAmount: 1080 }
const then = (at: string) => ({ ...first, at: `${at}T12:00:00.000Z` })
const checkout: RecurringCheckout = {
  activeTrialInterval: null,
  activeTrialIntervalCount: null,
  currency: 'eur',
  discount: null,
  discountAmount: 0,
  isFreeProductPrice: false,
  isPaymentFormRequired: true,
  renewals: [first],
  totalAmount: 1200,
  product: { prices: [], recurringInterval: 'month' },
  organization: { billingTimezone: 'UTC' },
}
const yearly = { prices: [], recurringInterval: 'year' } as const
const tenPercent = { id: 'd', name: 'Autumn', code: null, type: 'percentage', basisPoints: 1000 } as const
const reduced = { discountAmount: 120, totalAmount: 1080 }
const trial = { activeTrialInterval: 'day', activeTrialIntervalCount: 14 } as const
const once = { ...tenPercent, duration: 'once' } as const
const months = (durationInMonths: number) => ({ ...tenPercent, duration: 'repeating', durationInMonths }) as const

test.each([
  [{}, ['€12.00 today, then €12.00 per month from December 8, 2026.']],
  [{ product: yearly, totalAmount: 0 }, ['€0.00 today, then €12.00 per year from December 8, 2026.']],
  [trial, ['14 days free.', '€0.00 today, then €12.00 per month from December 8, 2026.']],
  [
    { ...reduced, discount: months(3), renewals: [{ ...reducedRenewal, count: 2 }, then('2027-02-08')] },
    ['€10.80 today, €10.80 per month from December 8, 2026, then €12.00 per month from February 8, 2027.', '10% off for 3 months.'],
  ],
  [{ ...reduced, discount: months(1) }, ['€10.80 today, then €12.00 per month from December 8, 2026.', '10% off the first payment.']],
  [
    { ...reduced, ...trial, discount: months(1), renewals: [{ ...reducedRenewal, count: 1 }, then('2027-01-08')] },
    ['14 days free.', '€0.00 today, €10.80 on December 8, 2026, then €12.00 per month from January 8, 2027.', '10% off the first payment.'],
  ],
  [
    { ...reduced, ...trial, discount: once, renewals: [{ ...first, count: 1, discountAmount: 1200, totalAmount: 0 }, then('2027-01-08')] },
    ['14 days free.', '€0.00 today, €0.00 on December 8, 2026, then €12.00 per month from January 8, 2027.', '10% off the first payment.'],
  ],
  [
    { ...reduced, product: yearly, discount: months(4) },
    ['€10.80 today, then €12.00 per year from December 8, 2026.', '10% off the first payment.'],
  ],
  [
    { ...reduced, product: yearly, discount: months(13), renewals: [{ ...reducedRenewal, count: 1 }, then('2027-12-08')] },
    ['€10.80 today, €10.80 on December 8, 2026, then €12.00 per year from December 8, 2027.', '10% off for 13 months.'],
  ],
  [{ ...reduced, discount: once }, ['€10.80 today, then €12.00 per month from December 8, 2026.', '10% off the first payment.']],
  [
    {
      ...reduced,
      discount: { ...tenPercent, type: 'fixed', amount: 120, currency: 'eur', duration: 'forever' },
      renewals: [reducedRenewal],
    },
    ['€10.80 today, then €10.80 per month from December 8, 2026.', '€1.20 off every payment.'],
  ],
  [{ isFreeProductPrice: true, totalAmount: 0, renewals: [{ ...first, amount: 0, totalAmount: 0 }] }, []],
  [
    { totalAmount: 1428, renewals: [{ ...first, taxAmount: 228, totalAmount: 1428 }] },
    ['€14.28 today, then €14.28 per month from December 8, 2026.'],
  ],
  [
    { renewals: [{ ...first, taxAmount: null, isBeforeTax: true }] },
    ['€12.00 today, then €12.00 per month from December 8, 2026.', 'Tax may be added.'],
  ],
] as const)('a subscription with %j says: %j', (changes, sentences) => {
  expect(termsOf({ ...checkout, ...changes } as unknown as RecurringCheckout, 'en')).toEqual(sentences)
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
  expect(agreementText({ ...checkout, ...changes }, 'en')).toBe(sentence)
})

test('after the purchase the first renewal is named, with what follows where that is something else', () => {
  expect(renewalOf(checkout, 'en')).toEqual({ date: 'December 8, 2026', price: '€12.00 per month' })
  const freed = { ...checkout, renewals: [{ ...first, count: 1, discountAmount: 1200, totalAmount: 0 }, then('2027-01-08')] }
  expect(renewalOf(freed, 'en')).toEqual({
    date: 'December 8, 2026',
    price: '€0.00, then €12.00 per month from January 8, 2027',
  })
  expect(renewalOf({ ...checkout, renewals: [] }, 'en')).toBeNull()
})

test('the days are those of the billing zone', () => {
  const at = (zone: string, instant: string) =>
    renewalOf({ ...checkout, organization: { billingTimezone: zone }, renewals: [{ ...first, at: instant }] }, 'en')?.date
  expect(at('Pacific/Auckland', '2026-12-08T12:00:00.000Z')).toBe('December 9, 2026')
  expect(at('America/Los_Angeles', '2026-12-08T06:00:00.000Z')).toBe('December 7, 2026')
})
