// The differences between the figures that are stored and those that the events make. Pure.
import { shownDecimal } from '#kernel/metering/aggregation.ts'
import { decimalText } from '#kernel/numbers/rational.ts'
import { type Figures, quantityOf } from '../figures.ts'

/** One figure that differs: a decimal, or an instant. `0` stands for a row that is missing. */
export interface Difference {
  readonly figure: string
  readonly expected: string | null
  readonly found: string | null
}

/** A stored row that differs. What the row is not about is null: plain values, because they may come over the control socket. */
export interface UsageFault {
  readonly organizationId: string
  readonly meterId: string | null
  readonly customerId: string | null
  /** The first instant of the hour, ISO 8601. */
  readonly hour: string | null
  /** The name of the events that were counted. */
  readonly name: string | null
  readonly differences: readonly Difference[]
}

/** A fault of an organization, and of nothing else. */
export const ofOrganization = (organizationId: string) => ({ organizationId, meterId: null, customerId: null, hour: null, name: null })

/** Faults of which only the first ones are listed. */
export interface Faults {
  readonly count: number
  readonly listed: readonly UsageFault[]
}

export const NO_FAULTS: Faults = { count: 0, listed: [] }

/** Faults that are listed at most. */
export const LISTED_MAXIMUM = 100

/** The faults of both. */
export function addFaults(one: Faults, other: Faults): Faults {
  return { count: one.count + other.count, listed: [...one.listed, ...other.listed].slice(0, LISTED_MAXIMUM) }
}

/** The faults of a list, all of them counted. */
export const faultsIn = (listed: readonly UsageFault[]): Faults => ({ count: listed.length, listed: listed.slice(0, LISTED_MAXIMUM) })

/** Figures by their names, as text: decimals. */
export type FigureTexts = Readonly<Record<string, string | null>>

/** The figures that differ, in the order of the expected ones. Decimals with more zeros at their end are the same. */
export function differencesOf(expected: FigureTexts, found: FigureTexts): readonly Difference[] {
  return Object.entries(expected).flatMap(([figure, value]) => {
    const difference = { figure, expected: shortest(value), found: shortest(found[figure] ?? null) }
    return difference.expected === difference.found ? [] : [difference]
  })
}

/** The figures of a row, and the quantity that its meter makes of them. */
export function windowTexts(aggregation: Parameters<typeof quantityOf>[0], figures: Figures): FigureTexts {
  const decimal = (value: Figures['maximum']) => (value === null ? null : decimalText(value))
  const { events, numbers, total, maximum, minimum } = figures
  return {
    events: String(events),
    numbers: String(numbers),
    total: decimalText(total),
    maximum: decimal(maximum),
    minimum: decimal(minimum),
    consumed: shownDecimal(quantityOf(aggregation, figures)),
  }
}

/** The fault as a sentence that names the row: `meter …, customer …: total is 4 instead of 3`. */
export function faultSentence({ organizationId, meterId, customerId, hour, name, differences }: UsageFault): string {
  const of = [
    ...(meterId === null ? [] : [`meter ${meterId}`]),
    ...(name === null ? [] : [`events ${JSON.stringify(name)}`]),
    ...(customerId === null ? [] : [`customer ${customerId}`]),
    ...(hour === null ? [] : [`hour ${hour}`]),
    `organization ${organizationId}`,
  ]
  const shown = (value: string | null) => value ?? 'nothing'
  return `${of.join(', ')}: ${differences.map(({ figure, expected, found }) => `${figure} is ${shown(found)} instead of ${shown(expected)}`).join(', ')}`
}

const shortest = (text: string | null) => (text && /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text)
