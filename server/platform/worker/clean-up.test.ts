// Databases: both.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { testPlatform } from '#test/support/platform.ts'
import { cleanUp } from './clean-up.ts'

test('old events, keys, counts and dead jobs are deleted; recent rows and events that were not relayed are kept', async () => {
  const clock = movableClock(new Date('2026-06-01T00:00:00.000Z'))
  const platform = await testPlatform({ clock })
  const { db } = platform.database
  const name = randomUUID()
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  const insertEvent = (relayedAt: Date | null) =>
    sql`insert into domain_events (id, name, audience, resource_id, payload, happened_at, relayed_at)
    values (${randomUUID()}, ${name}, 'internal', ${randomUUID()}, '{}', ${before(40)}, ${relayedAt})`.execute(db)
  for (const relayedAt of [before(31), before(29), null]) await insertEvent(relayedAt)
  for (const days of [8, 6])
    await sql`insert into idempotency_keys (scope, method, path, key, fingerprint, state, lease_until, created_at)
      values (${name}, 'POST', '/', ${String(days)}, '', 'done', ${before(days)}, ${before(days)})`.execute(db)
  for (const days of [1, -1])
    await sql`insert into limit_counts (name, key, count, expires_at) values (${name}, ${String(days)}, 1, ${before(days)})`.execute(db)
  for (const days of [91, 89])
    await sql`insert into jobs (id, kind, payload, run_at, dead_at, created_at)
      values (${randomUUID()}, ${name}, '{}', ${before(days)}, ${before(days)}, ${before(days)})`.execute(db)

  await cleanUp.run({}, platform, { id: '', attempt: 1, isLastAttempt: false, wasInterrupted: false, now: clock.now() })

  const left = await sql<{ events: number; keys: number; counts: number; jobs: number }>`
    select (select count(*) from domain_events where name = ${name}) as events, (select count(*) from idempotency_keys where scope = ${name}) as keys,
      (select count(*) from limit_counts where name = ${name}) as counts, (select count(*) from jobs where kind = ${name}) as jobs`.execute(
    db,
  )
  expect(left.rows).toEqual([{ events: 2, keys: 1, counts: 1, jobs: 1 }])
  await sql`delete from domain_events where name = ${name}`.execute(db)
  await sql`delete from jobs where kind = ${name}`.execute(db)
})

test('audit entries are deleted after AUDIT_LOG_RETENTION_DAYS, and the log stays append-only for everything else', async () => {
  const clock = movableClock(new Date('2026-06-01T00:00:00.000Z'))
  const platform = await testPlatform({ clock }, { AUDIT_LOG_RETENTION_DAYS: '30' })
  const { db, transaction } = platform.database
  const organizationId = randomUUID()
  const entry = { organizationId, userId: null, caller: { kind: 'anonymous' } } as const
  const append = (days: number) => {
    const now = new Date(clock.now().getTime() - days * 86_400_000)
    return transaction((tx) => platform.audit.append(tx, { ...entry, action: `test.${days}`, now }))
  }
  for (const days of [31, 29, 0]) await append(days)

  await cleanUp.run({}, platform, { id: '', attempt: 1, isLastAttempt: false, wasInterrupted: false, now: clock.now() })

  const left = await db.selectFrom('audit_entries').select('action').where('organization_id', '=', organizationId).orderBy('id').execute()
  expect(left).toEqual([{ action: 'test.29' }, { action: 'test.0' }])
  await expect(db.deleteFrom('audit_entries').where('organization_id', '=', organizationId).execute()).rejects.toThrow('append-only')
})

test('expired audit entries are found by an index', async () => {
  const { transaction } = (await testPlatform({})).database
  const plan = await transaction(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql`explain select id from audit_entries where id < ${randomUUID()}::uuid order by id limit 1000`.execute(tx)
  })
  expect(JSON.stringify(plan.rows)).toMatch(/Index (Only )?Scan (using|on) audit_entries_pkey/)
})
