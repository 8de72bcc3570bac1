import { assert } from './assert.ts'
import { exponents, minimums } from './currencies.ts'

/** The highest price of anything, in minor units (rule M6). */
export const PRICE_MAXIMUM = 99_999_999

const FALLBACK_MINIMUM: Readonly<Record<number, number>> = { 0: 50, 2: 50, 3: 500 }
const UNIT_AMOUNT = /^(\d{1,17})(?:\.(\d{1,12}))?$/

/** An exact ratio; `denominator` is positive. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/**
 * The nearest integer to numerator / denominator, ties away from zero (rule M2): the only rounding of money there is.
 * Throws a `Bug` on a zero denominator, on numbers that are no integers, or on a result beyond 2^53.
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
 * Splits a total over weights without losing a unit (rule M3): each share is floored, the units left go to the largest
 * remainders, ties to the lowest index; a negative total is split as positive and negated. Weights that sum to nothing
 * count as equal. Throws a `Bug` on a negative weight, or when there is something to split and nobody to take it.
 */
export function allocate(total: number, weights: readonly (bigint | number)[]): number[] {
  if (total < 0) return allocate(-total, weights).map((share) => (share === 0 ? 0 : -share))
  const given = weights.map(BigInt)
  assert(
    given.every((weight) => weight >= 0n),
    'A weight is never negative',
  )
  assert(total === 0 || given.length > 0, 'There is an amount to split and nothing to split it over')
  const sum = given.reduce((all, weight) => all + weight, 0n)
  const effective = sum === 0n ? given.map(() => 1n) : given
  const whole = sum === 0n ? BigInt(given.length) : sum
  const amount = BigInt(total)
  const shares = effective.map((weight) => (amount * weight) / (whole || 1n))
  const left = Number(amount - shares.reduce((all, share) => all + share, 0n))
  const byRemainder = effective
    .map((weight, index) => ({ index, remainder: (amount * weight) % (whole || 1n) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  const lucky = new Set(byRemainder.slice(0, left).map((entry) => entry.index))
  return shares.map((share, index) => safe(share + (lucky.has(index) ? 1n : 0n)))
}

/** The sum of amounts in minor units. Throws a `Bug` beyond 2^53. */
export function sum(amounts: readonly number[]): number {
  return safe(amounts.reduce((all, amount) => all + BigInt(amount), 0n))
}

/** Whether the code is an ISO 4217 currency that can be sold in: lower case, 0, 2 or 3 decimals. */
export function isCurrency(code: string): boolean {
  return Object.hasOwn(exponents, code)
}

/** How many decimals the minor unit stands for: 0, 2 or 3 (rule M4). Throws a `Bug` for what is no currency. */
export function exponent(currency: string): number {
  const digits = isCurrency(currency) ? exponents[currency] : undefined
  assert(digits !== undefined, `${currency} is not a currency`)
  return digits
}

/** The least that can be charged in a currency, in minor units (rule M6). */
export function chargeableMinimum(currency: string): number {
  return minimums[currency] ?? FALLBACK_MINIMUM[exponent(currency)] ?? 50
}

/** What is wrong with a price, with its bound in minor units; null when it may stand (rule M6; zero is a free price, another kind). */
export function priceFault(amount: number, currency: string): { type: 'greater_than_equal' | 'less_than_equal'; bound: number } | null {
  const minimum = chargeableMinimum(currency)
  if (amount < minimum) return { type: 'greater_than_equal', bound: minimum }
  if (amount > PRICE_MAXIMUM) return { type: 'less_than_equal', bound: PRICE_MAXIMUM }
  return null
}

/** The step that totals must be a multiple of when a processor takes them, in minor units (rule M5). */
export function providerStep(provider: string, currency: string): number {
  return provider === 'stripe' && exponent(currency) === 3 ? 10 : 1
}

/**
 * An amount in the units that a processor wants (rule M5): Stripe counts isk and ugx in hundredths.
 * Throws a `Bug` when the amount is no multiple of the provider's step: totals are stepped where they are computed.
 */
export function toProviderUnits(provider: string, currency: string, amount: number): number {
  assert(amount % providerStep(provider, currency) === 0, `${amount} ${currency} does not fit the steps of ${provider}`)
  return provider === 'stripe' && (currency === 'isk' || currency === 'ugx') ? safe(BigInt(amount) * 100n) : amount
}

/** The amount as a decimal with a point and all decimals of its currency, no sign of the currency: `1234.56`. */
export function decimalString(amount: number, currency: string): string {
  const digits = exponent(currency)
  const text = safe(BigInt(Math.abs(amount)))
    .toString()
    .padStart(digits + 1, '0')
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
  return amount < 0 ? `-${whole}` : whole
}

/** A unit price in minor units written as a decimal of at most 12 places, as an exact ratio; null when it is none (rule M7). */
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
