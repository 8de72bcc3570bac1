import { sql } from 'kysely'
import type { Tx } from '../database/database.ts'

declare module '../database/tables.ts' {
  interface Tables {
    fact_sequences: { organization_id: string; last_sequence: number }
  }
}

/** A fact with its number; null for one of no organization. */
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

/** Gives the oldest facts that were not handed on their numbers, marks them as handed on, and returns them in order. */
export async function numberEvents(tx: Tx, { max, now }: { readonly max: number; readonly now: Date }): Promise<readonly NumberedEvent[]> {
  const answer = await sql<NumberedEvent & { position: number }>`
    with batch as (
      select id, organization_id, position from facts where relayed_at is null order by position limit ${max}::int
    ), counted as (
      select organization_id, count(*) as told from batch where organization_id is not null group by organization_id
    ), reserved as (
      insert into fact_sequences as known (organization_id, last_sequence) select organization_id, told from counted
      on conflict (organization_id) do update set last_sequence = known.last_sequence + excluded.last_sequence
      returning organization_id, last_sequence
    ), numbered as (
      select batch.id, reserved.last_sequence - counted.told
        + row_number() over (partition by batch.organization_id order by batch.position) as sequence
      from batch left join counted using (organization_id) left join reserved using (organization_id)
    )
    update facts set sequence = numbered.sequence, relayed_at = ${now}::timestamptz from numbered where facts.id = numbered.id
    returning facts.id, facts.name, facts.organization_id, facts.sequence, facts.audience, facts.resource_id, facts.payload,
      facts.happened_at, facts.position`.execute(tx)
  return answer.rows.toSorted((a, b) => a.position - b.position)
}

/** One fact that was handed on already. */
export async function findRelayedEvent(tx: Tx, id: string): Promise<NumberedEvent | undefined> {
  return tx
    .selectFrom('facts')
    .select(['id', 'name', 'organization_id', 'sequence', 'audience', 'resource_id', 'payload', 'happened_at'])
    .where('id', '=', id)
    .where('relayed_at', 'is not', null)
    .executeTakeFirst()
}
