import { expect, test } from 'vitest'
import { bareMoney, formatMoney, toDecimal, toMinor } from './money.ts'

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

test.each([
  ['29', 'usd', 2900],
  ['29.5', 'usd', 2950],
  ['29,50', 'usd', 2950],
  ['1,000.00', 'usd', 100000],
  ['1 000', 'usd', 100000],
  ['2900', 'jpy', 2900],
  ['29.001', 'usd', null],
  ['29.5', 'jpy', null],
  ['', 'usd', null],
  ['-1', 'usd', null],
  ['1e3', 'usd', null],
  ['99999999999999999999', 'usd', null],
])('the text %j in %s is %j minor units', (typed, currency, minor) => {
  expect(toMinor(typed, currency)).toBe(minor)
})

test('an amount is unchanged after formatting and parsing', () => {
  for (const minor of [0, 1, 99, 100, 123456])
    for (const currency of ['usd', 'jpy', 'kwd']) expect(toMinor(toDecimal(minor, currency), currency)).toBe(minor)
})
