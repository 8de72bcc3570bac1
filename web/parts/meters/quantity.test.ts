import { expect, test } from 'vitest'
import { quantityText } from './quantity.ts'

test.each([
  ['en', 1_234.5, '1,234.5'],
  ['de', -1_234.5, '−1.234,5'],
  ['en', 0.000_000_000_001, '0.000000000001'],
  ['en', 0, '0'],
])('in %s the quantity %d is %s', (locale, quantity, text) => {
  expect(quantityText(locale, quantity)).toBe(text)
})
