import { expect, test } from 'vitest'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { newProfile, type TaxSettings } from '#merchant/merchants/model.ts'
import { shippedTaxes } from '#test/support/taxes/shipped-taxes.ts'
import type { Checkout } from '../model.ts'
import { openCheckout, updateCheckout } from '../rules.ts'
import { renewalsOf } from './rules.ts'

const now = new Date('2026-11-28T12:00:00.000Z')
const idOf = (number: number) => `0195894c-7a10-7000-8000-${number.toString(16).padStart(12, '0')}`
const organizationId = idOf(0xff)
const common = { organizationId, isArchived: false, createdAt: now, modifiedAt: null }
const price = { ...common, id: idOf(2), productId: idOf(1), kind: 'fixed' as const, amount: 9000, currency: 'usd' }
const plan: PricedProduct = {
  ...common,
  id: idOf(1),
  name: 'Studio plan',
  description: null,
  recurringInterval: 'month',
  trialInterval: null,
  trialIntervalCount: null,
  isTrialPaymentRequired: true,
  taxCode: 'standard',
  metadata: {},
  prices: [price],
  customFields: [],
  benefits: [],
  medias: [],
}
const profile = { ...newProfile(organizationId, now), name: 'Northwind', slug: 'northwind', avatarUrl: null, billingTimezone: 'UTC' }
const trial = { trialInterval: 'day', trialIntervalCount: 14 } as const
const yearly = { recurringInterval: 'year' } as const

const percent = (share: number, duration: Discount['duration'], durationInMonths: number | null = null): Discount => ({
  id: idOf(3),
  organizationId,
  name: 'Autumn',
  code: null,
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  redemptionsCount: 0,
  metadata: {},
  duration,
  durationInMonths,
  productIds: [],
  deletedAt: null,
  createdAt: now,
  modifiedAt: null,
  value: { type: 'percentage', basisPoints: share * 100 },
})

interface Sale {
  readonly product?: Partial<PricedProduct>
  readonly discount?: Discount | null
  readonly taxSettings?: TaxSettings
  readonly zone?: string
  readonly country?: string
  readonly at?: Date
  readonly checkout?: Partial<Checkout>
}

function termsOf({ product = {}, discount = null, taxSettings = profile.taxSettings, zone = 'UTC', country, at = now, checkout }: Sale) {
  const merchant = { ...profile, taxSettings, billingTimezone: zone }
  const products = [{ ...plan, ...product }]
  const context = { products, merchant, taxSources: shippedTaxes, now: at, namedDiscount: discount }
  const other = { id: idOf(5), organizationId, clientSecret: 'co_cs_x', customer: null, subscription: null, lifeSeconds: 86_400 }
  const opened = openCheckout({ productIds: [plan.id], discountId: discount?.id }, { ...context, ...other }).next
  const nowhere = { line1: null, line2: null, postalCode: null, city: null, state: null }
  const placed = country
    ? updateCheckout(opened, { customerBillingAddress: { ...nowhere, country } }, { ...context, price, discount, chosenDiscount: discount })
        .next
    : opened
  return renewalsOf({ checkout: { ...placed, ...checkout }, products, merchant, discount }, context)
}

const shown = (sale: Sale) =>
  termsOf(sale).map((each) => [each.at.toISOString().slice(0, 10), each.count, each.discountAmount, each.totalAmount])

test.each([
  ['no discount', {}, [['2026-12-28', null, 0, 9000]]],
  ['a trial', { product: trial }, [['2026-12-12', null, 0, 9000]]],
  [
    'a trial and 100 % once',
    { product: trial, discount: percent(100, 'once') },
    [
      ['2026-12-12', 1, 9000, 0],
      ['2027-01-12', null, 0, 9000],
    ],
  ],
  ['10 % once', { discount: percent(10, 'once') }, [['2026-12-28', null, 0, 9000]]],
  ['10 % for ever', { discount: percent(10, 'forever') }, [['2026-12-28', null, 900, 8100]]],
  ['10 % for ever in a trial', { product: trial, discount: percent(10, 'forever') }, [['2026-12-12', null, 900, 8100]]],
  ['10 % for one month', { discount: percent(10, 'repeating', 1) }, [['2026-12-28', null, 0, 9000]]],
  [
    '10 % for three months',
    { discount: percent(10, 'repeating', 3) },
    [
      ['2026-12-28', 2, 900, 8100],
      ['2027-02-28', null, 0, 9000],
    ],
  ],
  [
    '10 % for three months after a trial',
    { product: trial, discount: percent(10, 'repeating', 3) },
    [
      ['2026-12-12', 3, 900, 8100],
      ['2027-03-12', null, 0, 9000],
    ],
  ],
  ['a year with 40 % for four months', { product: yearly, discount: percent(40, 'repeating', 4) }, [['2027-11-28', null, 0, 9000]]],
  ['a year with 40 % for twelve months', { product: yearly, discount: percent(40, 'repeating', 12) }, [['2027-11-28', null, 0, 9000]]],
  [
    'a year with 40 % for thirteen months',
    { product: yearly, discount: percent(40, 'repeating', 13) },
    [
      ['2027-11-28', 1, 3600, 5400],
      ['2028-11-28', null, 0, 9000],
    ],
  ],
  [
    '10 % for 999 months',
    { discount: percent(10, 'repeating', 999) },
    [
      ['2026-12-28', 998, 900, 8100],
      ['2110-02-28', null, 0, 9000],
    ],
  ],
  ['a discount that takes nothing off', { discount: percent(0, 'repeating', 3) }, [['2026-12-28', null, 0, 9000]]],
  ['a product that is sold once', { product: { recurringInterval: null } }, []],
] as [string, Sale, unknown[]][])('the renewals of %s', (_name, sale, renewals) => {
  expect(shown(sale)).toEqual(renewals)
})

test('an upgrade is paid in full at once, and a purchase that was made is renewed from its own day', () => {
  expect(shown({ product: trial, checkout: { isTrialUsed: true } })).toEqual([['2026-12-28', null, 0, 9000]])
  const made = { status: 'succeeded', modifiedAt: new Date('2026-11-20T08:00:00Z') } as const
  expect(shown({ checkout: made })).toEqual([['2026-12-20', null, 0, 9000]])
})

test('months are counted in the billing zone', () => {
  // The last day of November in Auckland.
  const [first] = termsOf({ zone: 'Pacific/Auckland', at: new Date('2026-11-30T10:30:00Z') })
  expect(first?.at.toISOString()).toBe('2026-12-30T10:30:00.000Z')
  const [trialEnd] = termsOf({ zone: 'America/New_York', product: trial, at: new Date('2027-03-10T04:30:00Z') })
  expect(trialEnd?.at.toISOString()).toBe('2027-03-24T03:30:00.000Z')
})

const german: TaxSettings = {
  isEnabled: true,
  origin: 'DE',
  behavior: 'exclusive',
  registrations: [{ place: 'DE', taxId: null }],
  rates: [
    { place: 'DE', name: 'VAT', ratePpm: 160_000, validFrom: '2026-01-01' },
    { place: 'DE', name: 'VAT', ratePpm: 190_000, validFrom: '2027-01-01' },
  ],
}
const taxOf = (sale: Sale) => termsOf(sale).map((each) => [each.taxAmount, each.totalAmount, each.isBeforeTax])

test.each([
  ['at the rate of its own day', { country: 'DE', taxSettings: german }, [[1440, 10_440, false]]],
  [
    'at the rates of both days',
    { country: 'DE', taxSettings: german, product: trial, discount: percent(50, 'once') },
    [
      [720, 5220, false],
      [1710, 10_710, false],
    ],
  ],
  ['contained in the price', { country: 'DE', taxSettings: { ...german, behavior: 'inclusive' } }, [[1241, 9000, false]]],
  ['before the place of the buyer is known', { taxSettings: german }, [[null, 9000, true]]],
  ['contained, before the place is known', { taxSettings: { ...german, behavior: 'inclusive' } }, [[null, 9000, false]]],
  ['where none is due', { country: 'US', taxSettings: german, checkout: { taxAmount: 0 } }, [[0, 9000, false]]],
  ['of a product that is exempt', { country: 'DE', taxSettings: german, product: { taxCode: 'exempt' } }, [[0, 9000, false]]],
  [
    'of a payment of nothing',
    { country: 'DE', taxSettings: german, product: trial, discount: percent(100, 'once') },
    [
      [0, 0, false],
      [1710, 10_710, false],
    ],
  ],
] as [string, Sale, unknown[]][])('the tax of a renewal %s', (_name, sale, taxes) => {
  expect(taxOf(sale)).toEqual(taxes)
})

test('the rates that a tax service has given for today count for the renewals, and without any the tax is not known', () => {
  const taxSettings: TaxSettings = { ...german, engine: 'stripe' }
  const components = [{ name: 'VAT', jurisdiction: 'DE', ratePpm: 190_000, baseAmount: 9000, amount: 1710 }]
  const decided = { behavior: 'exclusive', reason: 'standard_rated', jurisdiction: 'DE', components, source: 'stripe' } as const
  const tax = { ...decided, buyer: { country: 'DE', state: null, taxId: null, taxIdStatus: null }, seller: { country: 'DE', taxId: null } }
  const known = { taxAmount: 1710, tax: { ...tax, date: '2026-11-28' } }
  expect(taxOf({ taxSettings, checkout: known })).toEqual([[1710, 10_710, false]])
  expect(taxOf({ taxSettings })).toEqual([[null, 9000, true]])
})
