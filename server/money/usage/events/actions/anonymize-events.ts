import type { Platform } from '#platform/platform.ts'
import { clickHouseEvents } from '../archive/adapters/clickhouse.ts'
import type { EventArchive, EventSelection } from '../archive/event-store.ts'
import { anonymize } from '../privacy/rules.ts'
import { anonymizeNextEvents, type EventCustomer, type EventsToAnonymize, findReadKeys } from '../privacy/store.ts'

/** Events of one transaction, or of one replacement in ClickHouse. */
const BATCH = 1000

/** The dependencies of the anonymization of events that were handed over. */
interface ArchiveDeps {
  readonly archive: EventArchive
  readonly keys: readonly string[]
  /** The time that decides which copy of an event is the last one. */
  readonly copiedAt: Date
}

/**
 * Takes from the events of a customer what names a person: the ids of the merchant's system, and the metadata that no meter reads (decision 55).
 * The customer's id, names, times and figures stay. A repeat changes nothing further.
 */
export async function anonymizeEvents({ database, clickhouse, clock }: Platform, customer: EventCustomer): Promise<void> {
  const keys = await findReadKeys(database.db, customer.organizationId)
  for (let after: string | null = null; ; ) {
    const input: EventsToAnonymize = { ...customer, keys, after, limit: BATCH }
    after = await database.transaction((tx) => anonymizeNextEvents(tx, input))
    if (after === null) break
  }
  if (clickhouse) await replaceArchived({ archive: clickHouseEvents(clickhouse, database.db), keys, copiedAt: clock.now() }, customer)
}

// All of them, also those that an interrupted run has replaced: it may not have deleted their older copies.
async function replaceArchived({ archive, keys, copiedAt }: ArchiveDeps, { organizationId, customerId }: EventCustomer): Promise<void> {
  for (let endId: string | null = null; ; ) {
    const selection: EventSelection = {
      organizationIds: [organizationId],
      customerIds: [customerId],
      sources: ['user'],
      firstId: null,
      endId,
    }
    const events = await archive.listEvents(selection, { isDescending: true, limit: BATCH, offset: 0 })
    const last = events.at(-1)
    if (!last) return
    await archive.replaceEvents(
      events.map((event) => {
        const { metadata, ...rest } = anonymize(event, keys)
        return { ...rest, metadataText: JSON.stringify(metadata) }
      }),
      copiedAt,
    )
    endId = last.id
  }
}
