import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fromPriceColumns, type Price, priceKinds, productPrice, productPriceCreate, toPriceDraft, toPriceWire } from './index.ts'

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
  const price = kind.create(draft, base)

  test('has its own name and accepts its sample', () => {
    expect([kind.kind, price.kind]).toEqual([name, name])
    expect(kind.problems(draft, ['body', 'prices', 0])).toEqual([])
  })

  test('is read back unchanged from its columns', () => {
    expect(fromPriceColumns(name, kind.toColumns(price), base)).toEqual(price)
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
  expect(() => fromPriceColumns('constructor', { price_amount: 1, price_currency: 'usd' }, base)).toThrow('no price kind')
  expect(() => fromPriceColumns('fixed', { price_amount: null, price_currency: 'usd' }, base)).toThrow('missing')
})

test('prices have a JSON Schema', () => {
  expect(JSON.stringify(z.toJSONSchema(productPrice, { io: 'output' }))).toContain('ProductPriceFixed')
})
