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

const METER = '0195894c-7a10-7000-8000-000000000009'
const inCurrency = (currency: string) => ({ currency, meterNames: new Map([[METER, 'Tokens used']]) })

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
  metered_unit: { body: { amount_type: 'metered_unit', meter_id: METER, unit_amount: '0.5', cap_amount: 9000 }, amount: 0 },
}

describe.each(Object.keys(priceKinds) as Price['kind'][])('the price kind %s', (name) => {
  const draft = toPriceDraft(productPriceCreate.parse(samples[name].body), inCurrency('usd'))
  const price: Price = { ...base, ...draft }

  test('has its own name and accepts its sample', () => {
    expect([priceKinds[name].kind, price.kind]).toEqual([name, name])
    expect(priceProblems(draft, ['body', 'prices', 0])).toEqual([])
  })

  test('is read back unchanged from its stored form', () => {
    expect(fromStoredPrice(toStoredPrice(price, 1), { meterName: 'meterName' in price ? price.meterName : null })).toEqual(price)
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
  const draft = toPriceDraft(productPriceCreate.parse({ ...customBody, ...more }), inCurrency('usd'))
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
  const draft = toPriceDraft(productPriceCreate.parse({ ...customBody, ...more }), inCurrency('usd'))
  expect([priceProblems(draft, []), draft, priceAmount(draft)]).toMatchObject([[], { minimum }, amount])
})

const meteredBody = { amount_type: 'metered_unit', meter_id: METER, unit_amount: 1, price_currency: 'eur' }
const meteredDraft = (more: object) => toPriceDraft(productPriceCreate.parse({ ...meteredBody, ...more }), inCurrency('usd'))

test.each([
  [0.5, '0.5'],
  ['0.50', '0.5'],
  ['007', '7'],
  ['3.000', '3'],
  [1e-7, '0.0000001'],
  ['0.000000000001', '0.000000000001'],
  [99_999_999, '99999999'],
])('the unit amount %j is %s', (unit_amount, unitAmount) => {
  expect([meteredDraft({ unit_amount }), priceProblems(meteredDraft({ unit_amount }), [])]).toMatchObject([{ unitAmount }, []])
})

test.each([
  ['a unit amount of zero', { unit_amount: 0 }, 'unit_amount', 'greater_than'],
  ['a unit amount of 0.00', { unit_amount: '0.00' }, 'unit_amount', 'greater_than'],
  ['a negative unit amount', { unit_amount: '-1' }, 'unit_amount', 'greater_than'],
  ['a unit amount with 13 decimals', { unit_amount: '0.0000000000001' }, 'unit_amount', 'value_error'],
  ['a number with more decimals', { unit_amount: 1.234_567_8e-7 }, 'unit_amount', 'value_error'],
  ['a unit amount in words', { unit_amount: 'one' }, 'unit_amount', 'value_error'],
  ['a unit amount beyond the highest price', { unit_amount: '99999999.1' }, 'unit_amount', 'less_than_equal'],
  ['a huge unit amount', { unit_amount: 1e300 }, 'unit_amount', 'value_error'],
  ['a negative cap', { cap_amount: -1 }, 'cap_amount', 'greater_than_equal'],
  ['a cap beyond the highest price', { cap_amount: 100_000_000 }, 'cap_amount', 'less_than_equal'],
  ['an unknown meter', { meter_id: base.id }, 'meter_id', 'value_error'],
  ['an unknown currency', { price_currency: 'EUR' }, 'price_currency', 'value_error'],
])('%s is a problem of the metered price at its field', (_, more, field, type) => {
  expect(priceProblems(meteredDraft(more), ['body', 'prices', 0])).toMatchObject([
    { loc: ['body', 'prices', 0, 'metered_unit', field], type },
  ])
})

test('a row of an unknown kind is a bug', () => {
  const none = { minimumAmount: null, maximumAmount: null, presetAmount: null, unitAmount: null, capAmount: null, meterId: null }
  const references = { meterName: null }
  const stored = { ...base, ...none, position: 1, priceAmount: 1, priceCurrency: 'usd' }
  expect(() => fromStoredPrice({ ...stored, amountType: 'constructor' }, references)).toThrow('no price kind')
  expect(() => fromStoredPrice({ ...stored, amountType: 'fixed', priceAmount: null }, references)).toThrow('missing')
})

test('prices have a JSON Schema', () => {
  expect(JSON.stringify(z.toJSONSchema(productPrice, { io: 'output' }))).toContain('ProductPriceFixed')
})
