import { newId } from '#kernel/id.ts'
import { refuseProblems } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { UncountedEvents } from '../deltas.ts'
import type { EventDraft } from '../model.ts'
import { customerProblems, eventProblems, withoutRepeats } from '../rules.ts'
import { addNames, type IngestionContext, insertEvents, type NewEvent, readIngestionContext, shareFigures } from '../store.ts'
import { addEventFigures } from './add-figures.ts'
import { emitThresholds } from './emit-thresholds.ts'

/** Sent events and their organization. */
export interface IngestEventsInput {
  readonly organizationId: string
  readonly events: readonly EventDraft[]
}

/** The number of events that were stored, of those that repeat an earlier id, and those that were stored and count nothing at a meter. */
export interface IngestionResult {
  readonly inserted: number
  readonly duplicates: number
  readonly uncounted: readonly UncountedEvents[]
}

/**
 * Stores events and adds them to the figures of meters, in the caller's transaction: all or none (rules E1 to E5). 422 names each event at
 * fault by its index.
 */
export async function ingestEvents(tx: Tx, platform: Platform, { organizationId, events }: IngestEventsInput): Promise<IngestionResult> {
  const now = platform.clock.now({ organizationId })
  refuseProblems(eventProblems(events, now))
  await shareFigures(tx, organizationId)
  const context = await readIngestionContext(tx, organizationId, namedCustomers(events))
  refuseProblems(customerProblems(events, context.customerIds))
  const drafts = withoutRepeats(events).map((event) => newEvent(event, context, now))
  const ids = await insertEvents(tx, organizationId, drafts)
  const inserted = drafts.filter(({ id }) => ids.has(id))
  const { meters, thresholds } = context
  const { reached, uncounted } = await addEventFigures(tx, { organizationId, meters, events: inserted, now, thresholds })
  await emitThresholds(tx, platform, { organizationId, reached, now })
  await addNames(tx, organizationId, inserted)
  return { inserted: inserted.length, duplicates: events.length - inserted.length, uncounted }
}

function namedCustomers(events: readonly EventDraft[]) {
  const ids = new Set<string>()
  const externalIds = new Set<string>()
  for (const { customer } of events) {
    if ('id' in customer) ids.add(customer.id)
    else externalIds.add(customer.externalId)
  }
  return { ids: [...ids], externalIds: [...externalIds] }
}

function newEvent({ name, timestamp, customer, externalId, metadata }: EventDraft, context: IngestionContext, now: Date): NewEvent {
  const at = timestamp ?? now
  const customerId = 'id' in customer ? customer.id : (context.byExternalId.get(customer.externalId) ?? null)
  const externalCustomerId = 'id' in customer ? null : customer.externalId
  return { id: newId(at), timestamp: at, name, source: 'user', customerId, externalCustomerId, externalId, metadata }
}
