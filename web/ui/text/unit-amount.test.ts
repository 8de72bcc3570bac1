import { expect, test } from 'vitest'
import { bareUnitAmount, formatUnitAmount, toUnitAmount } from './unit-amount.ts'

test.each([
  ['en', '0.5', 'usd', '$0.005', '0.005'],
  ['de', '0.5', 'eur', '0,005 €', '0,005'],
  ['en', '250', 'usd', '$2.50', '2.5'],
  ['en', '0.000000000001', 'usd', '$0.00000000000001', '0.00000000000001'],
  ['en', '12.25', 'jpy', '¥12.25', '12.25'],
  ['en', '1.5', 'kwd', 'KWD 0.0015', '0.0015'],
])('in %s the unit amount %s of %s is %s, and typed as %s', (locale, unitAmount, currency, shown, typed) => {
  expect(formatUnitAmount(locale, unitAmount, currency).replaceAll('\u00a0', ' ')).toBe(shown)
  expect(bareUnitAmount(locale, unitAmount, currency)).toBe(typed)
  expect(toUnitAmount(typed, currency, locale)).toBe(unitAmount)
})

test.each(['', '0', '0.00', '-1', 'one', '0.000000000000001'])('%j is no unit amount of dollars', (typed) => {
  expect(toUnitAmount(typed, 'usd', 'en')).toBeNull()
})
