import { expect, test } from 'vitest'
import { decimalString } from '#kernel/money.ts'
import { parseDecimal, toMinor } from './decimal.ts'
import { bareMoney } from './money.ts'

const [english, german] = ['en-GB', 'de-DE']

test.each([
  ['29', '29', '29'],
  ['29.5', '29.5', '29.5'],
  ['29,50', '29.50', '29.50'],
  ['1,234.50', '1234.50', '1234.50'],
  ['1.234,50', '1234.50', '1234.50'],
  ['1.234.567', '1234567', '1234567'],
  ['1,234,567.8', '1234567.8', '1234567.8'],
  ['1 234,5', '1234.5', '1234.5'],
  ['1\u00a0234,5', '1234.5', '1234.5'],
  ['1’234.50', '1234.50', '1234.50'],
  ['1,234', '1234', '1.234'],
  ['1.234', '1.234', '1234'],
  ['0,500', '0.500', '0.500'],
  ['1234,500', '1234.500', '1234.500'],
  [' 89 ', '89', '89'],
  ['5.', '5', '5'],
])('the text %j is %s in English and %s in German', (typed, inEnglish, inGerman) => {
  expect(parseDecimal(typed, english)).toBe(inEnglish)
  expect(parseDecimal(typed, german)).toBe(inGerman)
})

test.each(['', ' ', '-1', '+1', '1e3', '€5', '.5', ',', '1,23,4', '1.2.3', '12.34,5', '1,2.3,4', '1,234.5.6', 'abc', '1..2', '1 2 €'])(
  'the text %j is no number in any language',
  (typed) => {
    expect(parseDecimal(typed, english)).toBeNull()
    expect(parseDecimal(typed, german)).toBeNull()
  },
)

test.each([
  ['29', 'usd', 2900],
  ['29.5', 'usd', 2950],
  ['29,50', 'usd', 2950],
  ['1,000.00', 'usd', 100000],
  ['1,000', 'usd', 100000],
  ['1 000', 'usd', 100000],
  ['2900', 'jpy', 2900],
  ['1.234', 'kwd', 1234],
  ['29.001', 'usd', null],
  ['29.5', 'jpy', null],
  ['', 'usd', null],
  ['-1', 'usd', null],
  ['1e3', 'usd', null],
  ['99999999999999999999', 'usd', null],
])('the text %j in %s is %j minor units', (typed, currency, minor) => {
  expect(toMinor(typed, currency, 'en-GB')).toBe(minor)
})

test.each(['en-GB', 'de-DE', 'fr-FR', 'de-CH'])('in %s, an amount is unchanged after formatting and parsing', (locale) => {
  for (const minor of [0, 1, 99, 100, 123_456, 1_234_567_890])
    for (const currency of ['usd', 'jpy', 'kwd']) {
      expect(toMinor(bareMoney(locale, minor, currency), currency, locale)).toBe(minor)
      // A plain decimal with a point, as people paste it from the API: ambiguous only with three decimals.
      if (currency !== 'kwd') expect(toMinor(decimalString(minor, currency), currency, locale)).toBe(minor)
    }
})
