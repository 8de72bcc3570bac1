// Payments that their buyers left half-way, when the checkout's time is over and when the organization is deleted.
import { afterAll, expect, test } from 'vitest'
import { receiveEvent } from '#money/payments/actions/receive-event.ts'
import { movableClock } from '#platform/clock.ts'
import { aCheckout, cards, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { PASSWORD } from '#test/support/a-user.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { START, testServer } from '#test/support/server.ts'

const DAY_MS = 86_400_000
const clock = movableClock(START)
const server = await testServer({ database: await ownDatabase(), clock })
checkBooksAfterEach(server)
afterAll(() => server.close())

const statusesOf = async ({ organizationId }: TestMerchant) => {
  const charges = server.platform.database.db.selectFrom('sandbox_charges').select('status').orderBy('status')
  return (await charges.where('organization_id', '=', organizationId).execute()).map(({ status }) => status)
}
const remove = (merchant: TestMerchant) =>
  merchant.owner.request('POST', '/api/auth/organization/delete', { body: { organizationId: merchant.organizationId, password: PASSWORD } })

test('a checkout whose time is over stays confirmed while its buyer has the hour to approve, then it is canceled and expires', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant, { expires_in: 1800 })
  await checkout.confirm(cards.requiresAction)
  clock.advance(1860)
  await server.drain()
  expect((await checkout.view()).json.status).toBe('confirmed')
  clock.advance(1800)
  await server.drain()
  expect((await checkout.view()).status).toBe(410)
  expect(await statusesOf(merchant)).toEqual(['canceled'])
  const { name, payload } = (await eventsOf(server, merchant.organizationId)).at(-1) ?? {}
  expect([name, payload.status, payload.last_payment_error]).toEqual(['checkout.updated', 'expired', 'The payment was canceled.'])
})

test('a checkout that expires while it is open leaves no attempt at the processor that could still be paid', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant, { expires_in: 7200 })
  const secret = (await checkout.confirm(cards.requiresAction)).json.payment_processor_metadata.intent_client_secret
  clock.advance(3660)
  await server.drain()
  await checkout.confirm(cards.declined)
  clock.advance(3600)
  await server.drain()
  expect((await checkout.view()).status).toBe(410)
  expect(await statusesOf(merchant)).toEqual(['canceled', 'declined'])
  expect((await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })).json.status).toBe('canceled')
})

/** A paid checkout of whose charge the processor reports nothing for two days. */
async function aSilentSale() {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm('sandbox_4242424242424242_mute')
  const { db } = server.platform.database
  const charge = db.updateTable('sandbox_charges').where('organization_id', '=', merchant.organizationId)
  // The sandbox is mute for two minutes from its charge on.
  const created = (at: Date) => charge.set({ created_at: at }).execute()
  await created(new Date(clock.now().getTime() + 2 * DAY_MS))
  const orders = async () => db.selectFrom('orders').select('is_late_payment').where('checkout_id', '=', checkout.id).execute()
  return { merchant, checkout, orders, report: () => created(new Date(0)) }
}

test('a processor that does not report for a day counts as a decline, and its later report as a late payment', async () => {
  const { merchant, checkout, orders, report } = await aSilentSale()
  clock.advance(86_340)
  await server.drain()
  expect((await checkout.view()).json.status).toBe('confirmed')
  clock.advance(60)
  await server.drain()
  expect((await checkout.view()).status).toBe(410)
  expect(await orders()).toEqual([])
  const [{ payload } = { payload: {} }] = (await eventsOf(server, merchant.organizationId)).slice(-1)
  expect([payload.status, payload.last_payment_error]).toEqual(['expired', 'The payment could not be confirmed.'])

  await report()
  const { organizationId } = merchant
  const { idempotency_key: key } = await server.platform.database.db
    .selectFrom('payments')
    .select('idempotency_key')
    .where('purpose_id', '=', checkout.id)
    .executeTakeFirstOrThrow()
  const event = { organizationId, processor: 'sandbox', eventId: 'late', type: 'charge.succeeded', key } as const
  for (let time = 1; time <= 2; time += 1) await server.platform.database.transaction((tx) => receiveEvent(tx, server.platform, event))
  await server.drain()
  expect((await checkout.view()).json.status).toBe('succeeded')
  expect(await orders()).toEqual([{ is_late_payment: true }])
})

test('an organization can be deleted a day after its processor fell silent', async () => {
  const { merchant } = await aSilentSale()
  expect((await remove(merchant)).status).toBe(409)
  clock.advance(86_400)
  await server.drain()
  expect((await remove(merchant)).status).toBe(200)
})

test('the deletion of an organization cancels every payment that waits for its buyer, however many there are', async () => {
  const merchant = await aMerchant(server)
  const products = [(await aProduct(merchant)).id]
  const actions: string[] = []
  for (let at = 0; at < 105; at += 1) {
    const confirmed = await (await aCheckout(server, merchant, { products })).confirm(cards.requiresAction)
    actions.push(confirmed.json.payment_processor_metadata.intent_client_secret)
  }
  expect((await remove(merchant)).status).toBe(200)
  expect(await statusesOf(merchant)).toEqual([])
  for (const secret of actions.slice(-2))
    expect((await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })).status).toBe(404)
})

test('buyers who open payments again and again do not hold up the deletion of an organization', async () => {
  const merchant = await aMerchant(server)
  const products = [(await aProduct(merchant)).id]
  const waiting = await Promise.all(Array.from({ length: 60 }, () => aCheckout(server, merchant, { products })))
  for (const checkout of waiting.splice(0, 5)) await checkout.confirm(cards.requiresAction)
  const untouched = waiting.pop()
  const answers: number[] = []
  let isOver = false
  const buyer = async () => {
    for (let next = waiting.pop(); next && !isOver; next = waiting.pop()) answers.push((await next.confirm(cards.requiresAction)).status)
  }
  const buyers = [buyer(), buyer(), buyer()]
  const deletion = await remove(merchant)
  isOver = true
  await Promise.all(buyers)
  expect(deletion.status).toBe(200)
  // Started before, canceled at the processor, refused while it is being deleted, or gone.
  expect(answers.filter((status) => ![200, 400, 404, 422].includes(status))).toEqual([])
  expect((await untouched?.confirm())?.status).toBe(404)
})

test('an organization whose deletion waits for its processor starts no payment for five minutes, and then sells again', async () => {
  const merchant = await aMerchant(server)
  const products = [(await aProduct(merchant)).id]
  const [mute, next] = [await aCheckout(server, merchant, { products }), await aCheckout(server, merchant, { products })]
  await mute.confirm('sandbox_4242424242424242_mute')
  const refused = await remove(merchant)
  expect([refused.status, refused.json.message]).toEqual([409, 'A payment to this organization is still being settled'])
  const early = await next.confirm()
  expect([early.status, early.json.detail]).toMatchObject([422, [{ loc: ['body', 'product_id'] }]])
  expect((await next.view()).json.status).toBe('open')
  expect((await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json).not.toHaveProperty('closed_until')
  clock.advance(300)
  await server.drain()
  expect((await next.confirm()).status).toBe(200)
  expect((await mute.view()).json.status).toBe('succeeded')
  expect((await remove(merchant)).status).toBe(200)
})
