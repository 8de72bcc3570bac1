import { expect, test } from 'vitest'
import type { Price } from '#client/index.ts'
import { priceBounds, priceName, priceText, productPriceText } from './price-labels.ts'

const base = {
  id: 'p1',
  createdAt: '2026-03-12T14:20:00Z',
  modifiedAt: null,
  isArchived: false,
  productId: 'one',
  source: 'catalog',
  taxBehavior: null,
} as const
const once = { ...base, type: 'one_time', recurringInterval: null } as const
const monthly = { ...base, type: 'recurring', recurringInterval: 'month' } as const
const meter = { id: 'm1', name: 'Tokens', unit: 'scalar', customLabel: null, customMultiplier: null } as const

const fixed: Price = { ...monthly, amountType: 'fixed', priceAmount: 900, priceCurrency: 'eur' }
const custom: Price = {
  ...once,
  amountType: 'custom',
  priceCurrency: 'eur',
  minimumAmount: 500,
  maximumAmount: 9000,
  presetAmount: 1000,
}
const free: Price = { ...once, amountType: 'free' }
const usage: Price = {
  ...monthly,
  amountType: 'metered_unit',
  priceCurrency: 'eur',
  unitAmount: '0.5',
  capAmount: 9000,
  meterId: 'm1',
  meter,
}

test.each([
  [fixed, 'Fixed', '€9.00 / month', []],
  [custom, 'Pay what you want', 'From €5.00', ['At most €90.00', '€10.00 suggested']],
  [{ ...custom, minimumAmount: 0, maximumAmount: null, presetAmount: null }, 'Pay what you want', 'Any amount', []],
  [free, 'Free', 'Free', []],
  [usage, 'Usage: Tokens', '€0.005 per unit', ['At most €90.00 / month']],
] as const)('the price %j is called %s and costs %s', (price, name, text, bounds) => {
  expect([priceName(price), priceText(price, 'en'), priceBounds(price, 'en')]).toEqual([name, text, bounds])
})

test('a product says all its prices in a few words, without archived ones', () => {
  const archived = { ...fixed, isArchived: true }
  expect(productPriceText({ prices: [usage, fixed] }, 'en')).toBe('€9.00 / month + usage')
  expect(productPriceText({ prices: [usage, archived] }, 'en')).toBe('€0.005 per unit')
  expect(productPriceText({ prices: [usage, { ...usage, id: 'p2' }] }, 'en')).toBe('Usage, 2 prices')
  expect(productPriceText({ prices: [archived] }, 'en')).toBeUndefined()
})
