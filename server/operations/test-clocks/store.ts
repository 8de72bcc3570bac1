import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import { databaseTime, databaseTimeIn } from '#platform/database/time/database-time.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type FrozenClock, type TestClock, testClockColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    test_clocks: Row<typeof testClockColumns>
  }
}

/** The rows of test clocks. */
export const testClocks = table('test_clocks', testClockColumns)

/** Seconds that an advance is left to the process that works on it, since its last step. */
const LEASE_SECONDS = 60

/** The instant at which the time of each clock's merchant stands still. */
export const frozenAtOf: RawBuilder<Date> = sql`(
  select merchants.frozen_at from merchants where merchants.organization_id = test_clocks.organization_id)`

/** Inserts a test clock; false when the organization has one. */
export async function insertTestClock(tx: Tx, clock: TestClock): Promise<boolean> {
  const written = await testClocks
    .inserting(tx, [clock])
    .onConflict((conflict) => conflict.column('organization_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Deletes the test clock of an organization; false when it has none. */
export async function deleteTestClock(tx: Tx, organizationId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from test_clocks where organization_id = ${organizationId}`.execute(tx)
  return numAffectedRows === 1n
}

/** The test clock of an organization. */
export async function findTestClock(db: Database, organizationId: string): Promise<FrozenClock | undefined> {
  const { rows } = await sql<Record<string, unknown> & { frozen_at: Date }>`
    select ${testClocks.selection()}, ${frozenAtOf} as frozen_at from test_clocks where organization_id = ${organizationId}`.execute(db)
  return rows[0] && { clock: testClocks.fromRow(rows[0]), frozenAt: rows[0].frozen_at }
}

/** A locked clock, with whether a process advances it, or soon will. */
export type LockedClock = FrozenClock & { readonly isLeased: boolean }

/** Locks a test clock of one of the organizations. */
export async function lockTestClock(
  tx: Tx,
  platformClock: Clock,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<LockedClock | undefined> {
  const { rows } = await sql<Record<string, unknown> & { frozen_at: Date; is_leased: boolean }>`
    select ${testClocks.selection()}, ${frozenAtOf} as frozen_at, coalesce(lease_until > ${databaseTime(platformClock)}, false) as is_leased
    from test_clocks where organization_id = ${anyOf(tenants)} and id = ${id} for update`.execute(tx)
  const [row] = rows
  return row && { clock: testClocks.fromRow(row), frozenAt: row.frozen_at, isLeased: row.is_leased }
}

/** Reserves the advance that was just requested for the first process that begins it. */
export async function reserveAdvance(tx: Tx, clock: Clock, organizationId: string): Promise<void> {
  const reserving = sql`update test_clocks set lease_id = null, lease_until = ${databaseTimeIn(clock, LEASE_SECONDS)}
    where organization_id = ${organizationId}`
  await sendAhead(async () => void (await reserving.execute(tx)))
}

/** An advance that a process works on. */
export interface Lease {
  readonly organizationId: string
  readonly leaseId: string
}

/** The advance, as the process that holds its lease needs it. */
export interface LeasedAdvance {
  readonly clockId: string
  readonly advancedFrom: Date
  readonly targetAt: Date
  readonly frozenAt: Date
}

/**
 * Takes the lease of an advance: one that no process works on, or with `takesOver` any. Undefined when there is none to take. The job takes
 * over, because it runs once at a time: a process that held the lease of its last run is dead, or finds at its next step that it lost it.
 */
export async function takeLease(
  db: Database,
  clock: Clock,
  { organizationId, leaseId, takesOver }: Lease & { readonly takesOver: boolean },
): Promise<LeasedAdvance | undefined> {
  const { rows } = await sql<LeasedAdvance>`
    update test_clocks set lease_id = ${leaseId}, lease_until = ${databaseTimeIn(clock, LEASE_SECONDS)}
    where organization_id = ${organizationId} and status = 'advancing'
      and (lease_id is null or ${takesOver} or lease_until <= ${databaseTime(clock)})
    returning id as "clockId", advanced_from as "advancedFrom", target_at as "targetAt", ${frozenAtOf} as "frozenAt"`.execute(db)
  return rows[0]
}

/** Renews a lease; false when another process has taken the advance over. Locks the clock until the transaction ends. */
export async function renewLease(tx: Tx, clock: Clock, { organizationId, leaseId }: Lease): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update test_clocks set lease_until = ${databaseTimeIn(clock, LEASE_SECONDS)}
    where organization_id = ${organizationId} and lease_id = ${leaseId} and status = 'advancing'`.execute(tx)
  return numAffectedRows === 1n
}

/** Gives a lease back, for the next process to take. */
export async function releaseLease(db: Database, { organizationId, leaseId }: Lease): Promise<void> {
  await sql`update test_clocks set lease_id = null where organization_id = ${organizationId} and lease_id = ${leaseId}`.execute(db)
}

/** Ends an advance whose lease this process holds. */
export async function endAdvance(
  tx: Tx,
  { organizationId, leaseId }: Lease,
  { error, at }: { readonly error: string | null; readonly at: Date },
): Promise<void> {
  await sql`update test_clocks set status = ${error === null ? 'ready' : 'failed'}, error = ${error}, modified_at = ${at}, lease_id = null,
    lease_until = null where organization_id = ${organizationId} and lease_id = ${leaseId}`.execute(tx)
}
