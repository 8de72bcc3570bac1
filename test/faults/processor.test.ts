// A misbehaving processor: late, duplicate, missing, wrong and reordered answers. A checkout is charged at most once.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { createWorker, type Worker } from '#platform/worker/worker.ts'
import { composition } from '#server/app.ts'
import { aCheckout, cards, eventsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { expectSoundBooks } from '#test/support/books/invariants.ts'
import { startPostgres, type TemporaryPostgres } from '#test/support/postgres.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

// The whole server on PostgreSQL with a running worker; the processor has one second to answer.
let postgres: TemporaryPostgres
let server: TestServer
let worker: Worker
let base: string
beforeAll(async () => {
  postgres = await startPostgres()
  const watches = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: postgres.url, connections: 20 }, watches)
  server = await testServer({ database, clock: movableClock(START), settings: { PROCESSOR_TIMEOUT: '1' } })
  base = await server.listen()
  worker = createWorker({ platform: server.platform, jobs: composition.jobs, listeners: composition.listeners })
  await worker.start()
})
afterAll(async () => {
  await worker?.stop()
  await server?.close()
  await postgres?.stop()
})

/** The fee that the sandbox takes of the price. */
const FEE = 152

/** A card with a fault, the status of the checkout after the confirm, and its final status after the jobs have run. */
type Row = readonly [fault: string, card: string, atOnce: 'succeeded' | 'confirmed', inTheEnd: 'succeeded' | 'open' | 'confirmed']
const ROWS: readonly Row[] = [
  ['charges and answers after our time-out', 'sandbox_4242424242424242_slow', 'confirmed', 'succeeded'],
  ['also sends an event', 'sandbox_4242424242424242_doubled', 'succeeded', 'succeeded'],
  ['sends an event that is processed before it answers', 'sandbox_4242424242424242_early', 'succeeded', 'succeeded'],
  ['sends events in the wrong order, each twice', 'sandbox_4242424242424242_disordered', 'succeeded', 'succeeded'],
  ['sends an event about an unknown charge', 'sandbox_4242424242424242_strange', 'succeeded', 'succeeded'],
  ['charges and whose answer is lost', 'sandbox_4242424242424242_lost', 'confirmed', 'succeeded'],
  ['charges and never answers', 'sandbox_4242424242424242_never', 'confirmed', 'succeeded'],
  ['charges and answers 500', 'sandbox_4242424242424242_failed', 'confirmed', 'succeeded'],
  ['charges and does not report it for two minutes', 'sandbox_4242424242424242_mute', 'confirmed', 'succeeded'],
  ['receives the charge request only after it was canceled', 'sandbox_4242424242424242_late', 'confirmed', 'open'],
  ['declines and whose answer is lost', 'sandbox_4000000000000002_lost', 'confirmed', 'open'],
  ['declines and does not report it for two minutes', 'sandbox_4000000000000002_mute', 'confirmed', 'open'],
  ['requires an action of the buyer and whose answer is lost', 'sandbox_4000002500003155_lost', 'confirmed', 'confirmed'],
]

const cases = ROWS.flatMap((row) => [1, 4].map((buyers) => [...row, buyers] as const))

test.for(cases)(
  'with a processor that %s (%s), a checkout is first %s, finally %s, and charged at most once; simultaneous buyers: %i',
  async ([, card, atOnce, inTheEnd, buyers]) => {
    const merchant = await aMerchant(server)
    const product = await aProduct(merchant)
    const checkouts = await Promise.all(Array.from({ length: buyers }, () => aCheckout(server, merchant, { products: [product.id] })))
    const pages = await Promise.all(checkouts.map((checkout) => openStream(checkout)))
    const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(card, { key: 'click' })))
    expect(answers.map(({ status }) => status)).toEqual(checkouts.map(() => 200))

    if (atOnce === 'confirmed') {
      expect(await statusesOf(checkouts)).toEqual(checkouts.map(() => atOnce))
      await Promise.all(checkouts.map((checkout, at) => expectBlocked(merchant, checkout, { card, answer: answers[at]?.json })))
    }
    // The clock advances for all of them: on a slow machine a second may pass before any answer.
    await expect.poll(() => afterSeconds(10, () => statusesOf(checkouts)), POLL).toEqual(checkouts.map(() => inTheEnd))
    if (card.endsWith('_late')) await expectLateCharge(merchant, buyers)
    if (inTheEnd === 'confirmed') await approve(checkouts)
    if (inTheEnd === 'open') await payAgain(merchant, checkouts)

    await Promise.all(pages.map((page) => page.received('checkout.order_created')))
    await expectOneSaleEach(merchant, checkouts)
    // Two hours later there is still one sale each.
    await afterSeconds(7200, async () => expectNoPendingWork(merchant))
    await expectOneSaleEach(merchant, checkouts)
  },
)

const POLL = { timeout: 20_000, interval: 30 }

/** Advances the clock, wakes the worker, then reads. */
function afterSeconds<T>(seconds: number, read: () => Promise<T>): Promise<T> {
  server.clock.advance(seconds)
  server.platform.wake()
  return read()
}

function statusesOf(checkouts: readonly TestCheckout[]): Promise<string[]> {
  return Promise.all(checkouts.map(async (checkout) => (await checkout.view()).json.status))
}

/** The statuses of the charges that the processor has made or may still make. */
async function chargesOf(merchant: TestMerchant): Promise<string[]> {
  const charges = await server.platform.database.db
    .selectFrom('sandbox_charges')
    .select('status')
    .where('organization_id', '=', merchant.organizationId)
    .where('status', 'not in', ['declined', 'canceled'])
    .execute()
  return charges.map(({ status }) => status)
}

/** Asserts that a checkout in doubt refuses another key, no key and changes by the buyer or the merchant; the same key replays the first answer. */
async function expectBlocked(merchant: TestMerchant, checkout: TestCheckout, first: { card: string; answer: unknown }): Promise<void> {
  const repeated = await checkout.confirm(first.card, { key: 'click' })
  expect([repeated.status, repeated.json, repeated.headers['idempotent-replayed']]).toEqual([200, first.answer, 'true'])
  const others = await Promise.all([
    checkout.confirm(cards.good, { key: 'another-click' }),
    checkout.confirm(),
    checkout.update({ customer_name: 'Somebody Else' }),
    merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body: { metadata: { a: 'b' } } }),
  ])
  expect(others.map(({ status, json }) => [status, json.error])).toEqual(others.map(() => [403, 'NotOpenCheckout']))
}

// A charge request that arrives too late finds its key canceled; it shows in a row that was rewritten unchanged.
async function expectLateCharge(merchant: TestMerchant, buyers: number): Promise<void> {
  const rewritten = () =>
    sql<{ count: number }>`select count(*)::int as count from sandbox_charges
    where organization_id = ${merchant.organizationId} and xmax::text <> '0'`
      .execute(server.platform.database.db)
      .then(({ rows }) => rows[0]?.count)
  await expect.poll(rewritten, POLL).toBe(buyers)
  expect(await chargesOf(merchant)).toEqual([])
}

async function payAgain(merchant: TestMerchant, checkouts: readonly TestCheckout[]): Promise<void> {
  expect(await chargesOf(merchant)).toEqual([])
  const again = await Promise.all(checkouts.map((checkout) => checkout.confirm(cards.good, { key: 'another-card' })))
  expect(again.map(({ status }) => status)).toEqual(checkouts.map(() => 200))
}

async function approve(checkouts: readonly TestCheckout[]): Promise<void> {
  const seen = async () => Promise.all(checkouts.map(async (checkout) => (await checkout.view()).json.payment_processor_metadata))
  await expect
    .poll(() => afterSeconds(10, seen), POLL)
    .toEqual(checkouts.map(() => expect.objectContaining({ intent_status: 'requires_action' })))
  for (const { intent_client_secret: secret } of await seen())
    expect((await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })).status).toBe(200)
  await expect.poll(() => statusesOf(checkouts), POLL).toEqual(checkouts.map(() => 'succeeded'))
}

/** Asserts one charge, one order, one balanced ledger entry and one set of events for each checkout, and no pending work. */
async function expectOneSaleEach(merchant: TestMerchant, checkouts: readonly TestCheckout[]): Promise<void> {
  const { db } = server.platform.database
  await expectNoPendingWork(merchant)
  expect(await statusesOf(checkouts)).toEqual(checkouts.map(() => 'succeeded'))
  expect(await chargesOf(merchant)).toEqual(checkouts.map(() => 'succeeded'))
  const { items } = (await merchant.request('GET', '/v1/orders/')).json
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  expect(items.map((order: any) => [order.checkout_id, order.status]).sort()).toEqual(checkouts.map(({ id }) => [id, 'paid']).sort())
  const ledger = await sql<{ entries: number; total: number; debits: number }>`
    select count(distinct entry_id)::int as entries, sum(amount)::int as total, sum(abs(amount))::int / 2 as debits
    from ledger_postings where organization_id = ${merchant.organizationId}`.execute(db)
  expect(ledger.rows).toEqual([{ entries: checkouts.length, total: 0, debits: checkouts.length * (4200 + FEE) }])
  await expectSoundBooks(server, merchant)
  const eventNames = (await eventsOf(server, merchant.organizationId)).map(({ name }) => name)
  for (const name of ['customer.created', 'order.created', 'order.paid'])
    expect([name, eventNames.filter((each) => each === name).length]).toEqual([name, checkouts.length])
  const settled = await db.selectFrom('payments').select('status').where('organization_id', '=', merchant.organizationId).execute()
  expect(settled.filter(({ status }) => status !== 'failed')).toEqual(checkouts.map(() => ({ status: 'succeeded' })))
}

/** Waits until no processor event of the merchant and no job about its payments is pending. */
async function expectNoPendingWork({ organizationId }: TestMerchant): Promise<void> {
  const waiting = () =>
    sql<{ count: number }>`
      select (select count(*) from payment_events where organization_id = ${organizationId} and worked_at is null)::int
        + (select count(*) from jobs where payload ->> 'organizationId' = ${organizationId} and kind like 'payments:%')::int as count`
      .execute(server.platform.database.db)
      .then(({ rows }) => rows[0]?.count)
  await expect.poll(waiting, POLL).toBe(0)
}

/** A buyer's page that reads the stream of the checkout. */
async function openStream(checkout: TestCheckout): Promise<{ received(event: string): Promise<void> }> {
  const controller = new AbortController()
  const answer = await fetch(`${base}/v1/checkouts/client/${checkout.secret}/stream`, { signal: controller.signal })
  expect(answer.status).toBe(200)
  let received = ''
  const reading = (async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) received += part
  })().catch(() => undefined)
  return {
    received: async (event) => {
      await expect.poll(() => received, POLL).toContain(event)
      controller.abort()
      await reading
    },
  }
}
