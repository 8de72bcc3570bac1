import { type RawBuilder, sql } from 'kysely'
import { PLATFORM_ID } from '#kernel/id.ts'
import type { Database, Tx } from '../database/database.ts'

declare module '../database/tables.ts' {
  interface Tables {
    domain_event_sequences: { organization_id: string; last_sequence: number }
  }
}

/** An event with its number; null for an event that is not numbered. */
export interface NumberedEvent {
  readonly id: string
  readonly name: string
  readonly organization_id: string | null
  readonly sequence: number | null
  readonly audience: string
  readonly resource_id: string
  readonly payload: unknown
  readonly happened_at: Date
  readonly position: number
  /** Batches in a row with this event that were interrupted. */
  readonly interruptions: number
}

/** The state that the relay finds before a batch. */
export interface OutboxState {
  /** Whether events wait. */
  readonly hasWaiting: boolean
  /** The position of the first event of a batch that another process began and did not commit: it is at work, or was interrupted. */
  readonly unfinishedAt: number | null
}

/** The number of different tags. */
export const PROCESS_TAGS = 1000

/** The process that relays: a number of ten bits, below `PROCESS_TAGS`. Two instances share one so rarely that it only delays what is found. */
export type ProcessTag = number

// The value of the sequence: the position of the first event of the batch that was begun last, and the tag of its process. 0: none. It
// outlives the process and every transaction.
const TAG_BITS = sql.lit(10)
const mark = (position: RawBuilder<unknown>, tag: ProcessTag) => sql`setval('relay_position', (${position} << ${TAG_BITS}) + ${tag}::int8)`

/**
 * Reads the state of the outbox. `marks`: and records that this process begins a batch with the oldest waiting event. Only the relay of
 * the embedded database, which is the only one, may record that before it has the lock.
 */
export async function readOutbox(
  db: Database,
  { tag, marks }: { readonly tag: ProcessTag; readonly marks: boolean },
): Promise<OutboxState> {
  const answer = await sql<OutboxState>`
    with last as materialized (
      select last_value >> ${TAG_BITS} as position, last_value & 1023 = ${tag}::int8 as is_ours from relay_position
    ), unfinished as materialized (
      select last.position from last join domain_events as event on event.position = last.position and event.relayed_at is null
      where not last.is_ours
    ), first as materialized (
      select event.position, unfinished.position as unfinished_at from (
        select position from domain_events where relayed_at is null order by position limit 1
      ) as event left join unfinished on true
    )
    select ${marks ? mark(sql`position`, tag) : sql`true`} is not null as "hasWaiting", unfinished_at as "unfinishedAt" from first`.execute(
    db,
  )
  return answer.rows[0] ?? { hasWaiting: false, unfinishedAt: null }
}

// The batch from `from` on: an event that was interrupted before is alone in its batch. `numbered_for` owns the sequence of the event.
function batchFrom(from: number, max: number): RawBuilder<unknown> {
  return sql`
    select id, numbered_for, position from (
      select id, numbered_for, position, row_number() over (order by position) as place,
        count(*) filter (where interruptions > 0) over (order by position) as interrupted
      from (
        select id, case audience when 'operator' then ${sql.lit(PLATFORM_ID)}::uuid else organization_id end as numbered_for, position,
          interruptions
        from domain_events
        where relayed_at is null and position >= ${from}::int8 order by position limit ${max}::int
      ) as waiting
    ) as counted where interrupted = 0 or place = 1`
}

/**
 * Counts an interruption of each event of the batch that began at `unfinishedAt`, if it was not committed, and forgets the batch.
 * Resolves to their number. Only under the lock of the relay.
 */
export async function countInterruption(
  tx: Tx,
  { unfinishedAt, max }: { readonly unfinishedAt: number; readonly max: number },
): Promise<number> {
  const answer = await sql`
    with forgotten as materialized (
      select setval('relay_position', 0) from domain_events where position = ${unfinishedAt}::int8 and relayed_at is null
    )
    update domain_events set interruptions = interruptions + 1 from (${batchFrom(unfinishedAt, max)}) as batch
    where domain_events.id = batch.id and exists (select from forgotten)`.execute(tx)
  return Number(answer.numAffectedRows ?? 0n)
}

/**
 * Numbers the oldest events that were not relayed, marks them as relayed, and returns them in order. Records that a batch begins with
 * the first of them: the record stays if the transaction is rolled back.
 */
export async function numberEvents(
  tx: Tx,
  { tag, max, now }: { readonly tag: ProcessTag; readonly max: number; readonly now: Date },
): Promise<readonly NumberedEvent[]> {
  const answer = await sql<NumberedEvent>`
    with batch as (
      ${batchFrom(0, max)}
    ), counted as (
      select numbered_for, count(*) as total from batch where numbered_for is not null group by numbered_for
    ), reserved as (
      insert into domain_event_sequences as known (organization_id, last_sequence) select numbered_for, total from counted
      on conflict (organization_id) do update set last_sequence = known.last_sequence + excluded.last_sequence
      returning organization_id as numbered_for, last_sequence
    ), numbered as (
      select batch.id, reserved.last_sequence - counted.total
        + row_number() over (partition by batch.numbered_for order by batch.position) as sequence
      from batch left join counted using (numbered_for) left join reserved using (numbered_for)
    ), marked as materialized (
      select ${mark(sql`min(position)`, tag)} from batch having count(*) > 0
    )
    update domain_events as event set sequence = numbered.sequence, relayed_at = ${now}::timestamptz from numbered
    where event.id = numbered.id and exists (select from marked)
    returning event.id, event.name, event.organization_id, event.sequence, event.audience, event.resource_id, event.payload,
      event.happened_at, event.position, event.interruptions`.execute(tx)
  return answer.rows.toSorted((a, b) => a.position - b.position)
}

/** Events that were relayed already, in their order. */
export async function findRelayedEvents(tx: Tx, ids: readonly string[]): Promise<readonly NumberedEvent[]> {
  return tx
    .selectFrom('domain_events')
    .select(['id', 'name', 'organization_id', 'sequence', 'audience', 'resource_id', 'payload', 'happened_at', 'position', 'interruptions'])
    .where('id', 'in', ids)
    .where('relayed_at', 'is not', null)
    .orderBy('position')
    .execute()
}
