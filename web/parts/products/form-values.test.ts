import { expect, test } from 'vitest'
import type { CallError, FixedPrice, Product } from '#client/index.ts'
import { changesOf, creationOf, faultsOf, refusedFaults, valuesOf } from './form-values.ts'

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
  medias: [],
}
const words = {
  name: 'name!',
  amount: 'amount!',
  low: (bound: number) => `at least ${bound}`,
  high: (bound: number) => `at most ${bound}`,
  keyMissing: 'key!',
  keyTwice: 'twice!',
}
const refusal = (path: string, message: string): CallError => ({
  status: 422,
  statusText: '',
  code: 'RequestValidationError',
  message: '',
  fields: [{ path, message }],
  requestId: null,
  retryAfter: null,
  body: null,
})
const values = valuesOf(product, price, 'usd')

test('a product that was not touched has no changes', () => {
  expect(changesOf(values, product, price)).toEqual({})
})

test('only what differs is sent, and a changed amount is a new price in the old currency', () => {
  expect(changesOf({ ...values, amount: 9900, description: ' All of them ' }, product, price)).toEqual({
    description: 'All of them',
    prices: [{ amountType: 'fixed', priceAmount: 9900, priceCurrency: 'eur' }],
  })
})

test('a new product is priced in the currency of its merchant and sold once', () => {
  const made = creationOf({ ...valuesOf(null, undefined, 'usd'), name: ' Relay ', amount: 2900 }, 'org')
  expect(made).toMatchObject({
    name: 'Relay',
    description: null,
    recurringInterval: null,
    prices: [{ priceAmount: 2900, priceCurrency: 'usd' }],
  })
})

test('a short name, no amount and a pair without key are told together', () => {
  const faults = faultsOf({ ...values, name: 'ab', amount: null, pairs: [{ id: 'x', key: '', value: '' }] }, words)
  expect(faults).toEqual({ name: 'name!', amount: 'amount!', pairs: { x: 'key!' } })
  expect(faultsOf(values, words)).toBeNull()
})

test.each([
  ['name', 'Too long', { name: 'Too long' }],
  ['prices.0.fixed.price_amount', 'Input should be greater than or equal to 50', { amount: 'at least 50' }],
  ['prices.0.fixed.price_amount', 'Input should be less than or equal to 99999999', { amount: 'at most 99999999' }],
  ['metadata.seats', 'Too long', { pairs: { seats: 'Too long' } }],
  ['medias', 'There is no such file.', { other: 'failed' }],
])('a refusal at %s stands at its field', (path, message, faults) => {
  const told = refusedFaults(refusal(path, message), values, { ...words, other: 'failed' })
  expect(Object.fromEntries(Object.entries(told).filter(([, fault]) => fault !== undefined))).toEqual(faults)
})
