import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ChargeOutcome } from '#money/payments/index.ts'
import { enqueueDuplicateRefund } from '#money/payments/index.ts'
import { movableClock } from '#platform/clock.ts'
import { aCheckout, cards, eventsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { START, sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { applyPaymentOutcome } from './apply-payment-outcome.ts'

const server = await sharedServer()
const { db } = server.platform.database
const paid: ChargeOutcome = { kind: 'succeeded', reference: 'sandbox_ch_late', brand: 'visa', last4: '4242', feeAmount: 152, method: null }

async function attemptsAt(checkout: TestCheckout) {
  return db
    .selectFrom('payments')
    .select(['organization_id as organizationId', 'id', 'purpose', 'purpose_id as purposeId', 'status'])
    .where('purpose_id', '=', checkout.id)
    .orderBy('created_at')
    .orderBy('settled_at')
    .execute()
}

async function applyToFirst(ownServer: TestServer, checkout: TestCheckout, answer: ChargeOutcome): Promise<void> {
  const [payment] = await attemptsAt(checkout)
  if (!payment) throw new Error('There is no attempt.')
  const { platform } = ownServer
  const now = platform.clock.now()
  // The processor's own record agrees with its answer, so that it can refund the charge.
  if (answer.kind === 'succeeded')
    await sql`update sandbox_charges set status = 'succeeded', decline_code = null
      where organization_id = ${payment.organizationId} and key = (select idempotency_key from payments where id = ${payment.id})`.execute(
      db,
    )
  await platform.database.transaction((tx) => applyPaymentOutcome(tx, { platform, payment, answer, now }))
}

const ordersOf = (merchant: TestMerchant) =>
  db.selectFrom('orders').select(['status', 'is_late_payment']).where('organization_id', '=', merchant.organizationId).execute()

test('a payment that arrives after the checkout has expired creates an order that is marked as late', async () => {
  const ownServer = await testServer({ clock: movableClock(new Date(START.getTime() - 40 * 86_400_000)) })
  const merchant = await aMerchant(ownServer)
  const checkout = await aCheckout(ownServer, merchant)
  await checkout.confirm(cards.declined)
  ownServer.clock.advance(86_400)
  await ownServer.drain()
  expect((await checkout.view()).status).toBe(410)
  await applyToFirst(ownServer, checkout, paid)
  expect((await merchant.request('GET', `/v1/checkouts/${checkout.id}`)).json.status).toBe('succeeded')
  expect(await ordersOf(merchant)).toEqual([{ status: 'paid', is_late_payment: true }])
  await ownServer.close()
})

test('a second payment of a paid checkout creates no second order and is refunded', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(cards.declined)
  server.clock.advance(1)
  await checkout.confirm()
  const before = (await eventsOf(server, merchant.organizationId)).length
  await applyToFirst(server, checkout, paid)
  await server.drain()
  expect((await attemptsAt(checkout)).map(({ status }) => status)).toEqual(['refunded', 'succeeded'])
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect(await eventsOf(server, merchant.organizationId)).toHaveLength(before)
})

test('a second payment whose refund the bank confirms later is refunded then', async () => {
  const ownServer = await testServer({ clock: movableClock(new Date(START.getTime() - 50 * 86_400_000)) })
  const merchant = await aMerchant(ownServer)
  const checkout = await aCheckout(ownServer, merchant)
  await checkout.confirm('sandbox_4000000000007726')
  const [payment] = await attemptsAt(checkout)
  if (!payment) throw new Error('There is no attempt.')
  await ownServer.platform.database.transaction((tx) => enqueueDuplicateRefund(tx, ownServer.platform, payment))
  const statusAfter = async (seconds: number) => {
    ownServer.clock.advance(seconds)
    await ownServer.drain()
    return (await attemptsAt(checkout)).map(({ status }) => status)
  }
  expect(await statusAfter(0)).toEqual(['succeeded'])
  // The bank decides after a minute; the next check may run just before that.
  await statusAfter(61)
  expect(await statusAfter(61)).toEqual(['refunded'])
  await ownServer.close()
})

test('a payment for a product that the buyer has since replaced is refunded, and the new product is still unpaid', async () => {
  const merchant = await aMerchant(server)
  const [cheap, dear] = [
    await aProduct(merchant),
    await aProduct(merchant, { prices: [{ amount_type: 'fixed', price_amount: 9900, price_currency: 'usd' }] }),
  ]
  const checkout = await aCheckout(server, merchant, { products: [cheap.id, dear.id] })
  await checkout.confirm(cards.declined)
  await checkout.update({ product_id: dear.id })
  await applyToFirst(server, checkout, paid)
  await server.drain()
  expect((await checkout.view()).json).toMatchObject({ status: 'open', product_id: dear.id })
  expect((await attemptsAt(checkout)).map(({ status }) => status)).toEqual(['refunded'])
  expect(await ordersOf(merchant)).toEqual([])
})

test.for<ChargeOutcome>([
  paid,
  { kind: 'unknown', reason: 'late' },
  { kind: 'declined', reference: 'sandbox_ch_late', code: 'card_declined', sentence: 'No.' },
  { kind: 'requires_action', reference: 'sandbox_ch_late', actionSecret: 'secret' },
])('a later answer about a payment that succeeded changes nothing: $kind', async (answer) => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm()
  const before = (await eventsOf(server, merchant.organizationId)).length
  await applyToFirst(server, checkout, answer)
  expect((await checkout.view()).json.status).toBe('succeeded')
  expect(await ordersOf(merchant)).toHaveLength(1)
  expect(await eventsOf(server, merchant.organizationId)).toHaveLength(before)
})

test('a repeated failure of an earlier attempt does not affect the current one', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm(cards.declined)
  server.clock.advance(1)
  await checkout.confirm(cards.requiresAction)
  await applyToFirst(server, checkout, { kind: 'declined', reference: 'x', code: 'card_declined', sentence: 'No.' })
  expect((await checkout.view()).json.status).toBe('confirmed')
})
