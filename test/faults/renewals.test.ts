// Two workers on one PostgreSQL server bill due subscriptions; each second one of them is killed and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { guildhall } from '#test/support/guildhall.ts'
import { startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'
import { copySubscription } from '#test/support/subscriptions/copied-subscriptions.ts'
import { queryServer } from './database-checks.ts'

/** `DUE_SUBSCRIPTIONS=5000` takes some minutes: each start of a worker costs a second of the processor. */
const DUE = Number(process.env['DUE_SUBSCRIPTIONS'] ?? 1000)
/** Each kind's share of them. */
const [CHARGED, CREDITED] = [0.1, 0.02]
const TEST_MS = 300_000
const KILL_EVERY_MS = 1000
/** The age of a subscription whose first month has ended, and its second has not. */
const AGE_SECONDS = 32 * 86_400
const PRICE = 1000
const AUTH_SECRET = 'one secret for every start of a fault test'

let postgres: TemporaryPostgres
const children: ChildProcess[] = []
/** Those that work, the longest first. */
const working: ChildProcess[] = []

const query = (text: string) => queryServer(postgres.url, text)
const count = async (text: string): Promise<number> => (await query(`select count(*)::int as count from ${text}`))[0].count

async function startWorker(): Promise<void> {
  const { PATH = '' } = process.env
  const env = { PATH, DATABASE_URL: postgres.url, AUTH_SECRET, DATA_DIR: tmpdir() }
  const child = spawn(process.execPath, ['guildhall.js', 'start', '--role', 'worker', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  child.stdout.resume()
  working.push(child)
}

/** Kills the worker that has worked longest, and starts another one. */
function killOne(): void {
  working.shift()?.kill('SIGKILL')
  void startWorker()
}

beforeAll(async () => {
  postgres = await startPostgres()
  const database = await openDatabase({ url: postgres.url }, { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined })
  const server = await testServer({ settings: { AUTH_SECRET }, database, clock: movableClock(new Date()) })
  const merchant = await aMerchant(server)
  const { organizationId } = merchant
  const productId = await aPlan(merchant, PRICE)
  const { id: discountId } = await aDiscount(merchant, { basis_points: 10_000, duration: 'forever' })
  const [charged, credited] = [Math.round(DUE * CHARGED), Math.round(DUE * CREDITED)]
  const counts = { charged, credited, free: DUE - charged - credited }
  const copies = async (options: { card?: null; discountId?: string }, many: number) => {
    const { id, customerId } = await aSubscription(server, merchant, { productId, ageSeconds: AGE_SECONDS, ...options })
    await copySubscription(postgres.url, { organizationId, id, customerId, count: many, isDue: true })
    await query(`delete from subscriptions where id = '${id}'`)
    return id
  }
  await copies({ card: null, discountId }, counts.free)
  await copies({}, counts.charged)
  await copies({ card: null }, counts.credited)
  const owners = await query(`select customer_id as id from subscriptions where discount_id is null
    and not exists (select from payment_methods where payment_methods.customer_id = subscriptions.customer_id)`)
  for (const { id } of owners) await merchant.request('POST', `/v1/customers/${id}/credits`, { body: { amount: PRICE, currency: 'usd' } })
  await query('update domain_events set relayed_at = happened_at where relayed_at is null')
  await server.close()
}, TEST_MS)

afterAll(async () => {
  for (const each of children) each.kill('SIGKILL')
  await postgres?.stop()
})

test(
  `each of ${DUE} due subscriptions is billed once although one of two workers is killed each second`,
  async () => {
    const isDue = 'subscriptions where due_at <= now()'
    expect(await count(isDue)).toBe(DUE)
    await Promise.all([startWorker(), startWorker()])
    let kills = 0
    for (let [rest, before] = [DUE, DUE]; rest > 0; rest = await count(isDue)) {
      await wait(KILL_EVERY_MS)
      // On a slow machine a worker would never get as far as its first batch.
      if (rest === before) continue
      before = rest
      killOne()
      kills += 1
    }
    // The orders that the killed workers were charging wait until the leases expire.
    const unsettled = `payments where status <> 'succeeded'`
    await expect
      .poll(
        async () => {
          await query(`update jobs set run_at = run_at - interval '10 seconds' where is_running and kind = 'billing-cycle:charge-order'`)
          return count(unsettled)
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(0)

    const ofEach = (counted: string) => query(`select subscriptions.id from subscriptions where (select count(*) from ${counted}) <> 1`)
    const order = `orders where orders.subscription_id = subscriptions.id and orders.period_end = subscriptions.current_period_end`
    expect(await ofEach(`${order} and orders.status = 'paid'`)).toEqual([])
    expect(await count('orders')).toBe(DUE)
    expect(
      await query(
        'select id from orders where billing_reason <> $$subscription_cycle$$ or period_end - period_start < interval $$28 days$$',
      ),
    ).toEqual([])
    expect(await ofEach(`domain_events where resource_id = subscriptions.id and name = 'subscription.updated'`)).toEqual([])
    for (const name of ['created', 'updated', 'paid']) {
      const event = `domain_events where resource_id = orders.id and name = 'order.${name}'`
      expect(await query(`select id from orders where (select count(*) from ${event}) <> 1`)).toEqual([])
    }
    expect(await count(`domain_events where name like 'subscription.%' or name like 'order.%'`)).toBeGreaterThanOrEqual(4 * DUE)
    const charges = `select purpose_id from payments join sandbox_charges as charge on charge.organization_id = payments.organization_id
      and charge.key = payments.idempotency_key and charge.status = 'succeeded' where payments.purpose = 'order'`
    expect(await query(`${charges} group by purpose_id having count(*) <> 1`)).toEqual([])
    expect(await query(`select count(*)::int as charged from (${charges}) as charge`)).toEqual([{ charged: Math.round(DUE * CHARGED) }])
    const ledger = await guildhall(['verify-ledger', '--json'], { DATABASE_URL: postgres.url, AUTH_SECRET })
    expect([ledger.code, JSON.parse(ledger.out)]).toMatchObject([0, { faults: [] }])
    expect(kills).toBeGreaterThan(1)
  },
  TEST_MS,
)
