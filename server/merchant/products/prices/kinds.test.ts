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

/** A body that each kind accepts, and what it asks at checkout. */
const samples: { readonly [Kind in Price['kind']]: { readonly body: object; readonly amount: number } } = {
  fixed: { body: { amount_type: 'fixed', price_amount: 1500, price_currency: 'eur' }, amount: 1500 },
}

describe.each(Object.keys(priceKinds) as Price['kind'][])('the price kind %s', (name) => {
  const kind = priceKinds[name]
  const draft = toPriceDraft(productPriceCreate.parse(samples[name].body), 'usd')
  const price = kind.make(draft, base)

  test('bears its own name and finds nothing wrong with its sample', () => {
    expect([kind.kind, price.kind]).toEqual([name, name])
    expect(kind.problems(draft, ['body', 'prices', 0])).toEqual([])
  })

  test('comes back from its columns as it was', () => {
    expect(fromPriceColumns(name, kind.toColumns(price), base)).toEqual(price)
  })

  test('says what is due at checkout', () => {
    expect(kind.amountFor(price)).toBe(samples[name].amount)
  })

  test('has a wire form that its schema keeps whole', () => {
    const wire = toPriceWire(price, { recurringInterval: null })
    expect(productPrice.parse(wire)).toEqual(wire)
    expect(wire).toMatchObject({ amount_type: name, type: 'one_time', recurring_interval: null })
  })
})

test('a row of an unknown kind is a bug', () => {
  expect(() => fromPriceColumns('constructor', { price_amount: 1, price_currency: 'usd' }, base)).toThrow('no price kind')
  expect(() => fromPriceColumns('fixed', { price_amount: null, price_currency: 'usd' }, base)).toThrow('missing')
})

test('prices can be written down as JSON Schema', () => {
  expect(JSON.stringify(z.toJSONSchema(productPrice, { io: 'output' }))).toContain('ProductPriceFixed')
})
