// Events whose own window was closed before they were sent.
import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { CustomerMeterKey } from '../store.ts'

/** An event that counts in another window than its own, of a meter and a customer. */
export interface LateUsage extends CustomerMeterKey {
  readonly eventId: string
  readonly windowStart: Date | null
}

/** Records them. It is sent ahead. */
export function insertLateEvents(tx: Tx, organizationId: string, late: readonly LateUsage[]): Promise<void> {
  if (late.length === 0) return Promise.resolve()
  const inserting = sql`insert into late_usage_events (organization_id, meter_id, event_id, customer_id, window_start)
    select ${organizationId}::uuid, late.* from unnest(${late.map(({ meterId }) => meterId)}::uuid[], ${late.map(({ eventId }) => eventId)}::uuid[],
      ${late.map(({ customerId }) => customerId)}::uuid[],
      ${late.map(({ windowStart }) => windowStart?.toISOString() ?? null)}::timestamptz[]) as late`
  return sendAhead(async () => void (await inserting.execute(tx)))
}
