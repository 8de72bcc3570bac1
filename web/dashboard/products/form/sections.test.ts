import { expect, test } from 'vitest'
import type { CallError, FixedPrice, Product } from '#client/index.ts'
import { faultsOfRefusal } from '#web/parts/field-faults.ts'
import { check } from '#web/ui/inputs/rules.ts'
import { changesOf, creationOf, productRefusals, productRules, valuesOf } from './sections.ts'

const price: FixedPrice = {
  id: 'p1',
  createdAt: '2026-03-12T14:20:00Z',
  modifiedAt: null,
  amountType: 'fixed',
  isArchived: false,
  productId: 'one',
  type: 'one_time',
  recurringInterval: null,
  priceCurrency: 'eur',
  priceAmount: 8900,
  source: 'catalog',
  taxBehavior: null,
}
const product: Product = {
  id: 'one',
  createdAt: '2026-03-12T14:20:00Z',
  modifiedAt: null,
  name: 'Template Library',
  description: null,
  recurringInterval: null,
  isRecurring: false,
  isArchived: false,
  organizationId: 'org',
  metadata: { seats: 3 },
  prices: [price],
  benefits: [],
  medias: [],
  attachedCustomFields: [],
  visibility: 'public',
  isDeletable: false,
  trialInterval: null,
  trialIntervalCount: null,
  recurringIntervalCount: null,
  meterInterval: null,
  meterIntervalCount: null,
}
const refusal = (path: string, type: string, ctx: Readonly<Record<string, unknown>>): CallError => ({
  status: 422,
  statusText: '',
  code: 'RequestValidationError',
  message: '',
  fields: [{ path, message: 'Input of the server', type, ctx }],
  requestId: null,
  retryAfter: null,
  body: null,
})
const values = valuesOf(product, 'usd')
const priceWith = (amount: number | null) => ({ kind: 'fixed' as const, amount, currency: 'eur' })

test('an unchanged product has no changes', () => {
  expect(changesOf(values, product)).toEqual({})
})

test('the update contains only changed fields, and a changed amount is a new price in the old currency', () => {
  expect(changesOf({ ...values, price: priceWith(9900), description: ' All of them ' }, product)).toEqual({
    description: 'All of them',
    prices: [{ amountType: 'fixed', priceAmount: 9900, priceCurrency: 'eur' }],
  })
})

test('a new product has a one-time price in the currency of its merchant', () => {
  const body = creationOf({ ...valuesOf(null, 'usd'), name: ' Relay ', price: { kind: 'fixed', amount: 2900, currency: 'usd' } }, 'org')
  expect(body).toMatchObject({
    name: 'Relay',
    description: null,
    recurringInterval: null,
    prices: [{ priceAmount: 2900, priceCurrency: 'usd' }],
  })
})

test('a short name, a missing amount and a pair without a key are reported together', () => {
  const pairs = [{ id: 'x', key: '', value: 'pro' }]
  expect(check(productRules('en'), { ...values, name: 'ab', price: priceWith(null), pairs })).toEqual({
    name: 'Enter a name of at least three characters.',
    price: 'Enter an amount, such as €29.00.',
    pairs: { x: 'Enter a key.' },
  })
  expect(check(productRules('en'), values)).toBeNull()
})

test.each([
  ['name', 'string_too_long', { max_length: 64 }, { name: 'Enter at most 64 characters.' }],
  ['prices.0.fixed.price_amount', 'greater_than_equal', { ge: 50 }, { price: 'The minimum is €0.50.' }],
  ['prices.0.fixed.price_amount', 'less_than_equal', { le: 99999999 }, { price: 'The maximum is €999,999.99.' }],
  ['prices.0.fixed.price_currency', 'value_error', {}, { price: 'This value isn’t valid.' }],
  ['metadata.seats', 'string_too_long', { max_length: 500 }, { pairs: { seats: 'Enter at most 500 characters.' } }],
])('a problem at %s of the type %s appears at its field', (path, type, ctx, faults) => {
  const table = productRefusals('en')(values)
  expect(faultsOfRefusal(refusal(path, type, ctx), ['name', 'description', 'price', 'pairs'], table)).toEqual({ faults })
})

test('a refusal of the whole product says that it was not saved', () => {
  const table = productRefusals('en')(values)
  const { form } = faultsOfRefusal({ ...refusal('', '', {}), code: 'NotPermitted', fields: [] }, ['name'], table)
  expect(form).toBe('The product wasn’t saved. Your role doesn’t allow this. Ask an owner or admin.')
})
