// The values of filters, as the URL holds them and as a query takes them.
import type { DayRange } from '#web/ui/inputs/calendar/days.ts'
import type { FilterKind } from './search.ts'

/** A range of amounts in minor units, both inclusive. */
export interface AmountRange {
  readonly min?: number | undefined
  readonly max?: number | undefined
}

/** The value of a filter by its kind. */
export interface FilterValues {
  readonly one: string
  readonly several: readonly string[]
  readonly dates: DayRange
  readonly amounts: AmountRange
  readonly text: string
  readonly has: boolean
  readonly reference: string
  readonly suggested: string
}

const day = /^\d{4}-\d{2}-\d{2}$/
const amount = /^\d{1,12}$/
const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Matches nothing: a filter with an invalid id would be refused by the server. */
const unknownId = '00000000-0000-0000-0000-000000000000'

/** Parses the text of a filter in the URL; undefined if there is none, or if it is not a value of its kind. */
export function parseFilter<K extends FilterKind>(kind: K, text: string | undefined): FilterValues[K] | undefined {
  return text === undefined ? undefined : (parsers[kind](text) as FilterValues[K] | undefined)
}

const parsers: { readonly [K in FilterKind]: (text: string) => FilterValues[K] | undefined } = {
  one: (text) => text,
  several: (text) => {
    const values = text.split(',').filter((value) => value !== '')
    return values.length === 0 ? undefined : values
  },
  text: (text) => text,
  has: (text) => ({ yes: true, no: false })[text],
  reference: (text) => (id.test(text) ? text : unknownId),
  suggested: (text) => text,
  dates: (text) => {
    const [from, to] = rangeOf(text, (part) => day.test(part) && !Number.isNaN(Date.parse(part)))
    return from === undefined && to === undefined ? undefined : { from, to }
  },
  amounts: (text) => {
    const [min, max] = rangeOf(text, (part) => amount.test(part))
    return min === undefined && max === undefined ? undefined : ({ min: min && Number(min), max: max && Number(max) } as AmountRange)
  },
}

function rangeOf(text: string, isValid: (part: string) => boolean): readonly (string | undefined)[] {
  const [from = '', to = ''] = text.split('..')
  return [from, to].map((part) => (isValid(part) ? part : undefined))
}

/** A range as the text of the URL: `2026-03-01..2026-03-31`, either side may be missing; undefined if both are. */
export const toRangeText = (from: string | number | undefined, to: string | number | undefined): string | undefined =>
  from === undefined && to === undefined ? undefined : `${from ?? ''}..${to ?? ''}`

/** The instants of a range of days in the zone of the browser: from the first moment of `from` to before the day after `to`. */
export function instantsOf({ from, to }: DayRange): { createdAfter?: string; createdBefore?: string } {
  const start = (text: string, days: number) => {
    const at = new Date(`${text}T00:00`)
    at.setDate(at.getDate() + days)
    return at.toISOString()
  }
  return { ...(from !== undefined && { createdAfter: start(from, 0) }), ...(to !== undefined && { createdBefore: start(to, 1) }) }
}
