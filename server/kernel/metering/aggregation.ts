// The quantity that a meter makes of the events that match (behaviour 4.3). Pure and exact.
import { decimalRational, decimalText, greater, lesser, plus, type Rational, wholeRational, ZERO } from '../numbers/rational.ts'
import { type MeteredEvent, propertyOf } from './filter.ts'

/** The way in which the events are counted; all but `count` read one property of each. */
export type Aggregation =
  | { readonly func: 'count' }
  | { readonly func: 'sum' | 'max' | 'min' | 'avg' | 'unique'; readonly property: string }

/** The decimals of a quantity where it is shown. */
export const QUANTITY_DECIMALS = 12

/**
 * The quantity of events that match a meter, exactly. Zero where there are none. Events whose property is no number are skipped;
 * `unique` counts different texts, numbers and booleans, and skips events without one.
 */
export function aggregate(aggregation: Aggregation, events: readonly MeteredEvent[]): Rational {
  if (aggregation.func === 'count') return wholeRational(events.length)
  const values = events.map((event) => propertyOf(aggregation.property, event))
  if (aggregation.func === 'unique') return wholeRational(countOfDifferent(values))
  const numbers = values.filter((value) => typeof value === 'number').map(decimalRational)
  const [first] = numbers
  if (!first) return ZERO
  if (aggregation.func === 'max') return numbers.reduce(greater, first)
  if (aggregation.func === 'min') return numbers.reduce(lesser, first)
  const { numerator, denominator } = numbers.reduce(plus, ZERO)
  return aggregation.func === 'sum' ? { numerator, denominator } : { numerator, denominator: denominator * BigInt(numbers.length) }
}

/** A quantity as a decimal, rounded to 12 decimals, half away from zero. What is billed is the exact quantity. */
export function shownDecimal({ numerator, denominator }: Rational): string {
  const scale = 10n ** BigInt(QUANTITY_DECIMALS)
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (magnitude * scale * 2n + denominator) / (denominator * 2n)
  return decimalText({ numerator: numerator < 0n ? -rounded : rounded, denominator: scale })
}

/** The same as a number. */
export function shownQuantity(quantity: Rational): number {
  return Number(shownDecimal(quantity))
}

/** The text by which `unique` compares values; undefined for a value that does not count. */
export function textOfValue(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? JSON.stringify(value) : undefined
}

function countOfDifferent(values: readonly unknown[]): number {
  return new Set(values.flatMap((value) => textOfValue(value) ?? [])).size
}
