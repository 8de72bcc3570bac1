// Database connections that are terminated, all in use, or blocked by a lock.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aProduct } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import type { TestAnswer } from '#test/support/server.ts'
import { anApplication, type TestApplication } from './application.ts'
import { expectEachPaidOnce, type KnownSale, queryServer } from './database-checks.ts'
import { steadyLoad } from './steady-load.ts'

const CONNECTIONS = 4

let app: TestApplication
/** A direct connection to the database. */
let admin: pg.Client
/** A second one, which holds locks. */
let lockHolder: pg.Client
/** A third one, whose commits show whether commits are answered. */
let committer: pg.Client
let productId: string
const checkouts: KnownSale[] = []

beforeAll(async () => {
  app = await anApplication({ DATABASE_CONNECTIONS: String(CONNECTIONS), RATE_LIMIT_ENABLED: 'false' }, ['synchronous_commit=on'])
  admin = new pg.Client(app.postgres.url)
  await admin.connect()
  lockHolder = new pg.Client({ connectionString: app.postgres.url, application_name: 'holder' })
  await lockHolder.connect()
  committer = new pg.Client({ connectionString: app.postgres.url, application_name: 'committer' })
  await committer.connect()
  productId = (await aProduct(app.merchant)).id
  // Where a test creates the trigger, the commit of a new row waits for the test.
  await admin.query(`create sequence held`)
  await admin.query(`create function hold() returns trigger language plpgsql as $$
    begin perform nextval('held'); perform pg_advisory_xact_lock(1); return null; end $$`)
})
beforeEach(async () => {
  await lockHolder.query('rollback')
  await admin.query('select pg_advisory_unlock_all()')
  for (const table of ['orders', 'idempotency_keys']) await admin.query(`drop trigger if exists hold on ${table}`)
  await setCommitAnswers(true)
  await expect.poll(() => app.health('/readyz'), { timeout: 5000 }).toMatchObject({ status: 200 })
})
afterAll(async () => {
  await admin?.end()
  await lockHolder?.end()
  await committer?.end()
  await app?.close()
})

/** Lets the commit of a new row in the table wait while the test holds the advisory lock. */
async function holdInsertsInto(table: 'orders' | 'idempotency_keys'): Promise<void> {
  await admin.query(
    `create constraint trigger hold after insert on ${table} deferrable initially deferred for each row execute function hold()`,
  )
}

/** Finds the backend that waits for `event` with such a statement; with `only`, considers that backend alone. */
const findWaiting = async (event: string, statement: string, only?: number): Promise<number | undefined> => {
  const { rows } = await admin.query(
    `select pid from pg_stat_activity where wait_event = $1 and query ilike $2 and pid <> pg_backend_pid() and pid = coalesce($3, pid)
     order by query_start limit 1`,
    [event, statement, only ?? null],
  )
  return rows[0]?.pid
}

/** Waits until such a backend exists; returns its process id. */
async function untilWaiting(event: string, statement: string, only?: number): Promise<number | undefined> {
  let pid: number | undefined
  await expect.poll(async () => (pid = await findWaiting(event, statement, only)), { timeout: 5000, interval: 10 }).toBeDefined()
  return pid
}

/** Waits until such a backend exists, and terminates it. */
async function terminateWaiting(event: string, statement: string, only?: number): Promise<void> {
  const pid = await untilWaiting(event, statement, only)
  await admin.query('select pg_terminate_backend($1)', [pid])
  await expect
    .poll(async () => (await admin.query('select from pg_stat_activity where pid = $1', [pid])).rowCount, { interval: 10 })
    .toBe(0)
}

/** Opens a checkout; `confirm` always uses the same idempotency key. */
async function openCheckout(): Promise<{ readonly id: string; confirm(): Promise<TestAnswer> }> {
  const { json } = await app.merchant.request('POST', '/v1/checkouts/', { body: { products: [productId] } })
  checkouts.push({ checkoutId: json.id, isInDoubt: false })
  const form = { customer_email: uniqueEmail(), customer_name: 'Blaise Pascal', customer_billing_address: { country: 'FR' } }
  const body = { ...form, confirmation_token_id: 'sandbox_4242424242424242' }
  const confirm = () =>
    app.merchant.request('POST', `/v1/checkouts/client/${json.client_secret}/confirm`, { body, headers: { 'idempotency-key': json.id } })
  return { id: json.id, confirm }
}

const unavailable = {
  status: 503,
  headers: expect.objectContaining({ 'retry-after': '2' }),
  json: expect.objectContaining({ error: 'ServiceUnavailable' }),
}
const summaryOf = ({ status, headers, json }: TestAnswer) => ({ status, headers, json })
const ordersOf = async (id: string) => (await admin.query('select id from orders where checkout_id = $1', [id])).rowCount

test('a confirm whose connection is terminated before its commit is retried on another connection', async () => {
  const { id, confirm } = await openCheckout()
  await lockHolder.query('begin')
  await lockHolder.query('select from checkouts where id = $1 for update', [id])
  const confirmed = confirm()
  await terminateWaiting('transactionid', 'select%')
  await terminateWaiting('transactionid', 'select%')
  await lockHolder.query('rollback')
  expect((await confirmed).status).toBe(200)
  expect(await ordersOf(id)).toBe(1)
})

test('a confirm whose connections are terminated repeatedly is answered 503, and its repeat with the key creates one order', async () => {
  const { id, confirm } = await openCheckout()
  await lockHolder.query('begin')
  await lockHolder.query('select from checkouts where id = $1 for update', [id])
  const confirmed = confirm()
  for (let cuts = 0; cuts < 3; cuts += 1) await terminateWaiting('transactionid', 'select%')
  expect(summaryOf(await confirmed)).toMatchObject(unavailable)
  await lockHolder.query('rollback')
  expect((await confirm()).status).toBe(200)
  expect(await ordersOf(id)).toBe(1)
})

test('a commit whose connection is terminated is not retried by the server, and the repeat with the key creates one order', async () => {
  const { id, confirm } = await openCheckout()
  await holdInsertsInto('orders')
  await admin.query('select pg_advisory_lock(1)')
  const confirmed = confirm()
  await terminateWaiting('advisory', 'commit')
  expect(summaryOf(await confirmed)).toMatchObject(unavailable)
  expect((await admin.query('select last_value::int as times, is_called from held')).rows).toEqual([{ times: 1, is_called: true }])
  await admin.query('select pg_advisory_unlock(1)')
  await admin.query('drop trigger hold on orders')
  expect((await confirm()).status).toBe(200)
  expect(await ordersOf(id)).toBe(1)
})

/** With a standby that never answers, a commit takes effect and its answer does not arrive. */
async function setCommitAnswers(isAnswered: boolean): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${isAnswered ? '' : 'absent'}'`)
  await admin.query('select pg_reload_conf()')
  // Commits follow the setting when PostgreSQL's checkpointer has read it, which may be later than any session: a commit shows it.
  await expect.poll(isCommitAnswered, { timeout: 10_000, interval: 10 }).toBe(isAnswered)
}

let hasOpenCommit = false

/** Whether a commit on a connection of its own is answered; one that waits stays open until it is. */
async function isCommitAnswered(): Promise<boolean> {
  if (!hasOpenCommit) {
    hasOpenCommit = true
    void committer.query("select pg_logical_emit_message(true, 'probe', '')").then(() => {
      hasOpenCommit = false
    })
  }
  await expect.poll(async () => !hasOpenCommit || (await findWaiting('SyncRep', '%probe%')) !== undefined, { interval: 5 }).toBe(true)
  return !hasOpenCommit
}

test.each([
  ['claim of the idempotency key', 'idempotency_keys', '%idempotency_keys%'],
  ['payment attempt', 'checkouts', 'commit'],
  ['order', 'orders', 'commit'],
] as const)('when the answer to the commit of the %s is lost, the repeat with the key creates one order', async (_, table, statement) => {
  const { id, confirm } = await openCheckout()
  if (table === 'checkouts') {
    await lockHolder.query('begin')
    await lockHolder.query('select from checkouts where id = $1 for update', [id])
  } else {
    await holdInsertsInto(table)
    await admin.query('select pg_advisory_lock(1)')
  }
  const confirmed = confirm()
  // Other backends commit as well, and may use every other connection: this one is identified by what it waited for before.
  const pid = table === 'checkouts' ? await untilWaiting('transactionid', 'select%') : await untilWaiting('advisory', statement)
  await setCommitAnswers(false)
  if (table === 'checkouts') await lockHolder.query('rollback')
  else await admin.query('select pg_advisory_unlock(1)')
  await terminateWaiting('SyncRep', statement, pid)
  await setCommitAnswers(true)
  expect(summaryOf(await confirmed)).toMatchObject(unavailable)
  if (table !== 'checkouts') await admin.query(`drop trigger hold on ${table}`)
  expect((await confirm()).status).toBe(200)
  expect(await ordersOf(id)).toBe(1)
})

test('connections that are terminated all the time, idle, listening or active, cost a client one retry at most', async () => {
  const load = await steadyLoad(app.process.baseUrl, app.merchant, { reads: 25, sales: 8 })
  for (let cuts = 0; cuts < 20; cuts += 1) {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = '' and pid <> pg_backend_pid()",
    )
    const { length } = load.answers
    await expect.poll(() => load.answers.length, { interval: 5 }).toBeGreaterThan(length + 4)
  }
  const sales = await load.stop()
  const odd = load.answers.filter(
    ({ status, headers }) => ![200, 201, 409].includes(status) && !(status === 503 && headers.get('retry-after') === '2'),
  )
  expect(odd.map(({ endpoint, status, text }) => ({ endpoint, status, text }))).toEqual([])
  expect(sales.filter(({ isPaid }) => !isPaid)).toEqual([])
  checkouts.push(...sales)
  await expectEachPaidOnce(app.postgres.url, app.merchant.organizationId, checkouts)
  // Events wake the relay again, which does not depend on its poll of each second: the LISTEN connection is open, or sends its heartbeat.
  const listeners = `select count(*)::int as listeners from pg_stat_activity
    where (query ilike 'listen %' or query like '%clock_timestamp()%') and pid <> pg_backend_pid()`
  await expect.poll(() => queryServer(app.postgres.url, listeners), { timeout: 5000 }).toEqual([{ listeners: 1 }])
})

test('when every connection is in use, other requests get 503 before one is free, /readyz reports it, and requests succeed afterwards', async () => {
  const { merchant, health } = app
  await lockHolder.query('begin')
  await lockHolder.query('lock table products in access exclusive mode')
  const blocked = Array.from({ length: CONNECTIONS }, () => merchant.request('GET', '/v1/products/'))
  const waiting = async () => (await admin.query(`select from pg_stat_activity where wait_event = 'relation'`)).rowCount
  await expect.poll(waiting, { interval: 10 }).toBe(CONNECTIONS)
  const [order, session, ready, alive] = await Promise.all([
    merchant.request('GET', '/v1/customers/'),
    merchant.owner.request('GET', '/api/auth/get-session'),
    health('/readyz'),
    health('/healthz'),
  ])
  expect(await waiting()).toBe(CONNECTIONS)
  expect(summaryOf(order)).toMatchObject(unavailable)
  expect([session.status, session.headers['retry-after'], session.json.code]).toEqual([503, '2', 'SERVICE_UNAVAILABLE'])
  expect(ready).toMatchObject({ status: 503, retryAfter: '2', body: { detail: 'Every connection to the database is in use.' } })
  expect(alive.status).toBe(200)
  await lockHolder.query('rollback')
  expect((await Promise.all(blocked)).map(({ status }) => status)).toEqual(blocked.map(() => 200))
  expect(await health('/readyz')).toMatchObject({ status: 200 })
  expect((await merchant.request('GET', '/v1/customers/')).status).toBe(200)
})

test('a lock that is not acquired and a statement that does not end are given up with 503, and leave no transaction open', {
  timeout: 30_000,
}, async () => {
  const { merchant } = app
  await admin.query(`create function sleep() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$`)
  await admin.query('create trigger sleep before insert on checkouts for each row execute function sleep()')
  const open = () =>
    merchant.request('POST', '/v1/checkouts/', { body: { products: [productId] }, headers: { 'idempotency-key': 'a-slow-one' } })
  const slow = open()
  await expect.poll(() => findWaiting('PgSleep', '%checkouts%'), { interval: 10 }).toBeDefined()
  await lockHolder.query('begin')
  await lockHolder.query('lock table orders in access exclusive mode')
  expect(summaryOf(await merchant.request('GET', '/v1/orders/'))).toMatchObject(unavailable)
  await lockHolder.query('rollback')
  expect(summaryOf(await slow)).toMatchObject(unavailable)
  await admin.query('drop trigger sleep on checkouts')
  expect((await merchant.request('GET', '/v1/orders/')).status).toBe(200)
  const again = await open()
  expect(again.status).toBe(201)
  const left = () => queryServer(app.postgres.url, `select state from pg_stat_activity where state like 'idle in transaction%'`)
  await expect.poll(left).toEqual([])
})
