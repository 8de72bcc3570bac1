import { expect, test } from 'vitest'
import { decimalRational, decimalText, floorOf, greater, lesser, minus, plus, wholeRational } from './rational.ts'

test.each([
  ['0.1', 1n, 10n],
  ['-12.50', -1250n, 100n],
  ['1e21', 10n ** 21n, 1n],
  ['1.5e-7', 15n, 10n ** 8n],
] as const)('%s is exact', (written, numerator, denominator) => {
  expect(decimalRational(written)).toEqual({ numerator, denominator })
})

test('a text that is no decimal is a bug', () => {
  expect(() => decimalRational('0x10')).toThrow('0x10 is not a number of JSON')
})

test('sums are exact, also of ratios that are no decimals', () => {
  const third = { numerator: 1n, denominator: 3n }
  expect(plus(decimalRational('0.1'), decimalRational('0.25'))).toEqual({ numerator: 35n, denominator: 100n })
  expect(minus(plus(third, decimalRational('0.5')), third)).toEqual({ numerator: 15n, denominator: 30n })
})

test.each([
  [7n, 2n, 3n],
  [-7n, 2n, -4n],
  [-6n, 2n, -3n],
] as const)('the floor of %d / %d is %d', (numerator, denominator, floor) => {
  expect(floorOf({ numerator, denominator })).toBe(floor)
})

test('of two ratios one is the lesser and the other the greater, and of equal ones the first is both', () => {
  const [one, two] = [wholeRational(1), decimalRational('1.01')]
  expect([lesser(one, two), lesser(two, one), greater(one, two), greater(two, one)]).toEqual([one, one, two, two])
  const same = decimalRational('1.00')
  expect([lesser(one, same), greater(one, same)]).toEqual([one, one])
})

test.each(['0', '12.50', '-0.05', '1000', '0.000001'])('%s is written as it was read', (written) => {
  expect(decimalText(decimalRational(written))).toBe(written)
})

test('a ratio that is no decimal has no text', () => {
  expect(() => decimalText({ numerator: 1n, denominator: 3n })).toThrow('1/3 is not a decimal')
})
