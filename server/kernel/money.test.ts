import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allocate,
  chargeableMinimum,
  decimalString,
  exponent,
  fromProviderUnits,
  isBelowStep,
  isCurrency,
  priceFault,
  providerStep,
  round,
  sum,
  toProviderUnits,
  unitAmount,
  withinStep,
} from './money.ts'

test.each([
  [5, 2, 3],
  [-5, 2, -3],
  [1, 3, 0],
  [-1, 3, 0],
  [-1, 2, -1],
  [7, -2, -4],
  [0, 9, 0],
])('%i / %i rounds to %i: ties round away from zero', (numerator, denominator, rounded) => {
  expect(Object.is(round(numerator, denominator), rounded)).toBe(true)
})

test('a result beyond 2^53 throws instead of giving a wrong amount', () => {
  expect(() => round(2n ** 60n, 3)).toThrow('beyond')
  expect(() => sum([Number.MAX_SAFE_INTEGER, 1])).toThrow('beyond')
  expect(() => round(1, 0)).toThrow('denominator')
})

test.each([
  [1000, [1, 1, 1], [334, 333, 333]],
  [-1000, [1, 1, 1], [-334, -333, -333]],
  [10, [0, 0], [5, 5]],
  [7, [3, 0, 1], [5, 0, 2]],
  [0, [], []],
])('%i allocated over %j gives %j', (total, weights, shares) => {
  expect(allocate(total, weights)).toEqual(shares)
})

test('allocation never loses or adds a unit, and no share is off by more than one unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
      fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 }),
      (total, weights) => {
        const shares = allocate(total, weights)
        const whole = sum(weights)
        expect(sum(shares)).toBe(total)
        if (whole > 0) {
          shares.forEach((share, index) => {
            expect(Math.abs(share - (total * (weights[index] ?? 0)) / whole)).toBeLessThan(1.001)
          })
        }
      },
    ),
  )
})

test('a negative weight throws, and so does an amount without weights', () => {
  expect(() => allocate(10, [-1, 2])).toThrow('weight')
  expect(() => allocate(10, [])).toThrow('split')
})

test.each([
  ['usd', 2],
  ['jpy', 0],
  ['kwd', 3],
  ['ugx', 0],
])('%s has %i decimals', (currency, digits) => {
  expect(exponent(currency)).toBe(digits)
})

test.each(['USD', 'clf', 'xau', 'constructor', '', 'usdx'])('%j is not a supported currency', (code) => {
  expect(isCurrency(code)).toBe(false)
  expect(() => exponent(code)).toThrow('not a currency')
})

test.each([
  [123456, 'usd', '1234.56'],
  [7, 'usd', '0.07'],
  [-5, 'usd', '-0.05'],
  [7, 'kwd', '0.007'],
  [1500, 'jpy', '1500'],
  [0, 'eur', '0.00'],
])('%i %s is formatted as %s', (amount, currency, text) => {
  expect(decimalString(amount, currency)).toBe(text)
})

test.each([
  [49, 'usd', { type: 'greater_than_equal', bound: 50 }],
  [50, 'usd', null],
  [99_999_999, 'eur', null],
  [100_000_000, 'eur', { type: 'less_than_equal', bound: 99_999_999 }],
  [30, 'gbp', null],
  [299, 'sek', { type: 'greater_than_equal', bound: 300 }],
] as const)('a price of %i %s is checked against the bounds of its currency', (amount, currency, fault) => {
  expect(priceFault(amount, currency)).toEqual(fault)
})

test('every kind of currency has a chargeable minimum', () => {
  expect(['usd', 'jpy', 'bhd'].map(chargeableMinimum)).toEqual([50, 50, 500])
})

test('Stripe takes isk and ugx in hundredths, mga in whole units, and currencies of three decimals in steps of ten', () => {
  expect(toProviderUnits('stripe', 'isk', 500)).toBe(50_000)
  expect(toProviderUnits('sandbox', 'isk', 500)).toBe(500)
  expect([fromProviderUnits('stripe', 'isk', 50_050), fromProviderUnits('stripe', 'usd', 1999)]).toEqual([501, 1999])
  expect(providerStep('stripe', 'kwd')).toBe(10)
  expect(() => toProviderUnits('stripe', 'kwd', 1234)).toThrow('steps')
  expect([toProviderUnits('stripe', 'mga', 450_000), fromProviderUnits('stripe', 'mga', 4500)]).toEqual([4500, 450_000])
  expect(() => toProviderUnits('stripe', 'mga', 450_050)).toThrow('steps')
})

test.each([
  ['stripe', 'kwd', 1239, 1230],
  ['stripe', 'mga', 199, 100],
  ['stripe', 'usd', 1239, 1239],
  ['stripe', 'isk', 7, 7],
  ['sandbox', 'kwd', 1239, 1239],
])('%s takes of an amount in %s what is within its step', (provider, currency, amount, expected) => {
  expect(withinStep(provider, currency, amount)).toBe(expected)
  expect([0, 9, 10, 99].map((rest) => isBelowStep(rest, currency))).toEqual(
    { kwd: [true, true, false, false], mga: [true, true, true, true] }[currency] ?? [true, false, false, false],
  )
})

test.each([
  ['0.5', { numerator: 5n, denominator: 10n }],
  ['12', { numerator: 12n, denominator: 1n }],
  ['0.0000000000001', null],
  ['-1', null],
  ['1e3', null],
])('the unit price %s is parsed exactly', (text, ratio) => {
  expect(unitAmount(text)).toEqual(ratio)
})
