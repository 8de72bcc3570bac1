// The figures of the events of a meter, in a form that can be added up: those of an hour and of a customer. Pure and exact.
import { type Aggregation, textOfValue } from '#kernel/metering/aggregation.ts'
import { type MeteredEvent, propertyOf } from '#kernel/metering/filter.ts'
import { decimalRational, greater, lesser, plus, type Rational, wholeRational, ZERO } from '#kernel/numbers/rational.ts'

/** The figures of some events that match a meter. */
export interface Figures {
  readonly events: number
  /** Events whose property is a number. Of a meter that counts different values, these; their figures cannot be added up. */
  readonly numbers: number
  readonly total: Rational
  /** Null without a number. */
  readonly maximum: Rational | null
  readonly minimum: Rational | null
}

/** The figures of no event. */
export const NO_FIGURES: Figures = { events: 0, numbers: 0, total: ZERO, maximum: null, minimum: null }

/** The figures of one event that matches. */
export function figuresOf(aggregation: Aggregation, event: MeteredEvent): Figures {
  const value = aggregation.func === 'count' || aggregation.func === 'unique' ? undefined : propertyOf(aggregation.property, event)
  if (typeof value !== 'number') return { ...NO_FIGURES, events: 1 }
  const number = decimalRational(value)
  return { events: 1, numbers: 1, total: number, maximum: number, minimum: number }
}

/** The figures of both. */
export function addFigures(one: Figures, other: Figures): Figures {
  return {
    events: one.events + other.events,
    numbers: one.numbers + other.numbers,
    total: plus(one.total, other.total),
    maximum: either(greater, one.maximum, other.maximum),
    minimum: either(lesser, one.minimum, other.minimum),
  }
}

/** The quantity of a meter by the figures of its events: the same as `aggregate` makes of the events themselves. */
export function quantityOf({ func }: Pick<Aggregation, 'func'>, { events, numbers, total, maximum, minimum }: Figures): Rational {
  switch (func) {
    case 'count':
      return wholeRational(events)
    case 'unique':
      return wholeRational(numbers)
    case 'sum':
      return total
    case 'max':
      return maximum ?? ZERO
    case 'min':
      return minimum ?? ZERO
    case 'avg':
      return numbers === 0 ? ZERO : { numerator: total.numerator, denominator: total.denominator * BigInt(numbers) }
  }
}

/** The value that a meter of different values counts for an event, as text; undefined where the event has none. */
export function countedValue(aggregation: Aggregation, event: MeteredEvent): string | undefined {
  if (aggregation.func !== 'unique') return undefined
  return textOfValue(propertyOf(aggregation.property, event))
}

function either(choose: (one: Rational, other: Rational) => Rational, one: Rational | null, other: Rational | null): Rational | null {
  return one && other ? choose(one, other) : (one ?? other)
}
