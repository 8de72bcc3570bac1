import { expect, test } from 'vitest'
import { outcomeAt, products, purchases } from './shop.ts'

test('the example shop is the same on every run', () => {
  expect(purchases()).toEqual(purchases())
})

test('forty customers buy, every product is bought, and some come again', () => {
  const all = purchases()
  expect(new Set(all.map(({ email }) => email)).size).toBe(40)
  expect(new Set(all.map(({ product }) => product)).size).toBe(products.length)
  expect(all.length).toBeGreaterThan(45)
})

test('only the product at the buyer’s choice has a chosen amount, within its bounds', () => {
  for (const { product, amount } of purchases()) {
    if (product === 1) expect(amount).toSatisfy((cents: number) => cents >= 500 && cents <= 20_000)
    else expect(amount).toBeNull()
  }
})

test('every outcome of a sale occurs, and most are paid', () => {
  const outcomes = purchases()
    .filter(({ product }) => product !== 2)
    .map((_, at) => outcomeAt(at))
  expect(new Set(outcomes).size).toBe(8)
  expect(outcomes.filter((outcome) => outcome === 'paid').length).toBeGreaterThan(outcomes.length / 3)
})
