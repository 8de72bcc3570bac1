import { findEventsFrom } from '#money/usage/events/index.ts'
import type { OpenDatabase, Tx } from '#platform/database/database.ts'
import { deltasOf, type MeterDefinition } from '../deltas.ts'
import { addFaults, type Faults, NO_FAULTS } from '../verification/faults.ts'
import { beginSnapshot, compareHours, readCompleteMeters, readNextEvents } from '../verification/reads.ts'
import {
  addHours,
  addTally,
  BEGINNING,
  type HourSums,
  isSamePosition,
  newTally,
  type PassOptions,
  type Position,
  positionOf,
  type StoredEvent,
  type Tally,
  type TallyOptions,
  tallyOf,
} from '../verification/segments.ts'
import { verifyStoredValues } from './verify-customer-meters.ts'

/** Events of one statement. */
const BATCH = 2000

/** A pass over the events of an organization: in the order of time, or by customers and then in the order of time. */
export interface EventPass {
  readonly organizationId: string
  readonly isByCustomer: boolean
  /** The events that are counted on the way; null for none. */
  readonly tally: TallyOptions | null
}

/** The segment that one step has verified. */
export interface VerifiedSegment {
  readonly faults: Faults
  readonly events: number
  readonly tally: Tally
  /** Where the next step begins; null after the last one. */
  readonly next: Position | null
}

/**
 * Verifies the hours from a position on, in one transaction that reads one state: events that are ingested meanwhile are no fault. It ends with
 * an hour that is over, after about 2,000 events: the embedded database serves nothing else meanwhile. `from` is null at the beginning.
 */
export function verifyEventHours(
  database: Pick<OpenDatabase, 'transaction'>,
  pass: EventPass,
  from: Position | null,
): Promise<VerifiedSegment> {
  const { organizationId, isByCustomer } = pass
  return database.transaction(async (tx) => {
    await beginSnapshot(tx)
    const meters = await readCompleteMeters(tx, organizationId)
    const options = { isByCustomer, eventsFrom: await findEventsFrom(tx) }
    const start = from ?? BEGINNING
    const sums: HourSums = new Map()
    const added = await addSegment(tx, { pass, meters, start, options, sums })
    const segment = { from: start, to: added.next }
    const faults = await compareHours(tx, organizationId, { segment, expected: [...sums.values()], meters, ...options })
    return { ...added, faults: addFaults(added.faults, faults) }
  })
}

interface SegmentToAdd {
  readonly pass: EventPass
  readonly meters: readonly MeterDefinition[]
  readonly start: Position
  readonly options: PassOptions
  /** The figures of the events are added here. */
  readonly sums: HourSums
}

// The last hour of a batch may have more events: it is left to the next segment, unless it is the only one.
async function addSegment(tx: Tx, { pass, meters, start, options, sums }: SegmentToAdd): Promise<VerifiedSegment> {
  const { organizationId, isByCustomer } = pass
  const tally = newTally()
  let [faults, events] = [NO_FAULTS, 0]
  let current: Position | undefined
  for (let from: Position | StoredEvent = start; ; ) {
    const batch: readonly StoredEvent[] = await readNextEvents(tx, organizationId, { from, isByCustomer, limit: BATCH })
    const last = batch.length < BATCH ? undefined : batch.at(-1)
    const next = last ? positionOf(last, isByCustomer) : null
    current ??= batch[0] ? positionOf(batch[0], isByCustomer) : start
    const isOneHour = next !== null && isSamePosition(current, next)
    const whole = next && !isOneHour ? batch.filter((event) => !isSamePosition(positionOf(event, isByCustomer), next)) : batch
    const deltas = deltasOf(meters, whole)
    addHours(sums, deltas, options)
    if (isByCustomer) faults = addFaults(faults, await verifyStoredValues(tx, organizationId, deltas.customers))
    if (pass.tally) addTally(tally, tallyOf(whole, pass.tally))
    events += whole.length
    if (!isOneHour || !last) return { faults, events, tally, next }
    from = last
  }
}
