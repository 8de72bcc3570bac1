// Usage events of tests, written into the tables without the API.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import type { UsageEvent } from '#money/usage/events/model.ts'
import { usageEvents } from '#money/usage/events/store.ts'
import type { OpenDatabase } from '#platform/database/database.ts'

/** An event of a test; what is left out is that of an event of the merchant without a customer. */
export type TestUsageEvent = Pick<UsageEvent, 'organizationId' | 'timestamp'> & Partial<UsageEvent>

/** Inserts events, and counts their names. Returns them in the order in which they are passed. */
export async function insertUsageEvents(
  { transaction }: Pick<OpenDatabase, 'transaction'>,
  events: readonly TestUsageEvent[],
): Promise<UsageEvent[]> {
  const whole = events.map((event) => ({
    id: newId(event.timestamp),
    name: 'ai.tokens',
    source: 'user' as const,
    customerId: null,
    externalCustomerId: null,
    externalId: null,
    metadata: {},
    ...event,
  }))
  await transaction(async (tx) => {
    await usageEvents.inserting(tx, whole).execute()
    const ids = whole.map(({ id }) => id)
    await sql`
      insert into usage_event_names
      select organization_id, name, source, count(*), min("timestamp"), max("timestamp") from usage_events where id = any(${ids})
      group by organization_id, name, source
      on conflict (organization_id, name, source) do update set occurrences = usage_event_names.occurrences + excluded.occurrences,
        first_seen = least(usage_event_names.first_seen, excluded.first_seen), last_seen = greatest(usage_event_names.last_seen, excluded.last_seen)
    `.execute(tx)
  })
  return whole
}
