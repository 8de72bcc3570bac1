import { expect, test } from 'vitest'
import { ValidationRefusal } from '#kernel/refusal.ts'
import { amountOf, livePrices, staticPrice } from './model.ts'
import { create, update } from './rules.ts'
import {
  productCreate,
  product as productSchema,
  productUpdate,
  toCheckoutProductWire,
  toProductChanges,
  toProductDraft,
  toProductWire,
} from './wire.ts'

const now = new Date('2026-03-12T14:20:00.000Z')
const later = new Date('2026-03-13T00:00:00.000Z')
const organizationId = '0195894c-7a10-7000-8000-0000000000ff'
const fixed = { amount_type: 'fixed', price_amount: 8900 }
const metered = { amount_type: 'metered_unit', meter_id: '0195894c-7a10-7000-8000-00000000aaaa', unit_amount: '0.5' }
const body = { name: 'Template Library', recurring_interval: null, prices: [fixed] }

const METER = '0195894c-7a10-7000-8000-00000000aaaa'
const inCurrency = (currency: string) => ({ currency, meterNames: new Map([[METER, 'Tokens used']]) })

const customFields = new Map()
const medias = new Map()
let counter = 0
const createId = () => `0195894c-7a10-7000-8000-${(++counter).toString(16).padStart(12, '0')}`

function createWith(more: object, currency = 'eur') {
  return create(toProductDraft(productCreate.parse({ ...body, ...more }), inCurrency(currency)), {
    organizationId,
    createId,
    customFields,
    medias,
    now,
  })
}

function updateWith(changes: object) {
  return update(library, toProductChanges(productUpdate.parse(changes), inCurrency('eur')), { createId, customFields, medias, now: later })
}

function locsOf(run: () => unknown): string[] {
  try {
    run()
  } catch (error) {
    if (error instanceof ValidationRefusal) return error.problems.map((problem) => problem.loc.slice(1).join('.'))
    throw error
  }
  return []
}

const library = createWith({ description: 'All of them' }).next

test("a product is created with its price, in the merchant's currency unless the price names one", () => {
  expect(library).toMatchObject({
    organizationId,
    isArchived: false,
    prices: [{ kind: 'fixed', amount: 8900, currency: 'eur', isArchived: false }],
  })
  expect(createWith({ prices: [{ ...fixed, price_currency: 'jpy' }] }).next.prices[0]).toMatchObject({ currency: 'jpy' })
  expect(createWith({}).events).toEqual(['product.created'])
})

test.each([
  [{ prices: [{ ...fixed, price_amount: 49 }] }, ['prices.0.fixed.price_amount']],
  [{ prices: [{ ...fixed, price_amount: 0 }] }, ['prices.0.fixed.price_amount']],
  [{ prices: [{ ...fixed, price_amount: 100_000_000 }] }, ['prices.0.fixed.price_amount']],
  [{ prices: [{ ...fixed, price_currency: 'EUR' }] }, ['prices.0.fixed.price_currency']],
  [{ prices: [fixed, fixed] }, ['prices']],
  [{ recurring_interval: 'month', prices: [{ ...fixed, price_amount: -1 }] }, ['prices.0.fixed.price_amount']],
  [{ medias: [organizationId] }, ['medias.0']],
  [{ attached_custom_fields: [{ custom_field_id: organizationId, required: true }] }, ['attached_custom_fields.0.custom_field_id']],
  [{ prices: [fixed, metered] }, ['prices.1']],
  [{ recurring_interval: 'month', prices: [metered, metered] }, ['prices.1.metered_unit.meter_id']],
  [{ recurring_interval: 'month', prices: [fixed, { ...metered, price_currency: 'usd' }] }, ['prices']],
  [{ recurring_interval: 'month', prices: [fixed, { amount_type: 'free' }] }, ['prices']],
  [{ recurring_interval: 'month', prices: [{ ...metered, meter_id: organizationId }] }, ['prices.0.metered_unit.meter_id']],
])('a product with %j is refused at %j', (more, locs) => {
  expect(locsOf(() => createWith(more))).toEqual(locs)
})

test.each([
  { name: 'ab' },
  { name: '  a  ' },
  { prices: [] },
  { prices: [{ ...fixed, price_amount: 1.5 }] },
  { prices: [{ ...fixed, price_amount: '100' }] },
  { prices: [{ ...fixed, price_amount: 1e300 }] },
  { prices: [{ amount_type: 'magic' }] },
  { recurring_interval: 'week' },
])('a body with %j does not fit the schema', (more) => {
  expect(productCreate.safeParse({ ...body, ...more }).success).toBe(false)
})

test('a recurring product has at most one static price, and metered ones', () => {
  const meteredOnly = createWith({ recurring_interval: 'month', prices: [metered] }).next
  expect(meteredOnly.prices).toMatchObject([{ kind: 'metered_unit', unitAmount: '0.5', currency: 'eur', meterName: 'Tokens used' }])
  const both = createWith({ recurring_interval: 'year', prices: [fixed, metered] }).next
  expect(staticPrice(both)).toMatchObject({ kind: 'fixed' })
  expect(staticPrice(meteredOnly)).toBeNull()
})

test('a second price for the meter of a price that stays is refused', () => {
  const { next } = createWith({ recurring_interval: 'month', prices: [fixed, metered] })
  const retained = next.prices.map(({ id }) => ({ id }))
  const changes = toProductChanges(productUpdate.parse({ prices: [...retained, metered] }), inCurrency('eur'))
  expect(locsOf(() => update(next, changes, { createId, customFields, medias, now: later }))).toEqual(['prices.2.metered_unit.meter_id'])
})

test('an edited price is archived unchanged and replaced by a new one', () => {
  const { next, events, changedPrices } = updateWith({ prices: [{ ...fixed, price_amount: 9900 }] })
  expect(livePrices(next).map(amountOf)).toEqual([9900])
  expect(next.prices.at(-1)).toEqual({ ...library.prices[0], isArchived: true, modifiedAt: later })
  expect(changedPrices).toHaveLength(2)
  expect(events).toEqual(['product.updated'])
})

test('a price that is named by id stays unchanged', () => {
  const { next, changedPrices } = updateWith({ prices: [{ id: library.prices[0]?.id }] })
  expect([next.prices, changedPrices]).toEqual([library.prices, []])
})

test.each([
  [{ prices: [{ id: organizationId }] }, ['prices.0.id']],
  [{ prices: [] }, ['prices']],
  [{ prices: [{ id: library.prices[0]?.id }, fixed] }, ['prices']],
  [{ recurring_interval: 'year' }, ['recurring_interval']],
])('a change to %j is refused at %j', (changes, locs) => {
  expect(locsOf(() => updateWith(changes))).toEqual(locs)
})

test('omitted and null fields stay; null clears the description; archiving can be undone', () => {
  expect(updateWith({ name: null, prices: null, is_archived: null, metadata: null, recurring_interval: null }).next).toBe(library)
  expect(updateWith({ description: null, is_archived: true, metadata: { a: 1 } }).next).toMatchObject({
    description: null,
    isArchived: true,
    metadata: { a: 1 },
  })
  expect(update({ ...library, isArchived: true }, { isArchived: false }, { createId, customFields, medias, now }).next.isArchived).toBe(
    false,
  )
})

test('the wire form has only live prices, with the type of the product', () => {
  const { next } = updateWith({ prices: [{ ...fixed, price_amount: 9900 }] })
  const wire = productSchema.parse(toProductWire(next, 'https://shop.example'))
  expect(wire.prices).toEqual([
    expect.objectContaining({
      amount_type: 'fixed',
      type: 'one_time',
      recurring_interval: null,
      price_amount: 9900,
      price_currency: 'eur',
    }),
  ])
  expect(wire).toMatchObject({
    is_recurring: false,
    benefits: [],
    medias: [],
    attached_custom_fields: [],
    modified_at: later.toISOString(),
  })
})

test('buyers do not see metadata', () => {
  expect(
    Object.keys(
      toCheckoutProductWire({ ...library, metadata: { secret: 'x' } }, { baseUrl: 'https://shop.example', descriptionMaximum: 100 }),
    ),
  ).not.toContain('metadata')
})

test('the price due at checkout is the live static one', () => {
  expect(staticPrice(library)?.id).toBe(library.prices[0]?.id)
  expect(staticPrice({ ...library, prices: [] })).toBeNull()
})

const monthly = { recurring_interval: 'month' }
const twoWeeks = { trial_interval: 'week', trial_interval_count: 2 }

test('a recurring product has the trial of its body, which needs a payment method unless the body says otherwise', () => {
  expect(createWith(monthly).next).toMatchObject({ trialInterval: null, trialIntervalCount: null, isTrialPaymentRequired: true })
  const { next } = createWith({ ...monthly, ...twoWeeks, is_trial_payment_required: false })
  expect(toProductWire(next, 'https://guildhall.example')).toMatchObject({ ...twoWeeks, is_trial_payment_required: false })
})

test.each([
  [twoWeeks, 'trial_interval'],
  [{ trial_interval_count: 2 }, 'trial_interval_count'],
  [{ ...monthly, trial_interval: 'day' }, 'trial_interval_count'],
  [{ ...monthly, trial_interval_count: 3 }, 'trial_interval'],
])('a product with %j is refused at %s', (more, loc) => {
  expect(locsOf(() => createWith(more))).toEqual([loc])
})

test.each([
  [{ trial_interval: null }, { trialInterval: null, trialIntervalCount: null }],
  [{ trial_interval_count: null }, { trialInterval: null, trialIntervalCount: null }],
  [{ trial_interval_count: 10 }, { trialInterval: 'week', trialIntervalCount: 10 }],
  [{ trial_interval: 'day' }, { trialInterval: 'day', trialIntervalCount: 2 }],
  [{ name: 'Other name' }, { trialInterval: 'week', trialIntervalCount: 2 }],
])('the change %j of a trial of two weeks gives %j', (changes, trial) => {
  const product = createWith({ ...monthly, ...twoWeeks }).next
  const change = toProductChanges(productUpdate.parse(changes), inCurrency('eur'))
  expect(update(product, change, { createId, customFields, medias, now: later }).next).toMatchObject(trial)
})

test.each([0, 1001, 1.5])('a trial of %d intervals is refused', (trial_interval_count) => {
  expect(productCreate.safeParse({ ...body, ...monthly, trial_interval: 'day', trial_interval_count }).success).toBe(false)
})
