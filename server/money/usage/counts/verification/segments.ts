// The division of a pass over events: each part ends with an hour that is over, so that its figures can be compared. Pure.
import { NO_ID } from '#kernel/id.ts'
import type { CountedEvent, CustomerHourDelta, Deltas, HourDelta } from '../deltas.ts'
import { addFigures, type Figures } from '../figures.ts'

const HOUR_MS = 3_600_000

/** An event and its number among those that have arrived. */
export interface StoredEvent extends CountedEvent {
  readonly sequence: number
}

/** Where a pass is: at an hour, of a customer where it goes by customers. */
export interface Position {
  /** `NO_ID` in a pass over all events. */
  readonly customerId: string
  readonly hour: Date
}

/** Before every event. */
export const BEGINNING: Position = { customerId: NO_ID, hour: new Date(0) }

/** The position of an event by its id, which is in the order of the pass. */
export function positionOf({ id, customerId }: Pick<StoredEvent, 'id' | 'customerId'>, isByCustomer: boolean): Position {
  const instantMs = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
  return { customerId: (isByCustomer ? customerId : null) ?? NO_ID, hour: new Date(Math.floor(instantMs / HOUR_MS) * HOUR_MS) }
}

/** Whether both are the same. */
export function isSamePosition(one: Position, other: Position): boolean {
  return one.customerId === other.customerId && one.hour.getTime() === other.hour.getTime()
}

/** Figures of a meter in an hour, of a customer or of all. */
export interface HourFigures extends Position {
  readonly meterId: string
  readonly figures: Figures
}

/** The figures of hours by their key, to which those of further events are added. */
export type HourSums = Map<string, HourFigures>

/** Adds the figures of one side of the deltas; hours before `eventsFrom` are left out, because some of their events were dropped. */
export function addHours(sums: HourSums, deltas: Deltas, { isByCustomer, eventsFrom }: PassOptions): void {
  const added: readonly (HourDelta | CustomerHourDelta)[] = isByCustomer ? deltas.customerHours : deltas.hours
  for (const delta of added) {
    const { meterId, hour, figures } = delta
    if (eventsFrom && hour < eventsFrom) continue
    const customerId = 'customerId' in delta ? delta.customerId : NO_ID
    const key = `${customerId} ${meterId} ${hour.getTime()}`
    const before = sums.get(key)?.figures
    sums.set(key, { customerId, meterId, hour, figures: before ? addFigures(before, figures) : figures })
  }
}

/** The order of a pass, and since when the events are complete: null for all of them. */
export interface PassOptions {
  readonly isByCustomer: boolean
  readonly eventsFrom: Date | null
}

/** Events with one name and source. */
export interface NameCount {
  readonly name: string
  readonly source: string
  readonly occurrences: number
  readonly firstSeen: Date
  readonly lastSeen: Date
}

/** The events that are counted: those that had arrived when the counts were read that they are compared with. */
export interface TallyOptions {
  readonly lastSequence: number
  /** Earlier ones are left out; null for none. */
  readonly eventsFrom: Date | null
  /** Whether they are counted by their names as well. */
  readonly isByName: boolean
}

/** The number of events, in all and by their names: a sum, to which further ones are added. */
export interface Tally {
  events: number
  readonly names: Map<string, NameCount>
}

/** Of no events yet. */
export const newTally = (): Tally => ({ events: 0, names: new Map() })

/** The key of a name. */
export const nameKey = ({ name, source }: Pick<NameCount, 'name' | 'source'>) => `${source} ${name}`

/** Counts events. */
export function tallyOf(events: readonly StoredEvent[], { lastSequence, eventsFrom, isByName }: TallyOptions): Tally {
  const tally = newTally()
  for (const { sequence, name, source, timestamp } of events) {
    if (sequence > lastSequence || (eventsFrom && timestamp < eventsFrom)) continue
    tally.events += 1
    if (isByName) addName(tally.names, { name, source, occurrences: 1, firstSeen: timestamp, lastSeen: timestamp })
  }
  return tally
}

/** Adds the counts of further events to a sum. */
export function addTally(sum: Tally, { events, names }: Tally): void {
  sum.events += events
  for (const each of names.values()) addName(sum.names, each)
}

function addName(names: Map<string, NameCount>, added: NameCount): void {
  const before = names.get(nameKey(added))
  const { occurrences, firstSeen, lastSeen } = before ?? { ...added, occurrences: 0 }
  names.set(nameKey(added), {
    ...added,
    occurrences: occurrences + added.occurrences,
    firstSeen: new Date(Math.min(firstSeen.getTime(), added.firstSeen.getTime())),
    lastSeen: new Date(Math.max(lastSeen.getTime(), added.lastSeen.getTime())),
  })
}
