// The months of events, each a partition of its own. Pure. Months are those of UTC.
import { Temporal } from 'temporal-polyfill'
import { firstId } from '#kernel/id.ts'

const NAME = /^usage_events_(\d{4})_(\d{2})$/

/** The events of a month: [start, end), and [firstId, endId) of their ids. */
export interface EventMonth {
  /** The partition: `usage_events_2026_11`. */
  readonly name: string
  readonly start: Date
  readonly end: Date
  readonly firstId: string
  readonly endId: string
}

/** The month of an instant and the next ones, `count` in all. */
export function monthsFrom(instant: Date, count: number): readonly EventMonth[] {
  const first = monthOf(instant)
  return Array.from({ length: count }, (_, each) => eventMonth(first.add({ months: each })))
}

/** The month of a partition; undefined for a table with another name. */
export function monthNamed(name: string): EventMonth | undefined {
  const [, year, month] = NAME.exec(name) ?? []
  return year && month ? eventMonth(Temporal.PlainYearMonth.from(`${year}-${month}`)) : undefined
}

/** The beginning of the oldest month that is kept: it ended less than so many months ago. */
export function retainedFrom(instant: Date, months: number): Date {
  const at = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC')
  return startOf(at.subtract({ months }).toPlainDate().toPlainYearMonth())
}

const monthOf = (instant: Date) => Temporal.PlainDate.from(instant.toISOString().slice(0, 10)).toPlainYearMonth()

const startOf = (month: Temporal.PlainYearMonth) => new Date(`${month.toString()}-01T00:00:00.000Z`)

function eventMonth(month: Temporal.PlainYearMonth): EventMonth {
  const [start, end] = [startOf(month), startOf(month.add({ months: 1 }))]
  return { name: `usage_events_${month.toString().replace('-', '_')}`, start, end, firstId: firstId(start), endId: firstId(end) }
}
