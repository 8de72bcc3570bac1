// Databases: both.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { batchStatements, GuardFailed } from './batch-statements.ts'
import type { OpenDatabase, Tx } from './database.ts'
import { roundTrips } from './named-pool.ts'
import { onCommit } from './transaction.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await testDatabase()
})

const NOW = new Date('2026-03-01T10:00:00.000Z')
const note = (tx: Tx, kind: string) => sql`insert into job_periods (kind, period_at) values (${kind}, ${NOW})`.execute(tx)
const kindsOf = async (prefix: string) => {
  const { rows } = await sql<{ kind: string }>`select kind from job_periods where kind like ${`${prefix}%`} order by kind`.execute(
    database.db,
  )
  return rows.map(({ kind }) => kind.slice(prefix.length))
}

test('several writes are one round trip, and commit hooks run after it', async () => {
  const prefix = randomUUID()
  const counted = { count: 0, texts: [] as string[] }
  let hookRuns = 0
  const value = await roundTrips.run(counted, () =>
    batchStatements(database.db, async (tx) => {
      await note(tx, `${prefix}a`)
      await sql`insert into job_periods (kind, period_at) values (${`${prefix}b`}, ${NOW})`.execute(tx)
      onCommit(tx, () => (hookRuns += 1))
      expect(hookRuns).toBe(0)
      return 'done'
    }),
  )
  expect([value, counted.count, hookRuns, await kindsOf(prefix)]).toEqual(['done', 1, 1, ['a', 'b']])
})

test('when one statement fails, none is applied and no commit hook runs', async () => {
  const prefix = randomUUID()
  await note(database.db as Tx, `${prefix}taken`)
  let hookRuns = 0
  const failing = batchStatements(database.db, async (tx) => {
    await note(tx, `${prefix}new`)
    await note(tx, `${prefix}taken`)
    onCommit(tx, () => (hookRuns += 1))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect([hookRuns, await kindsOf(prefix)]).toEqual([0, ['taken']])
})

test('guarded writes are applied only if the guard holds', async () => {
  const prefix = randomUUID()
  await note(database.db as Tx, `${prefix}there`)
  const guard = (kind: string) => ({ holds: sql`select true from job_periods where kind = ${prefix + kind} for share` })
  const write = (kind: string) => batchStatements(database.db, (tx) => note(tx, `${prefix}by ${kind}`), guard(kind))
  await write('there')
  await expect(write('elsewhere')).rejects.toBeInstanceOf(GuardFailed)
  expect(await kindsOf(prefix)).toEqual(['by there', 'there'])
})

test('a batch refuses statements that return rows', async () => {
  const reading = batchStatements(database.db, (tx) =>
    tx
      .selectFrom('job_periods' as never)
      .select('kind' as never)
      .execute(),
  )
  await expect(reading).rejects.toThrow('return no rows')
  const returning = batchStatements(database.db, (tx) => sql`delete from job_periods where kind = 'none' returning kind`.execute(tx))
  await expect(returning).rejects.toThrow('return no rows')
})

test('the writes are applied in the order of the calls', async () => {
  const name = `order:${randomUUID()}`
  const insertEvent = (turn: number) => sql`
    insert into domain_events (id, name, audience, resource_id, payload, happened_at, relayed_at)
    values (${randomUUID()}, ${name}, 'internal', ${randomUUID()}, ${String(turn)}::jsonb, ${NOW}, ${NOW})`
  await batchStatements(database.db, async (tx) => {
    for (let turn = 0; turn < 5; turn += 1) await insertEvent(turn).execute(tx)
  })
  const { rows } = await sql<{ payload: number }>`select payload from domain_events where name = ${name} order by position`.execute(
    database.db,
  )
  expect(rows.map(({ payload }) => payload)).toEqual([0, 1, 2, 3, 4])
})

test('two batches that deadlock are both applied', async () => {
  const prefix = randomUUID()
  await note(database.db as Tx, `${prefix}one`)
  await note(database.db as Tx, `${prefix}two`)
  const move = (tx: Tx, kind: string) => sql`update job_periods set period_at = ${NOW} where kind = ${prefix + kind}`.execute(tx)
  const pause = (tx: Tx, by: string) =>
    sql`insert into job_periods (kind, period_at) select ${prefix + by}, ${NOW}::timestamptz from pg_sleep(0.2)`.execute(tx)
  const both = (first: string, second: string) =>
    batchStatements(database.db, async (tx) => {
      await move(tx, first)
      await pause(tx, `from ${first}`)
      await move(tx, second)
    })
  await Promise.all([both('one', 'two'), both('two', 'one')])
  expect(await kindsOf(prefix)).toEqual(['from one', 'from two', 'one', 'two'])
})
