// A misbehaving Stripe: answers that are lost, late, cut, broken or about another object, and webhooks that are repeated, early, reordered,
// forged, old or about another account. A checkout is charged at most once.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { createWorker, type Worker } from '#platform/worker/worker.ts'
import { composition } from '#server/app.ts'
import { aCheckout, eventsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'
import { aLiveMerchant } from '#test/support/stripe/a-live-merchant.ts'
import { expectBooksLikeStripe, paidIntents } from '#test/support/stripe/books.ts'
import type { StripeFailure } from '#test/support/stripe/failures.ts'
import { type FakeStripe, type SentWebhook, signWebhook, startFakeStripe } from '#test/support/stripe/fake-stripe.ts'
import { waitForStripe } from '#test/support/stripe/wait-limit.ts'
import { sendWebhook, sendWebhooks } from '#test/support/stripe/webhooks.ts'

// The whole server on PostgreSQL with a running worker.
let postgres: TemporaryPostgres
let fake: FakeStripe
let server: TestServer
let worker: Worker
/** For the credit notes of refunds. */
const folder = mkdtempSync(join(tmpdir(), 'guildhall-stripe-'))
beforeAll(async () => {
  postgres = await startPostgres()
  fake = await startFakeStripe()
  const watches = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: postgres.url, connections: 20 }, watches)
  server = await testServer({
    database,
    clock: movableClock(START),
    settings: { ...fake.settings, DATA_DIR: folder },
  })
  waitForStripe(server, fake)
  worker = createWorker({ platform: server.platform, jobs: composition.jobs, listeners: composition.listeners })
  await worker.start()
  // The answer of another object is about this one.
  const { checkouts } = await someCheckouts(1)
  for (const checkout of checkouts) await checkout.confirm(fake.token(GOOD))
})
afterAll(async () => {
  await worker?.stop()
  await server?.close()
  await fake?.close()
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const GOOD = '4242424242424242'
const DECLINED = '4000000000000002'
const ASKS = '4000002500003155'
const CREATE = 'POST /v1/payment_intents'
const CONFIRM = 'POST /v1/payment_intents/:id/confirm'
const READ = 'GET /v1/payment_intents/:id'
const CANCEL = 'POST /v1/payment_intents/:id/cancel'
const POLL = { timeout: 20_000, interval: 30 }
/** A test polls several times. */
const TEST_MS = 90_000

/** A failure of an operation, once for each buyer, or as often. */
type Fault = readonly [operation: string, failure: StripeFailure, times?: number]

/** A card, the final status of its checkout, and what fails. */
type Row = readonly [card: string, inTheEnd: 'succeeded' | 'open' | 'confirmed', ...faults: Fault[]]
const ROWS: readonly Row[] = [
  [GOOD, 'succeeded', [CONFIRM, 'lost']],
  [GOOD, 'succeeded', [CONFIRM, 'mute', 2]],
  [GOOD, 'succeeded', [CONFIRM, 'cut', 2]],
  [GOOD, 'succeeded', [CONFIRM, 'halved', 2]],
  [GOOD, 'succeeded', [CONFIRM, 'malformed']],
  [GOOD, 'succeeded', [CONFIRM, 'empty']],
  [GOOD, 'succeeded', [CONFIRM, 'foreign']],
  [GOOD, 'succeeded', [CONFIRM, 'lost'], [READ, 'refused', 2]],
  [GOOD, 'succeeded', [CONFIRM, 'lost'], [READ, 'mute'], [READ, 'malformed'], [READ, 'empty'], [READ, 'foreign']],
  [GOOD, 'open', [CONFIRM, 'limited', 2]],
  [GOOD, 'open', [CONFIRM, 'refused']],
  [GOOD, 'open', [CONFIRM, 'hangs', 2]],
  [GOOD, 'open', [CONFIRM, 'refused'], [CANCEL, 'lost'], [CANCEL, 'foreign']],
  [GOOD, 'open', [CREATE, 'refused']],
  [GOOD, 'open', [CREATE, 'lost']],
  [GOOD, 'open', [CREATE, 'malformed']],
  [GOOD, 'open', [CREATE, 'empty']],
  [GOOD, 'open', [CREATE, 'foreign']],
  [GOOD, 'open', [CREATE, 'hangs', 2]],
  [DECLINED, 'open', [CONFIRM, 'lost']],
  [DECLINED, 'open', [CONFIRM, 'foreign']],
  [DECLINED, 'open', [CONFIRM, 'mute', 2], [READ, 'foreign']],
  [ASKS, 'confirmed', [CONFIRM, 'lost']],
  [ASKS, 'confirmed', [CONFIRM, 'foreign']],
]

// A failure alone meets four buyers at once; several follow each other for one.
const cases = ROWS.map(([card, inTheEnd, ...failures]) => {
  const faults = failures.map((fault) => fault.join(' '))
  return [card, faults.join(', '), inTheEnd, failures.length > 1 ? 1 : 4, failures] as const
})

test.for(cases)(
  'card %s with %s: the checkout is in the end %s, and charged at most once; simultaneous buyers: %i',
  { timeout: TEST_MS },
  async ([card, , inTheEnd, buyers, failures]) => {
    const { merchant, checkouts } = await someCheckouts(buyers)
    for (const [operation, failure, times = 1] of failures) fake.fail(operation, failure, times * buyers)
    const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(fake.token(card), { key: 'click' })))
    expect(answers.filter(({ status }) => status !== 200).map(({ status, json }) => [status, json.error])).toEqual([])
    // The clock advances for all of them: on a slow machine a second may pass before any answer.
    await expect.poll(() => afterSeconds(10, () => statusesOf(checkouts)), POLL).toEqual(checkouts.map(() => inTheEnd))
    fake.repair()
    if (inTheEnd !== 'succeeded') expect(paidIntents(fake, merchant)).toEqual([])
    if (inTheEnd === 'confirmed') await approve(checkouts)
    if (inTheEnd === 'open') await payAgain(checkouts)
    await sendWebhooks(server, fake, { isReversed: true, times: 2 })
    await expectOneSaleEach(merchant, checkouts)
    await afterSeconds(7200, async () => expectNoPendingWork(merchant))
    await expectOneSaleEach(merchant, checkouts)
  },
)

/** The misbehaviour of the webhooks of a payment: what is sent instead of them, and the answer to each. */
type Sending = readonly [name: string, instead: (due: readonly SentWebhook[]) => readonly SentWebhook[], status: number]
const SENDINGS: readonly Sending[] = [
  ['come four times at once', (due) => [...due, ...due, ...due, ...due], 204],
  ['come in the reverse order', (due) => due.toReversed(), 204],
  ['have a time four minutes ago', (due) => due.map(({ body }) => signedAt(body, -240)), 204],
  ['have a time four minutes ahead', (due) => due.map(({ body }) => signedAt(body, 240)), 204],
  ['have a time six minutes ago', (due) => due.map(({ body }) => signedAt(body, -360)), 400],
  ['are signed with another secret', (due) => due.map(({ body }) => signedAt(body, 0, 'whsec_of_another_account')), 400],
  ['are changed after they were signed', (due) => due.map(({ body, signature }) => ({ body: `${body} `, signature })), 400],
  ['have no signature', (due) => due.map(({ body }) => ({ body, signature: '' })), 400],
  ['never come', () => [], 204],
]

const nowSeconds = () => Math.floor(server.clock.now().getTime() / 1000)

function signedAt(body: string, seconds: number, secret?: string): SentWebhook {
  return { body, signature: signWebhook(body, { at: nowSeconds() + seconds, ...(secret !== undefined && { secret }) }) }
}

async function send(webhooks: readonly SentWebhook[]): Promise<number[]> {
  return Promise.all(webhooks.map(async (webhook) => (await sendWebhook(server, webhook)).status))
}

test.for(SENDINGS)(
  'a payment whose answer is lost and whose webhooks %s is one sale',
  { timeout: TEST_MS },
  async ([, instead, status]) => {
    const { merchant, checkouts } = await someCheckouts(4)
    fake.takeWebhooks()
    fake.fail(CONFIRM, 'lost', checkouts.length)
    await Promise.all(checkouts.map((checkout) => checkout.confirm(fake.token(GOOD), { key: 'click' })))
    const sent = instead(fake.takeWebhooks(nowSeconds()))
    expect(await send(sent)).toEqual(sent.map(() => status))
    await expect.poll(() => afterSeconds(10, () => statusesOf(checkouts)), POLL).toEqual(checkouts.map(() => 'succeeded'))
    await expectOneSaleEach(merchant, checkouts)
  },
)

test.each([
  ['after the time that it has', () => new Promise((resolve) => setTimeout(resolve, 1500)), true],
  ['after its webhook was worked on', () => sendWebhooks(server, fake, { times: 2 }).then(() => afterSeconds(0, settled)), false],
])('an answer that comes %s is of one sale', { timeout: TEST_MS }, async (_, run, isLate) => {
  const { merchant, checkouts } = await someCheckouts(1)
  fake.pause(CONFIRM, run, isLate)
  expect((await checkouts[0]?.confirm(fake.token(GOOD), { key: 'click' }))?.status).toBe(200)
  await expect.poll(() => afterSeconds(10, () => statusesOf(checkouts)), POLL).toEqual(['succeeded'])
  await sendWebhooks(server, fake)
  await expectOneSaleEach(merchant, checkouts)
})

test('a signed event that says more than Stripe knows, and one about another account, settle nothing', { timeout: TEST_MS }, async () => {
  const { merchant, checkouts } = await someCheckouts(1)
  const [checkout] = checkouts
  await checkout?.confirm(fake.token(ASKS), { key: 'click' })
  const own = [...fake.state.intents.values()].at(-1)
  const eventOf = (object: object, more: object = {}) =>
    signedAt(JSON.stringify({ id: `evt_${JSON.stringify(object).length}`, type: 'payment_intent.succeeded', data: { object }, ...more }), 0)
  const intent = { object: 'payment_intent', id: own?.id, status: 'succeeded', metadata: own?.metadata }
  const elsewhere = { ...intent, id: 'pi_of_another_account', metadata: {} }
  expect(
    await send([eventOf(intent), eventOf(elsewhere, { account: 'acct_other' }), eventOf({ ...elsewhere, metadata: own?.metadata })]),
  ).toEqual([204, 204, 204])
  await afterSeconds(0, async () => expectNoPendingWork(merchant))
  expect(await statusesOf(checkouts)).toEqual(['confirmed'])
  await approve(checkouts)
  await expectOneSaleEach(merchant, checkouts)
})

test('a refund whose answer is about another refund is what it is at Stripe', { timeout: TEST_MS }, async () => {
  const { merchant, checkouts } = await someCheckouts(2)
  for (const checkout of checkouts) await checkout.confirm(fake.token('4000000000005126'))
  const [order, other] = (await merchant.request('GET', '/v1/orders/')).json.items
  const refund = (order_id: string) => merchant.request('POST', '/v1/refunds/', { body: { order_id, reason: 'other' } })
  await refund(other.id)
  const [first] = fake.state.refunds
  if (first) first.status = 'succeeded'
  fake.fail('POST /v1/refunds', 'foreign')
  expect((await refund(order.id)).json.status).toBe('pending')
  fake.settleRefunds()
  await sendWebhooks(server, fake, { isReversed: true })
  const statusOf = async () => (await merchant.request('GET', `/v1/refunds/?order_id=${order.id}`)).json.items[0].status
  await expect.poll(() => afterSeconds(61, statusOf), POLL).toBe('failed')
  await expectNoPendingWork(merchant)
  await expectBooksLikeStripe(server, fake, merchant)
})

async function someCheckouts(buyers: number): Promise<{ readonly merchant: TestMerchant; readonly checkouts: readonly TestCheckout[] }> {
  const merchant = await aLiveMerchant(server)
  const products = [(await aProduct(merchant)).id]
  const checkouts = await Promise.all(Array.from({ length: buyers }, () => aCheckout(server, merchant, { products })))
  return { merchant, checkouts }
}

/** Advances the clock, wakes the worker, then reads. */
function afterSeconds<T>(seconds: number, read: () => Promise<T>): Promise<T> {
  server.clock.advance(seconds)
  server.platform.wake()
  return read()
}

function statusesOf(checkouts: readonly TestCheckout[]): Promise<string[]> {
  return Promise.all(checkouts.map(async (checkout) => (await checkout.view()).json.status))
}

async function payAgain(checkouts: readonly TestCheckout[]): Promise<void> {
  const again = await Promise.all(checkouts.map((checkout) => checkout.confirm(fake.token(GOOD), { key: 'another-card' })))
  expect(again.map(({ status }) => status)).toEqual(checkouts.map(() => 200))
}

async function approve(checkouts: readonly TestCheckout[]): Promise<void> {
  const seen = async () => Promise.all(checkouts.map(async (checkout) => (await checkout.view()).json.payment_processor_metadata))
  await expect
    .poll(() => afterSeconds(10, seen), POLL)
    .toEqual(checkouts.map(() => expect.objectContaining({ intent_status: 'requires_action' })))
  for (const { intent_client_secret: secret } of await seen()) fake.answer(secret, true)
  await sendWebhooks(server, fake)
  await expect.poll(() => statusesOf(checkouts), POLL).toEqual(checkouts.map(() => 'succeeded'))
}

/** Asserts one paid intent, one order and one set of events for each checkout, books that agree with Stripe, and no pending work. */
async function expectOneSaleEach(merchant: TestMerchant, checkouts: readonly TestCheckout[]): Promise<void> {
  await expectNoPendingWork(merchant)
  expect(await statusesOf(checkouts)).toEqual(checkouts.map(() => 'succeeded'))
  expect(paidIntents(fake, merchant).map(({ amount }) => amount)).toEqual(checkouts.map(() => 4200))
  const { items } = (await merchant.request('GET', '/v1/orders/')).json
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  expect(items.map((order: any) => [order.checkout_id, order.status]).sort()).toEqual(checkouts.map(({ id }) => [id, 'paid']).sort())
  await expectBooksLikeStripe(server, fake, merchant)
  const eventNames = (await eventsOf(server, merchant.organizationId)).map(({ name }) => name)
  for (const name of ['customer.created', 'order.created', 'order.paid'])
    expect([name, eventNames.filter((each) => each === name).length]).toEqual([name, checkouts.length])
}

const settled = () => expect.poll(() => pendingWork(), POLL).toBe(0)

/** Waits until no event of Stripe about the merchant and no job about its payments is pending. */
async function expectNoPendingWork({ organizationId }: TestMerchant): Promise<void> {
  await expect.poll(() => afterSeconds(1, () => pendingWork(organizationId)), POLL).toBe(0)
}

async function pendingWork(organizationId: string | null = null): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from payment_events where organization_id = coalesce(${organizationId}::uuid, organization_id) and worked_at is null)::int
      + (select count(*) from jobs where payload ->> 'organizationId' = ${organizationId} and kind like 'payments:%')::int as count`.execute(
    server.platform.database.db,
  )
  return rows[0]?.count
}
