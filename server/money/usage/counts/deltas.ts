// The figures that new events add to those of the meters that they match. Pure.
import type { Aggregation } from '#kernel/metering/aggregation.ts'
import { type Filter, type MeteredEvent, matchesFilter } from '#kernel/metering/filter.ts'
import { addFigures, countedValue, type Figures, figuresOf, NO_FIGURES } from './figures.ts'
import { type OpenPeriod, periodOf } from './periods.ts'

const HOUR_MS = 3_600_000

/** A meter whose figures are kept. */
export interface MeterDefinition {
  readonly meterId: string
  readonly filter: Filter
  readonly aggregation: Aggregation
}

/** An event as it counts. `customerId` is null while no customer has its external id. */
export interface CountedEvent {
  readonly id: string
  readonly timestamp: Date
  readonly name: string
  readonly source: string
  readonly customerId: string | null
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The figures that are added in one hour. */
export interface HourDelta {
  readonly meterId: string
  /** The first instant of the hour, UTC. */
  readonly hour: Date
  readonly figures: Figures
}

/** The same for one customer. */
export interface CustomerHourDelta extends HourDelta {
  readonly customerId: string
}

/** The events of one customer that match one meter. */
export interface CustomerEvents {
  readonly meter: MeterDefinition
  readonly customerId: string
  readonly events: readonly CountedEvent[]
}

/** The figures that events add, each list in a fixed order, in which the rows are locked. */
export interface Deltas {
  readonly hours: readonly HourDelta[]
  readonly customerHours: readonly CustomerHourDelta[]
  readonly customers: readonly CustomerEvents[]
}

/** An event as the rules of filters and aggregations read it. */
export function meteredEvent({ name, source, timestamp, metadata }: Omit<CountedEvent, 'id' | 'customerId'>): MeteredEvent {
  return { name, source, timestamp: timestamp.getTime() / 1000, metadata }
}

/** The figures that events add to those of these meters. */
export function deltasOf(meters: readonly MeterDefinition[], events: readonly CountedEvent[]): Deltas {
  const hours = new Map<string, HourDelta>()
  const customerHours = new Map<string, CustomerHourDelta>()
  const customers = new Map<string, { readonly meter: MeterDefinition; readonly customerId: string; readonly events: CountedEvent[] }>()
  for (const event of events) {
    // An event that is written here about a meter is no usage of it (rule B1).
    if (event.source !== 'user') continue
    const metered = meteredEvent(event)
    const hour = new Date(Math.floor(event.timestamp.getTime() / HOUR_MS) * HOUR_MS)
    for (const meter of meters) {
      if (!matchesFilter(meter.filter, metered)) continue
      const { meterId } = meter
      const figures = figuresOf(meter.aggregation, metered)
      const key = `${meterId} ${hour.toISOString()}`
      hours.set(key, { meterId, hour, figures: addFigures(hours.get(key)?.figures ?? NO_FIGURES, figures) })
      const { customerId } = event
      if (customerId === null) continue
      const ofCustomer = `${customerId} ${key}`
      const before = customerHours.get(ofCustomer)?.figures ?? NO_FIGURES
      customerHours.set(ofCustomer, { customerId, meterId, hour, figures: addFigures(before, figures) })
      const pair = `${customerId} ${meterId}`
      const matched = customers.get(pair)
      if (matched) matched.events.push(event)
      else customers.set(pair, { meter, customerId, events: [event] })
    }
  }
  return { hours: inOrder(hours), customerHours: inOrder(customerHours), customers: inOrder(customers) }
}

/** Events that match a meter, and that it skips: their property is no number, or they have none. */
export interface UncountedEvents {
  readonly meterId: string
  readonly property: string
  readonly events: number
}

/** The events that meters match and skip, by what was added in the hours of each: a meter that counts events, or different values, skips none. */
export function uncountedEvents(meters: readonly MeterDefinition[], hours: readonly HourDelta[]): readonly UncountedEvents[] {
  return meters.flatMap(({ meterId, aggregation }) => {
    if (aggregation.func === 'count' || aggregation.func === 'unique') return []
    const own = hours.filter((hour) => hour.meterId === meterId)
    const events = own.reduce((sum, { figures }) => sum + figures.events - figures.numbers, 0)
    return events === 0 ? [] : [{ meterId, property: aggregation.property, events }]
  })
}

/** An event that counts in another window than its own. */
export interface LateEvent {
  readonly eventId: string
  /** The window in which it counts; null where it is too old for any. */
  readonly windowStart: Date | null
}

/** The figures that events add to the open window of a customer (rule E5). */
export interface WindowDelta {
  readonly figures: Figures
  readonly late: readonly LateEvent[]
  /** Of a meter that counts different values, the values. */
  readonly values: readonly string[]
}

/** `new`: they were not there when an earlier window was closed · `recounted`: they were, so the earlier window has counted them. */
export type CountingMode = 'new' | 'recounted'

/** The figures that the events of a customer add to a window; null is a window without a beginning. */
export function windowDelta({ meter, events }: CustomerEvents, window: OpenPeriod | null, mode: CountingMode): WindowDelta {
  const late: LateEvent[] = []
  const values = new Set<string>()
  let figures = NO_FIGURES
  for (const event of events) {
    const period = window === null ? 'open' : periodOf(event.timestamp, window)
    if (period !== 'open' && mode === 'recounted') continue
    if (period !== 'open') late.push({ eventId: event.id, windowStart: period === 'late' && window ? window.start : null })
    if (period === 'unbilled') continue
    const metered = meteredEvent(event)
    figures = addFigures(figures, figuresOf(meter.aggregation, metered))
    const value = countedValue(meter.aggregation, metered)
    if (value !== undefined) values.add(value)
  }
  return { figures, late, values: [...values].sort() }
}

function inOrder<Value>(entries: ReadonlyMap<string, Value>): Value[] {
  return [...entries].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, value]) => value)
}
