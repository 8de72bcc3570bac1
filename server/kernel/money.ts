import { assert } from './assert.ts'
import { exponents, minimums } from './currencies.ts'
import type { Rational } from './numbers/rational.ts'

/** The highest price, in minor units (rule M6). */
export const PRICE_MAXIMUM = 99_999_999

const FALLBACK_MINIMUM: Readonly<Record<number, number>> = { 0: 50, 2: 50, 3: 500 }
const UNIT_AMOUNT = /^(\d{1,17})(?:\.(\d{1,12}))?$/

/**
 * The nearest integer to numerator / denominator, ties away from zero (rule M2): the only rounding of money. Throws a `Bug` on a zero
 * denominator, on numbers that are not integers, or on a result beyond 2^53.
 */
export function round(numerator: bigint | number, denominator: bigint | number): number {
  const over = BigInt(denominator)
  assert(over !== 0n, 'A ratio needs a denominator')
  const above = over < 0n ? -BigInt(numerator) : BigInt(numerator)
  const below = over < 0n ? -over : over
  const magnitude = above < 0n ? -above : above
  const rounded = (magnitude * 2n + below) / (below * 2n)
  return safe(above < 0n ? -rounded : rounded)
}

/**
 * Splits a total over weights so that no unit is lost (rule M3): each share is floored, and the remaining units go to the largest
 * remainders, ties to the lowest index. A negative total is split as positive and negated. Weights that sum to zero count as equal.
 * Throws a `Bug` on a negative weight, or if there is an amount and no weight.
 */
export function allocate(total: number, weights: readonly (bigint | number)[]): number[] {
  if (total < 0) return allocate(-total, weights).map((share) => (share === 0 ? 0 : -share))
  const exactWeights = weights.map(BigInt)
  assert(
    exactWeights.every((weight) => weight >= 0n),
    'A weight is never negative',
  )
  assert(total === 0 || exactWeights.length > 0, 'There is an amount to split and nothing to split it over')
  const sum = exactWeights.reduce((all, weight) => all + weight, 0n)
  const effective = sum === 0n ? exactWeights.map(() => 1n) : exactWeights
  const whole = sum === 0n ? BigInt(exactWeights.length) : sum
  const amount = BigInt(total)
  const shares = effective.map((weight) => (amount * weight) / (whole || 1n))
  const left = Number(amount - shares.reduce((all, share) => all + share, 0n))
  const byRemainder = effective
    .map((weight, index) => ({ index, remainder: (amount * weight) % (whole || 1n) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  const roundedUp = new Set(byRemainder.slice(0, left).map((entry) => entry.index))
  return shares.map((share, index) => safe(share + (roundedUp.has(index) ? 1n : 0n)))
}

/** The sum of amounts in minor units. Throws a `Bug` beyond 2^53. */
export function sum(amounts: readonly number[]): number {
  return safe(amounts.reduce((all, amount) => all + BigInt(amount), 0n))
}

/** Whether the code is a supported ISO 4217 currency: lower case, 0, 2 or 3 decimals. */
export function isCurrency(code: string): boolean {
  return Object.hasOwn(exponents, code)
}

/** The number of decimals of the minor unit: 0, 2 or 3 (rule M4). Throws a `Bug` for an unknown currency. */
export function exponent(currency: string): number {
  const digits = isCurrency(currency) ? exponents[currency] : undefined
  assert(digits !== undefined, `${currency} is not a currency`)
  return digits
}

/** The smallest chargeable amount of a currency, in minor units (rule M6). */
export function chargeableMinimum(currency: string): number {
  return minimums[currency] ?? FALLBACK_MINIMUM[exponent(currency)] ?? 50
}

/** A bound that an amount violates, in minor units. */
export interface AmountFault {
  readonly type: 'greater_than_equal' | 'less_than_equal'
  readonly bound: number
}

/** The bound that a price violates, in minor units; null if the price is valid (rule M6). Zero is a free price, which is another kind. */
export function priceFault(amount: number, currency: string): AmountFault | null {
  const minimum = chargeableMinimum(currency)
  if (amount < minimum) return { type: 'greater_than_equal', bound: minimum }
  if (amount > PRICE_MAXIMUM) return { type: 'less_than_equal', bound: PRICE_MAXIMUM }
  return null
}

/** The currencies without decimals that Stripe counts in hundredths, and the one with two that it counts whole. */
const HUNDREDTHS: ReadonlySet<string> = new Set(['isk', 'ugx'])
const WHOLE = 'mga'

/** Whether the processor counts amounts of a currency in its minor units, as we do. */
export function usesMinorUnits(provider: string, currency: string): boolean {
  return provider !== 'stripe' || !(HUNDREDTHS.has(currency) || currency === WHOLE)
}

/** The step of which a charge must be a multiple for the processor, in minor units (rule M5). */
export function providerStep(provider: string, currency: string): number {
  if (provider !== 'stripe') return 1
  return currency === WHOLE ? 100 : exponent(currency) === 3 ? 10 : 1
}

/** The most of an amount that the processor can charge or refund, in minor units: less than a step is left out. */
export function withinStep(provider: string, currency: string, amount: number): number {
  return amount - (amount % providerStep(provider, currency))
}

/** Whether no processor can charge this rest of an amount, in minor units. */
export function isBelowStep(amount: number, currency: string): boolean {
  return amount < providerStep('stripe', currency)
}

/**
 * The amount in the units of the processor (rule M5): Stripe counts isk and ugx in hundredths, and mga in whole units. Throws a `Bug` if
 * the amount is not a multiple of the processor's step: `withinStep` limits payments and refunds to it where they are recorded.
 */
export function toProviderUnits(provider: string, currency: string, amount: number): number {
  assert(amount % providerStep(provider, currency) === 0, `${amount} ${currency} does not fit the steps of ${provider}`)
  if (provider !== 'stripe') return amount
  return HUNDREDTHS.has(currency) ? safe(BigInt(amount) * 100n) : currency === WHOLE ? amount / 100 : amount
}

/** The amount of the processor in minor units, the reverse of `toProviderUnits`. A fraction, as of a fee, is rounded. */
export function fromProviderUnits(provider: string, currency: string, amount: number): number {
  if (provider !== 'stripe') return amount
  return HUNDREDTHS.has(currency) ? round(amount, 100) : currency === WHOLE ? safe(BigInt(amount) * 100n) : amount
}

/** The amount as a decimal with a point and all decimals of its currency, without a currency sign: `1234.56`. */
export function decimalString(amount: number, currency: string): string {
  const digits = exponent(currency)
  const text = safe(BigInt(Math.abs(amount)))
    .toString()
    .padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return amount < 0 ? `-${whole}` : whole
}

/** The same as a number, for tables that people calculate with: 4250 of `usd` is 42.5. Never calculate with it here. */
export function decimal(amount: number, currency: string): number {
  return Number(decimalString(amount, currency))
}

/** A unit price in minor units, written as a decimal of at most 12 places, as an exact ratio; null if it is not one (rule M7). */
export function unitAmount(text: string): Rational | null {
  const match = UNIT_AMOUNT.exec(text)
  if (!match) return null
  const places = match[2] ?? ''
  return { numerator: BigInt(`${match[1]}${places}`), denominator: 10n ** BigInt(places.length) }
}

function safe(value: bigint): number {
  const number = Number(value)
  assert(Number.isSafeInteger(number), `The amount ${value} is beyond what can be counted`)
  return number
}
