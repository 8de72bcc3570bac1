import { expect, test } from 'vitest'
import { bareMoney, formatMoney } from './money.ts'

test.each([
  [2900, 'usd', '$29.00'],
  [-450, 'usd', '−$4.50'],
  [2900, 'jpy', 'JP¥2,900'],
  [1234567, 'kwd', 'KWD 1,234.567'],
  [5, 'eur', '€0.05'],
  [Number.MAX_SAFE_INTEGER, 'usd', '$90,071,992,547,409.91'],
])('%d minor units of %s are formatted as %s', (minor, currency, text) => {
  expect(formatMoney('en-GB', minor, currency).replaceAll('\u00a0', ' ')).toBe(text)
})

test.each([
  ['en-GB', 129_900, 'usd', '1,299.00'],
  ['de-DE', 129_900, 'usd', '1.299,00'],
  ['en-GB', -450, 'usd', '−4.50'],
  ['en-GB', 129_900, 'jpy', '129,900'],
  ['en-GB', Number.MAX_SAFE_INTEGER, 'usd', '90,071,992,547,409.91'],
])('in %s, %d minor units of %s without the currency are %s', (language, minor, currency, text) => {
  expect(bareMoney(language, minor, currency)).toBe(text)
})
