import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

declare module '../database/tables.ts' {
  interface Tables {
    domain_event_sequences: { organization_id: string; last_sequence: number }
  }
}

/** An event with its number; null for an event without an organization. */
export interface NumberedEvent {
  readonly id: string
  readonly name: string
  readonly organization_id: string | null
  readonly sequence: number | null
  readonly audience: string
  readonly resource_id: string
  readonly payload: unknown
  readonly happened_at: Date
}

/** Numbers the oldest events that were not relayed, marks them as relayed, and returns them in order. */
export async function numberEvents(tx: Tx, { max, now }: { readonly max: number; readonly now: Date }): Promise<readonly NumberedEvent[]> {
  const answer = await sql<NumberedEvent & { position: number }>`
    with batch as (
      select id, organization_id, position from domain_events where relayed_at is null order by position limit ${max}::int
    ), counted as (
      select organization_id, count(*) as total from batch where organization_id is not null group by organization_id
    ), reserved as (
      insert into domain_event_sequences as known (organization_id, last_sequence) select organization_id, total from counted
      on conflict (organization_id) do update set last_sequence = known.last_sequence + excluded.last_sequence
      returning organization_id, last_sequence
    ), numbered as (
      select batch.id, reserved.last_sequence - counted.total
        + row_number() over (partition by batch.organization_id order by batch.position) as sequence
      from batch left join counted using (organization_id) left join reserved using (organization_id)
    )
    update domain_events as event set sequence = numbered.sequence, relayed_at = ${now}::timestamptz from numbered where event.id = numbered.id
    returning event.id, event.name, event.organization_id, event.sequence, event.audience, event.resource_id, event.payload,
      event.happened_at, event.position`.execute(tx)
  return answer.rows.toSorted((a, b) => a.position - b.position)
}

/** Events that were relayed already, in their order. */
export async function findRelayedEvents(tx: Tx, ids: readonly string[]): Promise<readonly NumberedEvent[]> {
  return tx
    .selectFrom('domain_events')
    .select(['id', 'name', 'organization_id', 'sequence', 'audience', 'resource_id', 'payload', 'happened_at'])
    .where('id', 'in', ids)
    .where('relayed_at', 'is not', null)
    .orderBy('position')
    .execute()
}
