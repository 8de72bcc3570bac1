// A processor at its worst: late, twice, never, wrong, in any order. Whatever it does, a checkout is charged once or not at all.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { openDatabase } from '#platform/database/open.ts'
import { createWorker, type Worker } from '#platform/worker/worker.ts'
import { composition } from '#server/app.ts'
import { aCheckout, cards, factsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { startPostgres, type ThrowAwayPostgres } from '#test/support/postgres.ts'
import { START, type TestServer, testServer } from '#test/support/server.ts'

// The whole server over PostgreSQL with a worker that really runs beside the requests; the processor has a second to answer.
let postgres: ThrowAwayPostgres
let house: TestServer
let worker: Worker
let base: string
beforeAll(async () => {
  postgres = await startPostgres()
  const watches = { onSlow: () => undefined, onFault: () => undefined, onGap: () => undefined }
  const database = await openDatabase({ url: postgres.url, connections: 20 }, watches)
  house = await testServer({ database, clock: movableClock(START), settings: { PROCESSOR_TIMEOUT: '1' } })
  base = await house.listen()
  worker = createWorker({ platform: house.platform, jobs: composition.jobs, listeners: composition.listeners })
  await worker.start()
})
afterAll(async () => {
  await worker?.stop()
  await house?.close()
  await postgres?.stop()
})

/** The card `number` with a fault, what the confirm leaves behind, and how it ends once time has passed. */
type Row = readonly [fault: string, card: string, atOnce: 'succeeded' | 'confirmed', inTheEnd: 'succeeded' | 'open' | 'confirmed']
const ROWS: readonly Row[] = [
  ['charges, and answers when our time is over', 'sandbox_4242424242424242_slow', 'confirmed', 'succeeded'],
  ['tells by an event as well', 'sandbox_4242424242424242_doubled', 'succeeded', 'succeeded'],
  ['tells by an event that is worked on before it answers', 'sandbox_4242424242424242_early', 'succeeded', 'succeeded'],
  ['tells by events in the wrong order, each twice', 'sandbox_4242424242424242_disordered', 'succeeded', 'succeeded'],
  ['tells of a charge that nobody asked for', 'sandbox_4242424242424242_strange', 'succeeded', 'succeeded'],
  ['charges, and its answer is lost', 'sandbox_4242424242424242_lost', 'confirmed', 'succeeded'],
  ['charges and never answers', 'sandbox_4242424242424242_never', 'confirmed', 'succeeded'],
  ['charges and answers 500', 'sandbox_4242424242424242_failed', 'confirmed', 'succeeded'],
  ['charges, and does not say so for two minutes', 'sandbox_4242424242424242_mute', 'confirmed', 'succeeded'],
  ['hears of the wish only after it was given up', 'sandbox_4242424242424242_late', 'confirmed', 'open'],
  ['declines, and its answer is lost', 'sandbox_4000000000000002_lost', 'confirmed', 'open'],
  ['declines, and does not say so for two minutes', 'sandbox_4000000000000002_mute', 'confirmed', 'open'],
  ['asks the buyer back, and that is lost', 'sandbox_4000002500003155_lost', 'confirmed', 'confirmed'],
]

const cases = ROWS.flatMap((row) => [1, 4].map((buyers) => [...row, buyers] as const))

test.for(cases)('a processor that %s (%s): %s, then %s; buyers at once: %i', async ([, card, atOnce, inTheEnd, buyers]) => {
  const merchant = await aMerchant(house)
  const product = await aProduct(merchant)
  const checkouts = await Promise.all(Array.from({ length: buyers }, () => aCheckout(house, merchant, { products: [product.id] })))
  const pages = await Promise.all(checkouts.map((checkout) => watching(checkout)))
  const answers = await Promise.all(checkouts.map((checkout) => checkout.confirm(card, { key: 'click' })))
  expect(answers.map(({ status }) => status)).toEqual(checkouts.map(() => 200))

  if (atOnce === 'confirmed') {
    expect(await statusesOf(checkouts)).toEqual(checkouts.map(() => atOnce))
    await Promise.all(checkouts.map((checkout, at) => expectBlocked(merchant, checkout, { card, answer: answers[at]?.json })))
  }
  // Time passes for all of them: on a slow machine a second may be over before any answer.
  await expect.poll(() => later(10, () => statusesOf(checkouts)), POLL).toEqual(checkouts.map(() => inTheEnd))
  if (card.endsWith('_late')) await arrivedLate(merchant, buyers)
  if (inTheEnd === 'confirmed') await approve(checkouts)
  if (inTheEnd === 'open') await payAnew(merchant, checkouts)

  await Promise.all(pages.map((page) => page.told('checkout.order_created')))
  await expectOneSaleEach(merchant, checkouts)
  // Long afterwards, nothing has been added.
  await later(7200, async () => worked(merchant))
  await expectOneSaleEach(merchant, checkouts)
})

const POLL = { timeout: 20_000, interval: 30 }

/** Lets time pass for the jobs, then looks. */
function later<T>(seconds: number, look: () => Promise<T>): Promise<T> {
  house.clock.advance(seconds)
  house.platform.wake()
  return look()
}

function statusesOf(checkouts: readonly TestCheckout[]): Promise<string[]> {
  return Promise.all(checkouts.map(async (checkout) => (await checkout.see()).json.status))
}

/** What is charged, or may still be, in the processor's own books. */
async function chargesOf(merchant: TestMerchant): Promise<string[]> {
  const charges = await house.platform.database.db
    .selectFrom('sandbox_charges')
    .select('status')
    .where('organization_id', '=', merchant.organizationId)
    .where('status', 'not in', ['declined', 'canceled'])
    .execute()
  return charges.map(({ status }) => status)
}

/** While it is in doubt nothing may begin anew: another key, no key, a change by the buyer or the merchant; the same key repeats its answer. */
async function expectBlocked(merchant: TestMerchant, checkout: TestCheckout, first: { card: string; answer: unknown }): Promise<void> {
  const repeated = await checkout.confirm(first.card, { key: 'click' })
  expect([repeated.status, repeated.json, repeated.headers['idempotent-replayed']]).toEqual([200, first.answer, 'true'])
  const others = await Promise.all([
    checkout.confirm(cards.good, { key: 'another-click' }),
    checkout.confirm(),
    checkout.change({ customer_name: 'Somebody Else' }),
    merchant.request('PATCH', `/v1/checkouts/${checkout.id}`, { body: { metadata: { a: 'b' } } }),
  ])
  expect(others.map(({ status, json }) => [status, json.error])).toEqual(others.map(() => [403, 'NotOpenCheckout']))
}

// The wish that comes too late finds its key given up; that it came shows in a row that was written anew, unchanged.
async function arrivedLate(merchant: TestMerchant, buyers: number): Promise<void> {
  const rewritten = () =>
    sql<{ count: number }>`select count(*)::int as count from sandbox_charges
    where organization_id = ${merchant.organizationId} and xmax::text <> '0'`
      .execute(house.platform.database.db)
      .then(({ rows }) => rows[0]?.count)
  await expect.poll(rewritten, POLL).toBe(buyers)
  expect(await chargesOf(merchant)).toEqual([])
}

async function payAnew(merchant: TestMerchant, checkouts: readonly TestCheckout[]): Promise<void> {
  expect(await chargesOf(merchant)).toEqual([])
  const again = await Promise.all(checkouts.map((checkout) => checkout.confirm(cards.good, { key: 'another-card' })))
  expect(again.map(({ status }) => status)).toEqual(checkouts.map(() => 200))
}

async function approve(checkouts: readonly TestCheckout[]): Promise<void> {
  const seen = async () => Promise.all(checkouts.map(async (checkout) => (await checkout.see()).json.payment_processor_metadata))
  await expect.poll(() => later(10, seen), POLL).toEqual(checkouts.map(() => expect.objectContaining({ intent_status: 'requires_action' })))
  for (const { intent_client_secret: secret } of await seen())
    expect((await house.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })).status).toBe(200)
  await expect.poll(() => statusesOf(checkouts), POLL).toEqual(checkouts.map(() => 'succeeded'))
}

/** One charge, one order, one entry that balances and one set of facts for each, and nothing that waits. */
async function expectOneSaleEach(merchant: TestMerchant, checkouts: readonly TestCheckout[]): Promise<void> {
  const { db } = house.platform.database
  await worked(merchant)
  expect(await statusesOf(checkouts)).toEqual(checkouts.map(() => 'succeeded'))
  expect(await chargesOf(merchant)).toEqual(checkouts.map(() => 'succeeded'))
  const { items } = (await merchant.request('GET', '/v1/orders/')).json
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  expect(items.map((order: any) => [order.checkout_id, order.status]).sort()).toEqual(checkouts.map(({ id }) => [id, 'paid']).sort())
  const ledger = await sql<{ entries: number; total: number; debits: number }>`
    select count(distinct entry_id)::int as entries, sum(amount)::int as total, sum(abs(amount))::int / 2 as debits
    from ledger_postings where organization_id = ${merchant.organizationId}`.execute(db)
  expect(ledger.rows).toEqual([{ entries: checkouts.length, total: 0, debits: checkouts.length * 4200 }])
  const told = (await factsOf(house, merchant.organizationId)).map(({ name }) => name)
  for (const name of ['customer.created', 'order.created', 'order.paid'])
    expect([name, told.filter((each) => each === name).length]).toEqual([name, checkouts.length])
  const settled = await db.selectFrom('payments').select('status').where('organization_id', '=', merchant.organizationId).execute()
  expect(settled.filter(({ status }) => status !== 'failed')).toEqual(checkouts.map(() => ({ status: 'succeeded' })))
}

/** Settles when no event of the merchant's processor and no order about its payments waits any more. */
async function worked({ organizationId }: TestMerchant): Promise<void> {
  const waiting = () =>
    sql<{ count: number }>`
      select (select count(*) from payment_events where organization_id = ${organizationId} and worked_at is null)::int
        + (select count(*) from jobs where payload ->> 'organizationId' = ${organizationId} and kind like 'payments:%')::int as count`
      .execute(house.platform.database.db)
      .then(({ rows }) => rows[0]?.count)
  await expect.poll(waiting, POLL).toBe(0)
}

/** A buyer's page, waiting on the checkout's stream. */
async function watching(checkout: TestCheckout): Promise<{ told(event: string): Promise<void> }> {
  const over = new AbortController()
  const answer = await fetch(`${base}/v1/checkouts/client/${checkout.secret}/stream`, { signal: over.signal })
  expect(answer.status).toBe(200)
  let heard = ''
  const reading = (async () => {
    for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += part
  })().catch(() => undefined)
  return {
    told: async (event) => {
      await expect.poll(() => heard, POLL).toContain(event)
      over.abort()
      await reading
    },
  }
}
