// A merchant whose time was moved, beside one that lives in the server's time. Sessions, jobs, webhooks' attempts and the audit log
// stay in the server's time.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { composition } from '#server/app.ts'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct } from '#test/support/a-merchant.ts'
import { aReceiver } from '#test/support/a-receiver.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, testServer } from '#test/support/server.ts'

const DAY = 86_400
const AHEAD = 40 * DAY

const server = await testServer({ database: await ownDatabase(), clock: movableClock(START) })
checkBooksAfterEach(server)
afterAll(() => server.close())

const { clock } = server
const { db } = server.platform.database
const dayAfter = (days: number) => new Date(clock.now().getTime() + days * DAY * 1000).toISOString()

async function twoMerchants() {
  // A new day, so that every recurring job is due again.
  clock.advance(DAY)
  return [await aMerchant(server), await aMerchant(server)] as const
}

test('what a moved merchant creates and sells is dated in its own time, and another merchant is unaffected', async () => {
  const [moved, other] = await twoMerchants()
  clock.advanceMerchant(moved.organizationId, AHEAD)
  for (const [merchant, days] of [[moved, 40] as const, [other, 0] as const]) {
    const product = await aProduct(merchant)
    const checkout = await aCheckout(server, merchant, { products: [product.id] })
    expect([product.created_at, checkout.created.created_at, checkout.created.expires_at]).toEqual([
      dayAfter(days),
      dayAfter(days),
      dayAfter(days + 1),
    ])
    expect((await checkout.confirm()).status).toBe(200)
    const read = async (path: string) => (await merchant.request('GET', path)).json.items[0].created_at
    const dates = ['/v1/orders/', '/v1/customers/', '/v1/ledger/entries', '/v1/sandbox/charges/'].map(read)
    expect(await Promise.all(dates)).toEqual(dates.map(() => dayAfter(days)))
  }
  const renamed = await moved.request('PATCH', `/v1/organizations/${moved.organizationId}`, { body: { website: 'https://moved.example' } })
  expect(renamed.json.modified_at).toBe(dayAfter(40))
})

test("an open checkout expires when its merchant's time passes its end, in every view and by the job", async () => {
  const [moved, other] = await twoMerchants()
  const [first, second] = [await aCheckout(server, moved), await aCheckout(server, other)]
  // The first read of each also records the address of the buyer.
  await Promise.all([first.view(), second.view()])
  const cost = (await first.view()).roundTrips
  clock.advanceMerchant(moved.organizationId, DAY)
  const [expired, open] = [await first.view(), await second.view()]
  expect([expired.status, open.status, expired.roundTrips, open.roundTrips]).toEqual([410, 200, cost, cost])
  expect((await first.confirm()).json.error).toBe('ExpiredCheckoutError')
  expect((await first.update({ customer_name: 'Late' })).status).toBe(410)
  const filtered = async (merchant: typeof moved) =>
    (await merchant.request('GET', '/v1/checkouts/?status=expired')).json.items.map(({ id }: { id: string }) => id)
  expect([await filtered(moved), await filtered(other)]).toEqual([[first.id], []])
  clock.advance(61)
  await server.drain()
  const rows = await db.selectFrom('checkouts').select(['id', 'status']).where('id', 'in', [first.id, second.id]).execute()
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [first.id, 'expired'],
      [second.id, 'open'],
    ]),
  )
})

test("an action that the buyer does not complete is given up after an hour of the merchant's time", async () => {
  const [moved, other] = await twoMerchants()
  const checkouts = [await aCheckout(server, moved), await aCheckout(server, other)]
  for (const checkout of checkouts) await checkout.confirm(cards.requiresAction)
  clock.advanceMerchant(moved.organizationId, 3600)
  clock.advance(60)
  await server.drain()
  const statuses = await Promise.all(checkouts.map(async (checkout) => (await checkout.view()).json.status))
  expect(statuses).toEqual(['open', 'confirmed'])
})

test('webhooks of a moved merchant carry its time, and are sent and signed at once in the time of the server', async () => {
  const [moved] = await twoMerchants()
  clock.advanceMerchant(moved.organizationId, AHEAD)
  const receiver = await aReceiver()
  const body = { url: receiver.url, format: 'raw', secret: 'a secret of the receiver', events: ['product.created', 'order.paid'] }
  const endpoint = await moved.request('POST', '/v1/webhooks/endpoints', { body })
  expect([endpoint.status, endpoint.json.created_at]).toEqual([201, dayAfter(40)])
  await (await aCheckout(server, moved)).confirm(cards.doubled)
  await server.drain()
  await receiver.close()
  expect(receiver.types().toSorted()).toEqual(['order.paid', 'product.created'])
  for (const { headers, body: text } of receiver.received) {
    expect(JSON.parse(text).timestamp).toBe(dayAfter(40))
    expect(headers['webhook-timestamp']).toBe(String(clock.now().getTime() / 1000))
  }
  const { items } = (await moved.request('GET', '/v1/webhooks/deliveries')).json
  expect(items.map(({ created_at }: { created_at: string }) => created_at)).toEqual([dayAfter(0), dayAfter(0)])
})

test('an endpoint of a moved merchant is deleted in the time in which it was created', async () => {
  const [moved] = await twoMerchants()
  clock.advanceMerchant(moved.organizationId, AHEAD)
  const body = { url: 'https://receiver.example/hooks', format: 'raw', secret: 'a secret of the receiver', events: ['order.paid'] }
  const { json } = await moved.request('POST', '/v1/webhooks/endpoints', { body })
  expect((await moved.request('DELETE', `/v1/webhooks/endpoints/${json.id}`)).status).toBe(204)
  const row = await db.selectFrom('webhook_endpoints').select(['created_at', 'deleted_at']).where('id', '=', json.id).executeTakeFirst()
  expect(row).toEqual({ created_at: new Date(dayAfter(40)), deleted_at: new Date(dayAfter(40)) })
})

test("credentials and the audit log of a moved merchant stay in the server's time", async () => {
  const [moved] = await twoMerchants()
  clock.advanceMerchant(moved.organizationId, 400 * DAY)
  expect((await moved.owner.request('GET', '/v1/products/')).status).toBe(200)
  const { id } = await aProduct(moved)
  const { rows: tokens } =
    await sql`select created_at from organization_access_tokens where organization_id = ${moved.organizationId}`.execute(db)
  const { rows: entries } = await sql`select happened_at from audit_entries where target ->> 'id' = ${id}`.execute(db)
  expect([tokens, entries]).toEqual([[{ created_at: clock.now() }], [{ happened_at: clock.now() }]])
})

test('the timed work of a module says when it is due and does it for one merchant alone', async () => {
  const [moved, other] = await twoMerchants()
  const { timedWork } = composition
  const due = (merchant: typeof moved) => Promise.all(timedWork.map(({ nextAt }) => nextAt(db, merchant.organizationId)))
  const nothing = timedWork.map(() => null)
  expect(await due(moved)).toEqual(nothing)
  const confirmed = [await aCheckout(server, moved), await aCheckout(server, other)]
  for (const checkout of confirmed) await checkout.confirm(cards.requiresAction)
  const open = [await aCheckout(server, moved), await aCheckout(server, other)]
  const starts = new Map([
    ['payments:settle-unsettled', new Date(clock.now().getTime() + 3_600_000)],
    ['checkouts:expire-open', new Date(dayAfter(1))],
  ])
  const times = timedWork.map(({ name }) => starts.get(name) ?? null)
  expect([await due(moved), await due(other)]).toEqual([times, times])
  clock.advanceMerchant(moved.organizationId, DAY)
  for (const { run } of timedWork) await run(server.platform, moved.organizationId)
  const rows = await db
    .selectFrom('checkouts')
    .select(['id', 'status'])
    .where(
      'id',
      'in',
      [...confirmed, ...open].map(({ id }) => id),
    )
    .execute()
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]))
  expect([...confirmed, ...open].map(({ id }) => statusOf.get(id))).toEqual(['expired', 'confirmed', 'expired', 'open'])
  expect([await due(moved), await due(other)]).toEqual([nothing, times])
})
