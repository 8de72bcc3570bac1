import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  fromStoredPrice,
  type Price,
  priceKinds,
  productPrice,
  productPriceCreate,
  toPriceDraft,
  toPriceWire,
  toStoredPrice,
} from './index.ts'

const base = {
  id: '0195894c-7a10-7000-8000-000000000001',
  organizationId: '0195894c-7a10-7000-8000-000000000002',
  productId: '0195894c-7a10-7000-8000-000000000003',
  isArchived: false,
  createdAt: new Date('2026-03-12T14:20:00.000Z'),
  modifiedAt: null,
}

/** For each kind, a valid body and the amount due at checkout. */
const samples: { readonly [Kind in Price['kind']]: { readonly body: object; readonly amount: number } } = {
  fixed: { body: { amount_type: 'fixed', price_amount: 1500, price_currency: 'eur' }, amount: 1500 },
}

describe.each(Object.keys(priceKinds) as Price['kind'][])('the price kind %s', (name) => {
  const kind = priceKinds[name]
  const draft = toPriceDraft(productPriceCreate.parse(samples[name].body), 'usd')
  const price: Price = { ...base, ...draft }

  test('has its own name and accepts its sample', () => {
    expect([kind.kind, price.kind]).toEqual([name, name])
    expect(kind.problems(draft, ['body', 'prices', 0])).toEqual([])
  })

  test('is read back unchanged from its stored form', () => {
    expect(fromStoredPrice(toStoredPrice(price, 1))).toEqual(price)
  })

  test('has the amount that is due at checkout', () => {
    expect(kind.amountFor(price)).toBe(samples[name].amount)
  })

  test('has a wire form that its schema accepts unchanged', () => {
    const wire = toPriceWire(price, { recurringInterval: null })
    expect(productPrice.parse(wire)).toEqual(wire)
    expect(wire).toMatchObject({ amount_type: name, type: 'one_time', recurring_interval: null })
  })
})

test('a row of an unknown kind is a bug', () => {
  const stored = { ...base, position: 1, priceAmount: 1, priceCurrency: 'usd' }
  expect(() => fromStoredPrice({ ...stored, amountType: 'constructor' })).toThrow('no price kind')
  expect(() => fromStoredPrice({ ...stored, amountType: 'fixed', priceAmount: null })).toThrow('missing')
})

test('prices have a JSON Schema', () => {
  expect(JSON.stringify(z.toJSONSchema(productPrice, { io: 'output' }))).toContain('ProductPriceFixed')
})
