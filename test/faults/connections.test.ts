// Connections that are cut, all in use, or held up by somebody's lock.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aProduct } from '#test/support/a-merchant.ts'
import { newAddress } from '#test/support/a-user.ts'
import type { TestAnswer } from '#test/support/server.ts'
import { aHouse, type TestHouse } from './application.ts'
import { expectEachPaidOnce, type KnownSale, onServer } from './books.ts'
import { steadyLoad } from './steady-load.ts'

const CONNECTIONS = 4
/** As long as somebody may wait for a connection, with air for a slow machine. */
const WAIT_MS = 4500

let house: TestHouse
/** Somebody at the database itself. */
let outside: pg.Client
/** And somebody who holds locks. */
let holder: pg.Client
let productId: string
const checkouts: KnownSale[] = []

beforeAll(async () => {
  house = await aHouse({ DATABASE_CONNECTIONS: String(CONNECTIONS), RATE_LIMIT_ENABLED: 'false' }, ['synchronous_commit=on'])
  outside = new pg.Client(house.postgres.url)
  await outside.connect()
  holder = new pg.Client({ connectionString: house.postgres.url, application_name: 'holder' })
  await holder.connect()
  productId = (await aProduct(house.merchant)).id
  // Where a test says so, whoever commits a new order waits for the test.
  await outside.query(`create sequence held`)
  await outside.query(`create function hold() returns trigger language plpgsql as $$
    begin perform nextval('held'); perform pg_advisory_xact_lock(1); return null; end $$`)
})
beforeEach(async () => {
  await holder.query('rollback')
  await outside.query('select pg_advisory_unlock_all()')
  await expect.poll(() => house.health('/readyz'), { timeout: 5000 }).toMatchObject({ status: 200 })
})
afterAll(async () => {
  await outside?.end()
  await holder?.end()
  await house?.close()
})

/** Which server process waits for `event` with such a statement, if any; with `only`, whether that one does. */
const waitingFor = async (event: string, statement: string, only?: number): Promise<number | undefined> => {
  const { rows } = await outside.query(
    `select pid from pg_stat_activity where wait_event = $1 and query ilike $2 and pid <> pg_backend_pid() and pid = coalesce($3, pid)
     order by query_start limit 1`,
    [event, statement, only ?? null],
  )
  return rows[0]?.pid
}

/** The process that waits so, once there is one. */
async function untilWaiting(event: string, statement: string, only?: number): Promise<number | undefined> {
  let pid: number | undefined
  await expect.poll(async () => (pid = await waitingFor(event, statement, only)), { timeout: 5000, interval: 10 }).toBeDefined()
  return pid
}

/** Cuts the connection on which such a statement waits, once there is one. */
async function cut(event: string, statement: string, only?: number): Promise<void> {
  const pid = await untilWaiting(event, statement, only)
  await outside.query('select pg_terminate_backend($1)', [pid])
  await expect
    .poll(async () => (await outside.query('select from pg_stat_activity where pid = $1', [pid])).rowCount, { interval: 10 })
    .toBe(0)
}

/** A new checkout, and its confirm with one key. */
async function opened(): Promise<{ readonly id: string; confirm(): Promise<TestAnswer> }> {
  const { json } = await house.merchant.request('POST', '/v1/checkouts/', { body: { products: [productId] } })
  checkouts.push({ checkoutId: json.id, isInDoubt: false })
  const form = { customer_email: newAddress(), customer_name: 'Blaise Pascal', customer_billing_address: { country: 'FR' } }
  const body = { ...form, confirmation_token_id: 'sandbox_4242424242424242' }
  const confirm = () =>
    house.merchant.request('POST', `/v1/checkouts/client/${json.client_secret}/confirm`, { body, headers: { 'idempotency-key': json.id } })
  return { id: json.id, confirm }
}

const forNow = {
  status: 503,
  headers: expect.objectContaining({ 'retry-after': '2' }),
  json: expect.objectContaining({ error: 'ServiceUnavailable' }),
}
const seen = ({ status, headers, json }: TestAnswer) => ({ status, headers, json })
const ordersOf = async (id: string) => (await outside.query('select id from orders where checkout_id = $1', [id])).rowCount

test('a confirm whose connection is cut before its commit is worked on another one', async () => {
  const { id, confirm } = await opened()
  await holder.query('begin')
  await holder.query('select from checkouts where id = $1 for update', [id])
  const confirmed = confirm()
  await cut('transactionid', 'select%')
  await cut('transactionid', 'select%')
  await holder.query('rollback')
  expect((await confirmed).status).toBe(200)
  expect(await ordersOf(id)).toBe(1)
})

test('a confirm that is cut again and again is answered 503, and its repeat with the key makes one order', async () => {
  const { id, confirm } = await opened()
  await holder.query('begin')
  await holder.query('select from checkouts where id = $1 for update', [id])
  const confirmed = confirm()
  for (let cuts = 0; cuts < 3; cuts += 1) await cut('transactionid', 'select%')
  expect(seen(await confirmed)).toMatchObject(forNow)
  await holder.query('rollback')
  expect((await confirm()).status).toBe(200)
  expect(await ordersOf(id)).toBe(1)
})

test('a commit that is cut is not sent a second time by itself; the repeat with the key makes one order', async () => {
  const { id, confirm } = await opened()
  await outside.query(
    'create constraint trigger hold after insert on orders deferrable initially deferred for each row execute function hold()',
  )
  await outside.query('select pg_advisory_lock(1)')
  const confirmed = confirm()
  await cut('advisory', 'commit')
  expect(seen(await confirmed)).toMatchObject(forNow)
  expect((await outside.query('select last_value::int as times, is_called from held')).rows).toEqual([{ times: 1, is_called: true }])
  await outside.query('select pg_advisory_unlock(1)')
  await outside.query('drop trigger hold on orders')
  expect((await confirm()).status).toBe(200)
  expect(await ordersOf(id)).toBe(1)
})

/** With a standby that never answers, a commit is done and its answer does not come. */
async function answersOfCommits(come: boolean): Promise<void> {
  await outside.query(`alter system set synchronous_standby_names = '${come ? '' : 'nobody'}'`)
  await outside.query('select pg_reload_conf()')
  await expect
    .poll(async () => (await outside.query('show synchronous_standby_names')).rows[0].synchronous_standby_names)
    .toBe(come ? '' : 'nobody')
}

test.each([
  ['the claim of the key', '%idempotency_keys%', undefined],
  ['the attempt at payment', 'commit', 'checkouts'],
  ['the order', 'commit', 'orders'],
] as const)('when %s was committed and the answer was lost, the repeat with the key makes one order', async (_, statement, table) => {
  const { id, confirm } = await opened()
  if (table === 'checkouts') {
    await holder.query('begin')
    await holder.query('select from checkouts where id = $1 for update', [id])
  } else if (table === 'orders') {
    await outside.query(
      'create constraint trigger hold after insert on orders deferrable initially deferred for each row execute function hold()',
    )
    await outside.query('select pg_advisory_lock(1)')
  } else await answersOfCommits(false)
  const confirmed = confirm()
  // Others commit as well: it is known by what it waited for before.
  let pid: number | undefined
  if (table === 'checkouts') {
    pid = await untilWaiting('transactionid', 'select%')
    await answersOfCommits(false)
    await holder.query('rollback')
  } else if (table === 'orders') {
    pid = await untilWaiting('advisory', 'commit')
    await answersOfCommits(false)
    await outside.query('select pg_advisory_unlock(1)')
  }
  await cut('SyncRep', statement, pid)
  await answersOfCommits(true)
  expect(seen(await confirmed)).toMatchObject(forNow)
  if (table === 'orders') await outside.query('drop trigger hold on orders')
  expect((await confirm()).status).toBe(200)
  expect(await ordersOf(id)).toBe(1)
})

test('connections that are cut all the time, idle, listening or at work, cost nobody more than a second try', async () => {
  const load = await steadyLoad(house.process.address, house.merchant, { reads: 25, sales: 8 })
  for (let cuts = 0; cuts < 20; cuts += 1) {
    await outside.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = '' and pid <> pg_backend_pid()",
    )
    const { length } = load.answers
    await expect.poll(() => load.answers.length, { interval: 5 }).toBeGreaterThan(length + 4)
  }
  const sales = await load.stop()
  const odd = load.answers.filter(
    ({ status, headers }) => ![200, 201, 409].includes(status) && !(status === 503 && headers.get('retry-after') === '2'),
  )
  expect(odd.map(({ what, status, text }) => ({ what, status, text }))).toEqual([])
  expect(sales.filter(({ isPaid }) => !isPaid)).toEqual([])
  checkouts.push(...sales)
  await expectEachPaidOnce(house.postgres.url, house.merchant.organizationId, checkouts)
  // Who waits for facts is woken and not left to the poll of each second: the ear is open again, listening or asking whether it lives.
  const ears = `select count(*)::int as ears from pg_stat_activity
    where (query ilike 'listen %' or query like '%clock_timestamp()%') and pid <> pg_backend_pid()`
  await expect.poll(() => onServer(house.postgres.url, ears), { timeout: 5000 }).toEqual([{ ears: 1 }])
})

test('when every connection is held, others are told so within a bound, health is honest, and all goes on at once afterwards', async () => {
  const { merchant, health } = house
  await holder.query('begin')
  await holder.query('lock table products in access exclusive mode')
  const held = Array.from({ length: CONNECTIONS }, () => merchant.request('GET', '/v1/products/'))
  const waiting = async () => (await outside.query(`select from pg_stat_activity where wait_event = 'relation'`)).rowCount
  await expect.poll(waiting, { interval: 10 }).toBe(CONNECTIONS)
  const startedMs = performance.now()
  const [order, session, ready, alive] = await Promise.all([
    merchant.request('GET', '/v1/customers/'),
    merchant.owner.request('GET', '/api/auth/get-session'),
    health('/readyz'),
    health('/healthz'),
  ])
  expect(performance.now() - startedMs).toBeLessThan(WAIT_MS)
  expect(seen(order)).toMatchObject(forNow)
  expect([session.status, session.headers['retry-after'], session.json.code]).toEqual([503, '2', 'SERVICE_UNAVAILABLE'])
  expect(ready).toMatchObject({ status: 503, retryAfter: '2', body: { detail: 'Every connection to the database is in use.' } })
  expect(ready.tookMs).toBeLessThan(WAIT_MS)
  expect(alive.status).toBe(200)
  await holder.query('rollback')
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual(held.map(() => 200))
  expect(await health('/readyz')).toMatchObject({ status: 200 })
  expect((await merchant.request('GET', '/v1/customers/')).status).toBe(200)
})

test('a lock that is not had and a statement that does not end are given up with 503, and their connections are clean', {
  timeout: 30_000,
}, async () => {
  const { merchant } = house
  await outside.query(`create function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`)
  await outside.query('create trigger sleep before insert on checkouts for each row execute function sleep()')
  const open = () =>
    merchant.request('POST', '/v1/checkouts/', { body: { products: [productId] }, headers: { 'idempotency-key': 'a-slow-one' } })
  const slow = open()
  await expect.poll(() => waitingFor('PgSleep', '%checkouts%'), { interval: 10 }).toBeDefined()
  await holder.query('begin')
  await holder.query('lock table orders in access exclusive mode')
  expect(seen(await merchant.request('GET', '/v1/orders/'))).toMatchObject(forNow)
  await holder.query('rollback')
  expect(seen(await slow)).toMatchObject(forNow)
  await outside.query('drop trigger sleep on checkouts')
  expect((await merchant.request('GET', '/v1/orders/')).status).toBe(200)
  const again = await open()
  expect(again.status).toBe(201)
  const left = () => onServer(house.postgres.url, `select state from pg_stat_activity where state like 'idle in transaction%'`)
  await expect.poll(left).toEqual([])
})
