import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import {
  fromStoredPrice,
  type Price,
  priceAmount,
  priceKinds,
  priceProblems,
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
  custom: { body: { amount_type: 'custom', price_currency: 'eur', minimum_amount: 500, preset_amount: 2000 }, amount: 2000 },
  free: { body: { amount_type: 'free' }, amount: 0 },
}

describe.each(Object.keys(priceKinds) as Price['kind'][])('the price kind %s', (name) => {
  const draft = toPriceDraft(productPriceCreate.parse(samples[name].body), 'usd')
  const price: Price = { ...base, ...draft }

  test('has its own name and accepts its sample', () => {
    expect([priceKinds[name].kind, price.kind]).toEqual([name, name])
    expect(priceProblems(draft, ['body', 'prices', 0])).toEqual([])
  })

  test('is read back unchanged from its stored form', () => {
    expect(fromStoredPrice(toStoredPrice(price, 1))).toEqual(price)
  })

  test('has the amount that is due at checkout', () => {
    expect(priceAmount(price)).toBe(samples[name].amount)
  })

  test('has a wire form that its schema accepts unchanged', () => {
    const wire = toPriceWire(price, { recurringInterval: null })
    expect(productPrice.parse(wire)).toEqual(wire)
    expect(wire).toMatchObject({ amount_type: name, type: 'one_time', recurring_interval: null })
  })
})

const customBody = { amount_type: 'custom', price_currency: 'eur' }

test.each([
  ['a minimum below what can be charged', { minimum_amount: 49 }, 'minimum_amount', { ge: 50 }],
  ['a negative minimum', { minimum_amount: -1 }, 'minimum_amount', { ge: 50 }],
  ['a maximum below the minimum', { minimum_amount: 500, maximum_amount: 499 }, 'maximum_amount', { ge: 500 }],
  ['a maximum of zero', { minimum_amount: 0, maximum_amount: 0 }, 'maximum_amount', { ge: 50 }],
  ['a maximum beyond the highest price', { maximum_amount: 100_000_000 }, 'maximum_amount', { le: 99_999_999 }],
  ['a preset below the minimum', { minimum_amount: 500, preset_amount: 499 }, 'preset_amount', { ge: 500 }],
  ['a preset above the maximum', { maximum_amount: 900, preset_amount: 1000 }, 'preset_amount', { le: 900 }],
  ['a preset of zero where something must be paid', { preset_amount: 0 }, 'preset_amount', { ge: 50 }],
  ['an unknown currency', { price_currency: 'EUR' }, 'price_currency', undefined],
])('%s is a problem of the custom price at its field', (_, more, field, ctx) => {
  const draft = toPriceDraft(productPriceCreate.parse({ ...customBody, ...more }), 'usd')
  expect(priceProblems(draft, ['body', 'prices', 0])).toMatchObject([{ loc: ['body', 'prices', 0, 'custom', field], ...(ctx && { ctx }) }])
})

test.each([
  ['in dollars', { price_currency: 'usd' }, 50, 1000],
  ['in yen', { price_currency: 'jpy' }, 50, 1000],
  ['that may be nothing', { minimum_amount: 0 }, 0, 1000],
  ['with a minimum above the default', { minimum_amount: 3000 }, 3000, 3000],
  ['with a maximum below the default', { maximum_amount: 700 }, 50, 700],
  ['that presets nothing to pay', { minimum_amount: 0, preset_amount: 0 }, 0, 0],
])('a custom price %s starts with its default', (_, more, minimum, amount) => {
  const draft = toPriceDraft(productPriceCreate.parse({ ...customBody, ...more }), 'usd')
  expect([priceProblems(draft, []), draft, priceAmount(draft)]).toMatchObject([[], { minimum }, amount])
})

test('a row of an unknown kind is a bug', () => {
  const none = { minimumAmount: null, maximumAmount: null, presetAmount: null }
  const stored = { ...base, ...none, position: 1, priceAmount: 1, priceCurrency: 'usd' }
  expect(() => fromStoredPrice({ ...stored, amountType: 'constructor' })).toThrow('no price kind')
  expect(() => fromStoredPrice({ ...stored, amountType: 'fixed', priceAmount: null })).toThrow('missing')
})

test('prices have a JSON Schema', () => {
  expect(JSON.stringify(z.toJSONSchema(productPrice, { io: 'output' }))).toContain('ProductPriceFixed')
})
