// What a meter makes of the events that match (behaviour 4.3). Pure and exact.
import { assert } from '../assert.ts'
import type { Rational } from '../money.ts'
import { type MeteredEvent, propertyOf } from './filter.ts'

/** How the events are counted; all but `count` read one property of each. */
export type Aggregation =
  | { readonly func: 'count' }
  | { readonly func: 'sum' | 'max' | 'min' | 'avg' | 'unique'; readonly property: string }

/** The decimals of a quantity where it is shown. */
export const QUANTITY_DECIMALS = 12

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/
const ZERO: Rational = { numerator: 0n, denominator: 1n }

/**
 * The quantity of events that match a meter, exactly. Zero where there are none. Events whose property is no number are skipped;
 * `unique` counts different values, and skips events without one.
 */
export function aggregate(aggregation: Aggregation, events: readonly MeteredEvent[]): Rational {
  if (aggregation.func === 'count') return { numerator: BigInt(events.length), denominator: 1n }
  const values = events.map((event) => propertyOf(aggregation.property, event))
  if (aggregation.func === 'unique') return { numerator: BigInt(countOfDifferent(values)), denominator: 1n }
  const numbers = values.filter((value) => typeof value === 'number').map(rationalOf)
  const [first] = numbers
  if (!first) return ZERO
  if (aggregation.func === 'max') return numbers.reduce((best, each) => (isBelow(best, each) ? each : best), first)
  if (aggregation.func === 'min') return numbers.reduce((best, each) => (isBelow(each, best) ? each : best), first)
  const { numerator, denominator } = numbers.reduce(plus, ZERO)
  return aggregation.func === 'sum' ? { numerator, denominator } : { numerator, denominator: denominator * BigInt(numbers.length) }
}

/** A quantity as a number, rounded to 12 decimals, half away from zero. What is billed is the exact quantity. */
export function shownQuantity({ numerator, denominator }: Rational): number {
  const scale = 10n ** BigInt(QUANTITY_DECIMALS)
  const magnitude = numerator < 0n ? -numerator : numerator
  const digits = ((magnitude * scale * 2n + denominator) / (denominator * 2n)).toString().padStart(QUANTITY_DECIMALS + 1, '0')
  const text = `${digits.slice(0, -QUANTITY_DECIMALS)}.${digits.slice(-QUANTITY_DECIMALS)}`
  return numerator < 0n ? -Number(text) : Number(text)
}

// A number of JSON is the decimal that it is written as, not the nearest double: 0.1 and 0.2 are 0.3.
function rationalOf(value: number): Rational {
  const [, sign, whole = '', places = '', exponent = '0'] = NUMBER.exec(String(value)) ?? []
  assert(sign !== undefined, `${value} is not a number of JSON`)
  const shift = Number(exponent) - places.length
  const digits = BigInt(`${sign}${whole}${places}`)
  return shift < 0
    ? { numerator: digits, denominator: 10n ** BigInt(-shift) }
    : { numerator: digits * 10n ** BigInt(shift), denominator: 1n }
}

// All denominators are powers of ten, so that one divides the other.
function plus(one: Rational, other: Rational): Rational {
  const denominator = isFiner(one, other) ? one.denominator : other.denominator
  return {
    numerator: one.numerator * (denominator / one.denominator) + other.numerator * (denominator / other.denominator),
    denominator,
  }
}

const isFiner = (one: Rational, other: Rational): boolean => one.denominator > other.denominator

function isBelow(one: Rational, other: Rational): boolean {
  return one.numerator * other.denominator < other.numerator * one.denominator
}

function countOfDifferent(values: readonly unknown[]): number {
  const texts = values.flatMap((value) => (value === undefined || value === null ? [] : [JSON.stringify(value)]))
  return new Set(texts).size
}
