// Exact arithmetic with ratios: quantities of usage and prices below a minor unit. Pure.
import { assert } from '../assert.ts'

/** An exact ratio; `denominator` is positive. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

export const ZERO: Rational = { numerator: 0n, denominator: 1n }

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/

/** A whole number as a ratio. */
export function wholeRational(value: number | bigint): Rational {
  return { numerator: BigInt(value), denominator: 1n }
}

/**
 * The decimal that a number of JSON is written as, exactly, and not the nearest double: 0.1 and 0.2 are 0.3. Throws a `Bug` for a text that
 * is no decimal.
 */
export function decimalRational(written: number | string): Rational {
  const [, sign, whole = '', places = '', exponent = '0'] = NUMBER.exec(String(written)) ?? []
  assert(sign !== undefined, `${written} is not a number of JSON`)
  const shift = Number(exponent) - places.length
  const digits = BigInt(`${sign}${whole}${places}`)
  return shift < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-shift) }
    : { numerator: digits * 10n ** BigInt(shift), denominator: 1n }
}

/** The sum. Of powers of ten the larger denominator stays, so that a long sum of decimals does not grow. */
export function plus(one: Rational, other: Rational): Rational {
  const [fine, coarse] = one.denominator > other.denominator ? [one, other] : [other, one]
  if (fine.denominator % coarse.denominator === 0n)
    return { numerator: fine.numerator + coarse.numerator * (fine.denominator / coarse.denominator), denominator: fine.denominator }
  return {
    numerator: one.numerator * other.denominator + other.numerator * one.denominator,
    denominator: one.denominator * other.denominator,
  }
}

/** `one` less `other`. */
export function minus(one: Rational, other: Rational): Rational {
  return plus(one, { numerator: -other.numerator, denominator: other.denominator })
}

/** Whether `one` is less than `other`. */
export function isBelow(one: Rational, other: Rational): boolean {
  return one.numerator * other.denominator < other.numerator * one.denominator
}

/** The smaller one. */
export function lesser(one: Rational, other: Rational): Rational {
  return isBelow(other, one) ? other : one
}

/** The larger one. */
export function greater(one: Rational, other: Rational): Rational {
  return isBelow(one, other) ? other : one
}

/** The largest whole number that is not above the ratio. */
export function floorOf({ numerator, denominator }: Rational): bigint {
  const quotient = numerator / denominator
  return numerator < 0n && quotient * denominator !== numerator ? quotient - 1n : quotient
}

/** The ratio as a decimal, exactly. Its denominator is a power of ten: sums of decimals are such ratios. */
export function decimalText({ numerator, denominator }: Rational): string {
  const places = denominator.toString().length - 1
  assert(denominator === 10n ** BigInt(places), `${numerator}/${denominator} is not a decimal`)
  const digits = (numerator < 0n ? -numerator : numerator).toString().padStart(places + 1, '0')
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return numerator < 0n ? `-${text}` : text
}
