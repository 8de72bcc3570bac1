import { expect, test } from 'vitest'
import { ValidationRefusal } from '#kernel/refusal.ts'
import { amountOf, livePrices, staticPrice } from './model.ts'
import { createProduct, updateProduct } from './rules.ts'
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
const body = { name: 'Template Library', recurring_interval: null, prices: [fixed] }

let counter = 0
const makeId = () => `0195894c-7a10-7000-8000-${(++counter).toString(16).padStart(12, '0')}`

function create(more: object, currency = 'eur') {
  return createProduct(toProductDraft(productCreate.parse({ ...body, ...more }), currency), { organizationId, makeId, now })
}

function update(changes: object) {
  return updateProduct(library, toProductChanges(productUpdate.parse(changes), 'eur'), { makeId, now: later })
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

const library = create({ description: 'All of them' }).next

test('a product is made with its price, in the currency of the merchant unless it names one', () => {
  expect(library).toMatchObject({
    organizationId,
    isArchived: false,
    prices: [{ kind: 'fixed', amount: 8900, currency: 'eur', isArchived: false }],
  })
  expect(create({ prices: [{ ...fixed, price_currency: 'jpy' }] }).next.prices[0]).toMatchObject({ currency: 'jpy' })
  expect(create({}).events).toEqual(['product.created'])
})

test.each([
  [{ prices: [{ ...fixed, price_amount: 49 }] }, ['prices.0.fixed.price_amount']],
  [{ prices: [{ ...fixed, price_amount: 0 }] }, ['prices.0.fixed.price_amount']],
  [{ prices: [{ ...fixed, price_amount: 100_000_000 }] }, ['prices.0.fixed.price_amount']],
  [{ prices: [{ ...fixed, price_currency: 'EUR' }] }, ['prices.0.fixed.price_currency']],
  [{ prices: [fixed, fixed] }, ['prices']],
  [{ recurring_interval: 'month', prices: [{ ...fixed, price_amount: -1 }] }, ['recurring_interval', 'prices.0.fixed.price_amount']],
  [{ medias: [organizationId] }, ['medias.0']],
  [{ attached_custom_fields: [{ custom_field_id: organizationId, required: true }] }, ['attached_custom_fields.0']],
])('a product with %j is refused at %j', (more, locs) => {
  expect(locsOf(() => create(more))).toEqual(locs)
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
  { recurring_interval: undefined },
])('a body with %j does not fit the schema', (more) => {
  expect(productCreate.safeParse({ ...body, ...more }).success).toBe(false)
})

test('an edited price is archived and a new one takes its place; the old one stays as it was', () => {
  const { next, events, changedPrices } = update({ prices: [{ ...fixed, price_amount: 9900 }] })
  expect(livePrices(next).map(amountOf)).toEqual([9900])
  expect(next.prices.at(-1)).toEqual({ ...library.prices[0], isArchived: true, modifiedAt: later })
  expect(changedPrices).toHaveLength(2)
  expect(events).toEqual(['product.updated'])
})

test('a price named by its id is kept as it is', () => {
  const { next, changedPrices } = update({ prices: [{ id: library.prices[0]?.id }] })
  expect([next.prices, changedPrices]).toEqual([library.prices, []])
})

test.each([
  [{ prices: [{ id: organizationId }] }, ['prices.0.id']],
  [{ prices: [] }, ['prices']],
  [{ prices: [{ id: library.prices[0]?.id }, fixed] }, ['prices']],
  [{ recurring_interval: 'year' }, ['recurring_interval']],
])('a change to %j is refused at %j', (changes, locs) => {
  expect(locsOf(() => update(changes))).toEqual(locs)
})

test('what is left out or null stays; null clears the description; archiving can be undone', () => {
  expect(update({ name: null, prices: null, is_archived: null, metadata: null, recurring_interval: null }).next).toEqual({
    ...library,
    modifiedAt: later,
  })
  expect(update({ description: null, is_archived: true, metadata: { a: 1 } }).next).toMatchObject({
    description: null,
    isArchived: true,
    metadata: { a: 1 },
  })
  expect(updateProduct({ ...library, isArchived: true }, { isArchived: false }, { makeId, now }).next.isArchived).toBe(false)
})

test('the wire shows live prices only, with the type of the product', () => {
  const { next } = update({ prices: [{ ...fixed, price_amount: 9900 }] })
  const wire = productSchema.parse(toProductWire(next))
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
  expect(Object.keys(toCheckoutProductWire({ ...library, metadata: { secret: 'x' } }))).not.toContain('metadata')
})

test('the price due at checkout is the live static one', () => {
  expect(staticPrice(library)?.id).toBe(library.prices[0]?.id)
  expect(staticPrice({ ...library, prices: [] })).toBeNull()
})
