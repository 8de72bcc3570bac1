// The events of one customer, for the export of its personal data.
import type { EventSelection } from '../archive/event-store.ts'
import { type EventDatabases, eventParts } from '../archive/reads.ts'
import type { UsageEvent } from '../model.ts'
import type { EventCustomer } from './store.ts'

/** Events of one statement. */
const BATCH = 1000

/** Yields up to `limit` events of a customer, the newest first, in batches as fast as they are taken. Each batch is one round trip. */
export async function* readCustomerEvents(
  databases: EventDatabases,
  { organizationId, customerId }: EventCustomer,
  limit: number,
): AsyncGenerator<readonly UsageEvent[]> {
  const parts = await eventParts(databases, { firstId: null, endId: null })
  let left = limit
  for (const { store, firstId, ...part } of parts.toReversed()) {
    let endId = part.endId
    for (let isEnd = false; !isEnd && left > 0; ) {
      const size = Math.min(BATCH, left)
      const selection: EventSelection = { organizationIds: [organizationId], customerIds: [customerId], firstId, endId }
      const events = await store.listEvents(selection, { isDescending: true, limit: size, offset: 0 })
      if (events.length > 0) yield events
      left -= events.length
      isEnd = events.length < size
      endId = events.at(-1)?.id ?? endId
    }
  }
}
