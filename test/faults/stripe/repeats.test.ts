// The server is killed at each failpoint of a payment, a refund and a change of plan at Stripe, and started again: the repeat with the same key
// ends in one charge or one refund at Stripe, and gets one answer. Stripe Tax records each sale and each refund once.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SaleFailpoint } from '#platform/failpoint.ts'
import { aCheckout, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { guildhall, type RunningGuildhall, startGuildhall } from '#test/support/guildhall.ts'
import { runningServer } from '#test/support/running-server.ts'
import type { TestAnswer, TestServer } from '#test/support/server.ts'
import { paidIntents, refundedAtStripe } from '#test/support/stripe/books.ts'
import { type FakeStripe, startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { sendWebhook } from '#test/support/stripe/webhooks.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { collectTaxes } from '#test/support/taxes/collect-taxes.ts'
import { storages, type TestStorage } from '../storage.ts'

const CARD = '4242424242424242'
const RECORD = 'POST /v1/tax/transactions/create_from_calculation'
const REVERSE = 'POST /v1/tax/transactions/create_reversal'
/** Longer than every lease: a repeat may start. */
const LEASE_SECONDS = 16
/** Longer than the lease of the job that records taxes. */
const JOB_LEASE_SECONDS = 100
const SETUP_MS = 120_000
const TEST_MS = 150_000
const WAIT = { timeout: 60_000, interval: 100 }
const points = ['before-call', 'after-call-before-record', 'after-record-before-answer'] as const satisfies readonly SaleFailpoint[]

let storage: TestStorage
let fake: FakeStripe
let running: RunningGuildhall
let server: TestServer
let merchant: TestMerchant
let environment: Record<string, string>

beforeAll(async () => {
  storage = await (storages['postgres'] as () => Promise<TestStorage>)()
  fake = await startFakeStripe()
  environment = { ...storage.env, ...fake.settings }
  running = await startGuildhall(environment)
  server = runningServer(running.baseUrl)
  merchant = await aMerchant(server)
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { email: 'shop@example.com' } })
  const client = new pg.Client(environment['DATABASE_URL'])
  await client.connect()
  await client.query(`update merchants set mode = 'live' where organization_id = $1`, [merchant.organizationId])
  await client.end()
}, SETUP_MS)
afterAll(async () => {
  await running?.stop('SIGKILL')
  await fake?.close()
  await storage?.remove()
})

/** Sends a request to a server that crashes at `point`, and starts an ordinary one when every lease has ended. */
async function crash(point: SaleFailpoint, request: () => Promise<TestAnswer>): Promise<void> {
  await running.stop('SIGKILL')
  running = await startGuildhall({ ...environment, GUILDHALL_CRASH_AT: point }, [], ['--conditions=faults'])
  await expect(request()).rejects.toThrow()
  expect((await running.ended).signal).toBe('SIGKILL')
  await storage.advanceTime(LEASE_SECONDS)
  running = await startGuildhall(environment)
}

/** Sends what Stripe has to report, twice. */
async function report(): Promise<void> {
  for (const webhook of fake.takeWebhooks()) for (const _ of [1, 2]) expect((await sendWebhook(server, webhook)).status).toBe(204)
}

const paid = () => paidIntents(fake, merchant)
const ordersOf = async (filter: string) => (await merchant.request('GET', `/v1/orders/?${filter}&limit=100`)).json.items

async function expectSoundLedger(): Promise<void> {
  const ledger = await guildhall(['verify-ledger', '--json'], environment)
  expect([ledger.code, JSON.parse(ledger.out).faults]).toEqual([0, []])
}

test.each(points)('a confirm that is repeated after a crash %s is charged once', { timeout: TEST_MS }, async (point) => {
  const before = paid().length
  const checkout: TestCheckout = await aCheckout(server, merchant)
  const card = fake.token(CARD)
  const confirm = () => checkout.confirm(card, { key: 'click' })
  await crash(point, confirm)
  expect(paid()).toHaveLength(point === 'before-call' ? before : before + 1)
  const first = await confirm()
  const repeats = await Promise.all([confirm(), confirm(), report()])
  expect([first, ...repeats.slice(0, 2)].map((answer) => answer && [answer.status, answer.json])).toEqual(Array(3).fill([200, first.json]))
  const other = await checkout.confirm(fake.token(CARD), { key: 'click' })
  expect([other.status, other.json.error]).toEqual([422, 'IdempotencyKeyReused'])
  await expect.poll(async () => (await checkout.view()).json.status, WAIT).toBe('succeeded')
  expect(await ordersOf(`checkout_id=${checkout.id}`)).toHaveLength(1)
  expect(paid()).toHaveLength(before + 1)
  // The key is that of one checkout: another has its own payment by it.
  const next = await aCheckout(server, merchant)
  expect((await next.confirm(fake.token(CARD), { key: 'click' })).status).toBe(200)
  expect(paid()).toHaveLength(before + 2)
  await expectSoundLedger()
})

test('after a crash after the charge, the webhook of Stripe alone completes the sale, once', { timeout: TEST_MS }, async () => {
  const before = paid().length
  const checkout = await aCheckout(server, merchant)
  await crash('after-call-before-record', () => checkout.confirm(fake.token(CARD), { key: 'click' }))
  await report()
  await expect.poll(async () => (await checkout.view()).json.status, WAIT).toBe('succeeded')
  expect(await ordersOf(`checkout_id=${checkout.id}`)).toHaveLength(1)
  expect(paid()).toHaveLength(before + 1)
})

test.each(points)('a refund that is repeated after a crash %s is made once', { timeout: TEST_MS }, async (point) => {
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(fake.token(CARD))
  const intent = paid().at(-1)?.id ?? ''
  const [order] = await ordersOf(`checkout_id=${checkout.id}`)
  const body = { order_id: order.id, reason: 'other', amount: 1200 }
  const refund = () => merchant.request('POST', '/v1/refunds/', { body, headers: { 'idempotency-key': `refund-${point}` } })
  await crash(point, refund)
  const first = await refund()
  const [again] = await Promise.all([refund(), report()])
  expect([first.status, first.json.status, again.json]).toEqual([200, 'succeeded', first.json])
  expect(refundedAtStripe(fake, intent)).toBe(1200)
  expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json).toMatchObject({ refunded_amount: 1200, refundable_amount: 3000 })
  await expectSoundLedger()
})

test('a change of plan that is repeated after a crash after its charge is charged once', { timeout: TEST_MS }, async () => {
  const [small, large] = [await aPlan(merchant, 1000), await aPlan(merchant, 3000)]
  const checkout = await aCheckout(server, merchant, { products: [small] })
  expect((await checkout.confirm(fake.token(CARD))).status).toBe(200)
  const [subscription] = (await merchant.request('GET', '/v1/subscriptions/?sorting=-started_at')).json.items
  const before = paid().length
  const body = { product_id: large, proration_behavior: 'invoice' }
  const change = () =>
    merchant.request('PATCH', `/v1/subscriptions/${subscription.id}`, { body, headers: { 'idempotency-key': 'a-change' } })
  await crash('after-call-before-record', change)
  expect(paid()).toHaveLength(before + 1)
  const [changed] = await Promise.all([change(), report()])
  expect([changed.status, changed.json.product_id]).toEqual([200, large])
  expect((await change()).json).toEqual(changed.json)
  expect(paid()).toHaveLength(before + 1)
  expect(await ordersOf(`subscription_id=${subscription.id}`)).toHaveLength(2)
  await expectSoundLedger()
})

test('a sale and its refund are recorded once where the server is killed before it has the answer of Stripe Tax', {
  timeout: 2 * TEST_MS,
}, async () => {
  await collectTaxes(merchant, { engine: 'stripe' })
  const checkout = await aCheckout(server, merchant)
  fake.pause(RECORD, () => running.stop('SIGKILL'))
  const body = { customer_billing_address: { country: 'PT' } }
  expect((await checkout.confirm(fake.token(CARD), { body })).status).toBe(200)
  const [order] = await ordersOf(`checkout_id=${checkout.id}`)
  const statuses = async () =>
    (await merchant.request('GET', `/v1/tax-records/?order_id=${order.id}`)).json.items.map(({ status }: { status: string }) => status)
  // A job that is killed twice in a row would be put aside.
  const expectKilled = async (operation: string, expected: readonly string[]) => {
    expect((await running.ended).signal).toBe('SIGKILL')
    await storage.advanceTime(JOB_LEASE_SECONDS)
    running = await startGuildhall(environment)
    await expect.poll(statuses, WAIT).toEqual(expected)
    expect(fake.requests.filter((each) => each.operation === operation)).toHaveLength(2)
  }
  await expectKilled(RECORD, ['recorded'])
  fake.pause(REVERSE, () => running.stop('SIGKILL'))
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'other', amount: 1000 } })
  await expectKilled(REVERSE, ['recorded', 'recorded'])
  expect(fake.state.taxTransactions.map(({ line }) => [line.amount, line.amount_tax])).toEqual([
    [4200, 785],
    [-1230, -230],
  ])
})
