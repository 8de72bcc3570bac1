// Databases: both.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/support/database.ts'
import { isUniqueBreach, json, type OpenDatabase, sqlState, type Tx } from './database.ts'
import { type RoundTrips, roundTrips, sendAhead } from './named-pool.ts'
import { openDatabase } from './open.ts'
import { onCommit } from './transaction.ts'

const NOW = new Date('2026-03-01T10:00:00.123Z')
let database: OpenDatabase
beforeAll(async () => {
  database = await testDatabase()
})

const isPostgres = Boolean(process.env['DATABASE_URL'])
const countPeriods = async (like: string) =>
  (await sql<{ n: number }>`select count(*) as n from job_periods where kind like ${`${like}%`}`.execute(database.db)).rows[0]?.n
const insert = (name: string) => sql`insert into job_periods (kind, period_at) values (${name}, ${NOW})`

test('a transaction that throws is rolled back', async () => {
  const name = randomUUID()
  const undone = database.transaction(async (tx) => {
    await insert(name).execute(tx)
    throw new Error('no')
  })
  await expect(undone).rejects.toThrow('no')
  expect(await countPeriods(name)).toBe(0)
})

test('commit hooks run after the commit, and never after a rollback', async () => {
  const log: string[] = []
  await database.transaction(async (tx) => {
    onCommit(tx, () => log.push('committed'))
    log.push('inside')
  })
  await database
    .transaction(async (tx) => {
      onCommit(tx, () => log.push('never'))
      throw new Error('no')
    })
    .catch(() => undefined)
  expect(log).toEqual(['inside', 'committed'])
})

test('a query outside the open transaction is an error instead of a deadlock', async () => {
  const outsideQuery = database.transaction(async () => sql`select 1`.execute(database.db))
  await expect(outsideQuery).rejects.toThrow('outside the open transaction')
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('a transaction that fails to serialize is tried at most five times', async () => {
  let tries = 0
  const failing = (times: number) =>
    database.transaction(async () => {
      tries += 1
      if (tries <= times) throw Object.assign(new Error('again'), { code: '40001' })
      return tries
    })
  expect(await failing(4)).toBe(5)
  tries = 0
  await expect(failing(5)).rejects.toThrow('again')
  expect(tries).toBe(5)
})

test('a connection stays usable after an error', async () => {
  await expect(sql`select 1 / 0`.execute(database.db)).rejects.toMatchObject({ code: '22012' })
  await expect(database.transaction((tx) => sql`select * from nowhere_at_all`.execute(tx))).rejects.toMatchObject({ code: '42P01' })
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('round trips are counted: BEGIN travels with the first statement', async () => {
  const counted: RoundTrips = { count: 0, statements: [] }
  await roundTrips.run(counted, () => database.transaction((tx) => sql`select 1`.execute(tx)))
  expect([counted.count, counted.statements]).toEqual([2, ['begin', 'select 1', 'commit']])
})

const insertAhead = (tx: Tx, name: string) => sendAhead(async () => void (await insert(name).execute(tx)))

test('statements that are sent ahead travel with the next one, in their order', async () => {
  const name = randomUUID()
  const counted: RoundTrips = { count: 0 }
  const found = await roundTrips.run(counted, () =>
    database.transaction(async (tx) => {
      for (const number of [1, 2, 3]) await insertAhead(tx, `${name} ${number}`)
      await sendAhead(async () => void (await sql`delete from job_periods where kind = ${`${name} 2`}`.execute(tx)))
      return sql<{ kind: string }>`select kind from job_periods where kind like ${`${name}%`} order by kind`.execute(tx)
    }),
  )
  expect(found.rows.map(({ kind }) => kind)).toEqual([`${name} 1`, `${name} 3`])
  expect(counted.count).toBe(2)
})

test('the error of a statement that was sent ahead is that of the next statement, or of the commit, and nothing is written', async () => {
  const name = randomUUID()
  const twice = async (tx: Tx) => {
    await insertAhead(tx, name)
    await insertAhead(tx, name)
  }
  const reading = database.transaction(async (tx) => {
    await twice(tx)
    await sql`select 1`.execute(tx)
  })
  await expect(reading).rejects.toMatchObject({ code: '23505' })
  await expect(database.transaction(twice)).rejects.toMatchObject({ code: '23505' })
  expect(await countPeriods(name)).toBe(0)
})

test('an action that throws after a statement that was sent ahead rejects with its own error', async () => {
  const name = randomUUID()
  const refused = database.transaction(async (tx) => {
    await insertAhead(tx, name)
    await insertAhead(tx, name)
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(await countPeriods(name)).toBe(0)
})

test('values are read with their types', async () => {
  const answer = await sql<Record<string, unknown>>`select ${NOW}::timestamptz(3) as at, 9007199254740991::bigint as most,
    array[1, 2]::bigint[] as list, '2026-03-29'::date as day, ${json(['a', { b: 'ü' }])} as array, ${json('text')} as text`.execute(
    database.db,
  )
  expect(answer.rows[0]).toEqual({
    at: NOW,
    most: 9007199254740991,
    list: [1, 2],
    day: '2026-03-29',
    array: ['a', { b: 'ü' }],
    text: 'text',
  })
})

test('a number beyond the safe integers is refused, and the connection stays usable', async () => {
  await expect(sql`select 9007199254740992::bigint as most`.execute(database.db)).rejects.toThrow('beyond the safe integers')
  expect((await sql`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('a violation of a unique index is recognized by its name', async () => {
  const name = randomUUID()
  await insert(name).execute(database.db)
  const error = await insert(name)
    .execute(database.db)
    .catch((fault: unknown) => fault)
  expect([sqlState(error), isUniqueBreach(error, 'job_periods_pkey'), isUniqueBreach(error, 'other')]).toEqual(['23505', true, false])
})

test('fifty concurrent transactions all commit', async () => {
  const name = randomUUID()
  await Promise.all(Array.from({ length: 50 }, (_, at) => database.transaction((tx) => insert(`${name} ${at}`).execute(tx))))
  expect(await countPeriods(name)).toBe(50)
})

test.skipIf(!isPostgres)('closing a database that nothing has read ends its connections', async () => {
  const url = new URL(process.env['DATABASE_URL'] ?? '')
  url.searchParams.set('application_name', randomUUID())
  const ignore = () => undefined
  const opened = await openDatabase({ url: url.href }, { onSlow: ignore, onFault: ignore, onGap: ignore })
  await opened.close()
  const left = async () => {
    const { rows } = await sql`select from pg_stat_activity where application_name = ${url.searchParams.get('application_name')}`.execute(
      database.db,
    )
    return rows.length
  }
  await expect.poll(left, { timeout: 5000 }).toBe(0)
})

test('migrating again changes nothing', async () => {
  expect(await database.migrate()).toEqual([])
  expect(await database.pendingMigrations()).toEqual([])
})

test('a database that a newer version has migrated is refused with a message', async () => {
  await sql`insert into kysely_migration (name, timestamp) values ('9999_from_the_future', '')`.execute(database.db)
  try {
    await expect(database.migrate()).rejects.toThrow(
      'A newer Guildhall wrote this database (9999_from_the_future). Start that version, or a newer one.',
    )
  } finally {
    await sql`delete from kysely_migration where name = '9999_from_the_future'`.execute(database.db)
  }
})

test('a listener receives the notifications of its channel until it stops', async () => {
  const received: string[] = []
  const channel = `test_${randomUUID().replaceAll('-', '')}`
  const stop = await database.listen(channel, (payload) => received.push(payload))
  await database.notify(channel, 'one')
  await expect.poll(() => received).toEqual(['one'])
  await stop()
  await database.notify(channel, 'two')
  await database.ping()
  expect(received).toEqual(['one'])
})

test.skipIf(!isPostgres)('a connection that the server ends is replaced, and listeners receive notifications again', async () => {
  const received: string[] = []
  const channel = `test_${randomUUID().replaceAll('-', '')}`
  const stop = await database.listen(channel, (payload) => received.push(payload))
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    database.db,
  )
  await expect
    .poll(() =>
      database.ping().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  // Every listener is called when the connection is back, because it may have missed a notification.
  await expect.poll(() => received, { timeout: 5000 }).toContain('')
  await database.notify(channel, 'after')
  await expect.poll(() => received).toContain('after')
  await stop()
})
