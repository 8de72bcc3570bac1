import { findEventsFrom, listDetached } from '#money/usage/events/index.ts'
import { monotonicMs } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { uncontrolled, type WorkControl } from '#platform/work-control.ts'
import { claimFigures } from '../store.ts'
import { addFaults, type Difference, differencesOf, type Faults, faultsIn, NO_FAULTS, ofOrganization } from '../verification/faults.ts'
import { countAllEvents, isExisting, readOrganizations, readStoredCounts, type StoredCounts } from '../verification/reads.ts'
import { addTally, type NameCount, nameKey, newTally, type Position, type Tally } from '../verification/segments.ts'
import { type VerifiedPage, verifyCustomerMeters } from './verify-customer-meters.ts'
import { type EventPass, type VerifiedSegment, verifyEventHours } from './verify-event-hours.ts'

/** Organizations of one statement. */
const BATCH = 100
/** The time for which the check of a day runs: usage that takes longer is verified by `guildhall verify-usage`. */
const RUN_MS = 600_000
/** Faults in one line of the log. */
const LOGGED_MAXIMUM = 10

type Storage = Pick<OpenDatabase, 'db' | 'transaction'>

/** The result of a verification of usage. */
export interface UsageReport {
  readonly organizations: number
  /** Events that were verified. */
  readonly events: number
  readonly faults: Faults
  /** Whether it was not stopped before the end. */
  readonly isComplete: boolean
}

/**
 * Recomputes from the events what is stored about them: the figures of hours and of customers, the names of events and the counts of rows.
 * It reads in bounded batches and ends after one when `control` ends it. Hours of which events were dropped are left out.
 */
export async function verifyUsage(database: Storage, control: WorkControl = uncontrolled): Promise<UsageReport> {
  const total = await countAllEvents(database.db)
  let [organizations, events, read, faults] = [0, 0, 0, NO_FAULTS]
  // Both passes of an organization read the events.
  const onEvents = (count: number): void => {
    read += count
    control.onProgress({ done: Math.ceil(read / 2), noun: 'events', share: total ? Math.min(1, read / (2 * total)) : 1 })
  }
  for (let after: string | null = null; ; ) {
    const batch: readonly string[] = await readOrganizations(database.db, after, BATCH)
    for (const organizationId of batch) {
      const verified = await verifyOrganization(database, organizationId, { onEvents, signal: control.signal })
      faults = addFaults(faults, verified.faults)
      events += verified.events
      if (!verified.isComplete) return { organizations, events, faults, isComplete: false }
      organizations += 1
    }
    after = batch.at(-1) ?? null
    if (batch.length < BATCH) return { organizations, events, faults, isComplete: true }
  }
}

/** The check of a day: faults are an error in the log, by which the operator learns of them. */
export async function verifyUsageDaily({ database, log }: Platform): Promise<void> {
  const startMs = monotonicMs()
  const controller = new AbortController()
  const onProgress = () => {
    if (monotonicMs() - startMs > RUN_MS) controller.abort()
  }
  const { faults, isComplete } = await verifyUsage(database, { signal: controller.signal, onProgress })
  if (faults.count > 0) log.error('usage_faults', { count: faults.count, faults: faults.listed.slice(0, LOGGED_MAXIMUM) })
  if (!isComplete) log.warn('The usage is too large for the check of a day; guildhall verify-usage verifies all of it.')
}

interface OrganizationControl {
  /** Called after each batch with the events that it has read. */
  readonly onEvents: (count: number) => void
  readonly signal: AbortSignal
}

interface Verification {
  readonly faults: Faults
  readonly events: number
  readonly isComplete: boolean
}

async function verifyOrganization(database: Storage, organizationId: string, control: OrganizationControl): Promise<Verification> {
  const steps = [verifyAllEvents, verifyCustomerEvents, verifyAllCustomerMeters]
  let [faults, events, isComplete] = [NO_FAULTS, 0, true]
  for (const verify of steps) {
    const verified = await verify(database, organizationId, control)
    faults = addFaults(faults, verified.faults)
    events = Math.max(events, verified.events)
    isComplete = verified.isComplete
    if (!isComplete) break
  }
  // The events of an organization that was deleted meanwhile are gone.
  const isGone = faults.count > 0 && !(await isExisting(database.db, organizationId))
  return { faults: isGone ? NO_FAULTS : faults, events, isComplete }
}

/** Passes over events; ends after a batch when it is to end. */
async function verifyPass(
  database: Storage,
  pass: EventPass,
  { onEvents, signal }: OrganizationControl,
): Promise<Verification & { readonly tally: Tally }> {
  const tally = newTally()
  let [faults, events] = [NO_FAULTS, 0]
  for (let from: Position | null = null; ; ) {
    const segment: VerifiedSegment = await verifyEventHours(database, pass, from)
    faults = addFaults(faults, segment.faults)
    addTally(tally, segment.tally)
    events += segment.events
    from = segment.next
    onEvents(segment.events)
    if (!from || signal.aborted) return { faults, events, tally, isComplete: from === null }
  }
}

/** Verifies the hours of all customers together, and on the way the names of events and the count of rows. */
async function verifyAllEvents(database: Storage, organizationId: string, control: OrganizationControl): Promise<Verification> {
  const { eventsFrom, isDropping, ...stored } = await database.transaction(async (tx) => {
    await claimFigures(tx, organizationId)
    const from = await findEventsFrom(tx)
    const isDropping = (await listDetached(tx)).length > 0
    return { eventsFrom: from, isDropping, ...(await readStoredCounts(tx, organizationId, from)) }
  })
  const options = { eventsFrom, lastSequence: stored.lastSequence, isByName: stored.names !== undefined }
  const passed = await verifyPass(database, { organizationId, isByCustomer: false, tally: options }, control)
  // The events of a month that is dropped meanwhile are missing in one of both.
  const isSame = (await findEventsFrom(database.db))?.getTime() === eventsFrom?.getTime()
  if (!passed.isComplete || !isSame || isDropping) return passed
  const faults = countFaults(organizationId, stored, { ...passed.tally, isWhole: eventsFrom === null })
  return { ...passed, faults: addFaults(passed.faults, faults) }
}

/** Verifies the hours of each customer. */
function verifyCustomerEvents(database: Storage, organizationId: string, control: OrganizationControl): Promise<Verification> {
  return verifyPass(database, { organizationId, isByCustomer: true, tally: null }, control)
}

/** Verifies what each customer has used. */
async function verifyAllCustomerMeters(database: Storage, organizationId: string, control: OrganizationControl): Promise<Verification> {
  let faults = NO_FAULTS
  for (let after: string | null = null; ; ) {
    const page: VerifiedPage = await verifyCustomerMeters(database, organizationId, after)
    faults = addFaults(faults, page.faults)
    after = page.next
    control.onEvents(0)
    if (!after || control.signal.aborted) return { faults, events: 0, isComplete: after === null }
  }
}

interface EventCounts extends Tally {
  /** Whether no events were dropped: names count these as well. */
  readonly isWhole: boolean
}

function countFaults(organizationId: string, stored: StoredCounts, { names, events, isWhole }: EventCounts): Faults {
  const occurrences =
    stored.names || !isWhole ? [] : differencesOf({ occurrences: String(events) }, { occurrences: String(stored.occurrences) })
  const totals = [...differencesOf({ 'count of rows': String(events) }, { 'count of rows': String(stored.events) }), ...occurrences]
  const known = new Map((stored.names ?? []).map((name) => [nameKey(name), name]))
  const keys = stored.names ? new Set([...known.keys(), ...names.keys()]) : []
  const ofNames = [...keys].flatMap((key) => {
    const [expected, found] = [names.get(key), known.get(key)]
    const differences = nameDifferences(expected, found, isWhole)
    return differences.length > 0 ? [{ ...ofOrganization(organizationId), name: (expected ?? found)?.name ?? null, differences }] : []
  })
  return faultsIn([...(totals.length > 0 ? [{ ...ofOrganization(organizationId), differences: totals }] : []), ...ofNames])
}

function nameDifferences(expected: NameCount | undefined, found: NameCount | undefined, isWhole: boolean): readonly Difference[] {
  if (!expected || !found) {
    const isDropped = !isWhole && !expected
    return isDropped
      ? []
      : differencesOf({ occurrences: String(expected?.occurrences ?? 0) }, { occurrences: String(found?.occurrences ?? 0) })
  }
  const includesDropped =
    found.occurrences >= expected.occurrences && found.firstSeen <= expected.firstSeen && found.lastSeen >= expected.lastSeen
  return !isWhole && includesDropped ? [] : differencesOf(nameTexts(expected), nameTexts(found))
}

const nameTexts = ({ occurrences, firstSeen, lastSeen }: NameCount) => ({
  occurrences: String(occurrences),
  'first seen': firstSeen.toISOString(),
  'last seen': lastSeen.toISOString(),
})
