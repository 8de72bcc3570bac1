import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ChargeOutcome } from '#money/payments/index.ts'
import { movableClock } from '#platform/clock.ts'
import { aCheckout, cards, eventsOf, type TestCheckout } from '#test/support/a-checkout.ts'
import { aDiscount } from '#test/support/a-discount.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { bookFaultsOf, expectSoundBooks } from '#test/support/books/invariants.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { START, sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'
import { applyPaymentOutcome } from './apply-payment-outcome.ts'

const server = await sharedServer()
const { db } = server.platform.database
const paid: ChargeOutcome = {
  kind: 'succeeded',
  reference: 'sandbox_ch_late',
  brand: 'visa',
  last4: '4242',
  feeAmount: 152,
  method: null,
  fingerprint: null,
}

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

/** A checkout whose first attempt, with the card, was declined and whose second has paid it. */
async function aPaidCheckout(ownServer: TestServer, card: string) {
  const merchant = await aMerchant(ownServer)
  const checkout = await aCheckout(ownServer, merchant)
  await checkout.confirm(cards.declined)
  await sql`update sandbox_charges set card = ${card} where organization_id = ${merchant.organizationId}`.execute(db)
  ownServer.clock.advance(1)
  await checkout.confirm()
  return { merchant, checkout }
}

const refundsOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/refunds/')).json.items

test('a late payment keeps the discount that it was paid with, although another sale has used it up meanwhile', async () => {
  const merchant = await aMerchant(server)
  const products = [(await aProduct(merchant)).id]
  const { id: discount_id } = await aDiscount(merchant, { max_redemptions: 1 })
  const [late, other] = [
    await aCheckout(server, merchant, { products, discount_id }),
    await aCheckout(server, merchant, { products, discount_id }),
  ]
  await late.confirm(cards.declined)
  expect((await other.confirm()).status).toBe(200)
  await applyToFirst(server, late, paid)
  const orders = (await merchant.request('GET', `/v1/orders/?checkout_id=${late.id}`)).json.items
  expect(orders).toMatchObject([{ status: 'paid', discount_amount: 420, total_amount: 3780 }])
  expect((await merchant.request('GET', `/v1/discounts/${discount_id}`)).json.redemptions_count).toBe(2)
})

test('a second payment of a paid checkout creates no second order, and its refund has the reason duplicate', async () => {
  const { merchant, checkout } = await aPaidCheckout(server, '4242424242424242')
  const [before] = (await merchant.request('GET', '/v1/orders/')).json.items
  const eventsBefore = (await eventsOf(server, merchant.organizationId)).length
  await applyToFirst(server, checkout, paid)
  await server.drain()
  expect((await attemptsAt(checkout)).map(({ status }) => status)).toEqual(['refunded', 'succeeded'])
  expect((await merchant.request('GET', '/v1/orders/')).json.items).toEqual([before])
  expect(before).toMatchObject({ status: 'paid', refunded_amount: 0, refundable_amount: 4200 })
  expect(await refundsOf(merchant)).toMatchObject([
    { status: 'succeeded', reason: 'duplicate', is_duplicate_payment: true, amount: 4200, tax_amount: 0, order_id: before.id },
  ])
  const events = (await eventsOf(server, merchant.organizationId)).slice(eventsBefore)
  expect(events.map(({ name, payload }) => [name, payload.reason, payload.status])).toEqual([
    ['refund.created', 'duplicate', 'succeeded'],
    ['payment.returned', undefined, undefined],
  ])
  const received = (await emailsTo(server, checkout.email)).map(({ headers, text }) => [headers['X-Guildhall-Template'], text])
  expect(received.map(([template]) => template)).toEqual(['duplicate-payment', 'receipt'])
  expect(received[0]?.[1]).toContain(`but the order ${before.number} was already paid`)
  expect(received[0]?.[1]).toContain('$42.00')
  const entries = (await merchant.request('GET', `/v1/ledger/entries?order_id=${before.id}`)).json.items
  expect(entries.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['duplicate_payment', 'duplicate_refund', 'sale'])
  await expectSoundBooks(server, merchant)
  const refund = await merchant.request('POST', '/v1/refunds/', { body: { order_id: before.id, reason: 'other' } })
  expect([refund.status, refund.json.amount]).toEqual([200, 4200])
  await expectSoundBooks(server, merchant)
})

test('a second payment whose refund the bank confirms later is pending until then', async () => {
  const ownServer = await testServer({ clock: movableClock(new Date(START.getTime() - 50 * 86_400_000)) })
  const { merchant, checkout } = await aPaidCheckout(ownServer, '4000000000007726')
  await applyToFirst(ownServer, checkout, paid)
  const statusAfter = async (seconds: number) => {
    ownServer.clock.advance(seconds)
    await ownServer.drain()
    return [(await attemptsAt(checkout))[0]?.status, (await refundsOf(merchant))[0]?.status]
  }
  const hasEmail = async () =>
    (await emailsTo(ownServer, checkout.email)).some(({ headers }) => headers['X-Guildhall-Template'] === 'duplicate-payment')
  expect(await statusAfter(0)).toEqual(['succeeded', 'pending'])
  expect(await hasEmail()).toBe(false)
  // The bank decides after a minute; the next check may run just before that.
  await statusAfter(61)
  expect(await statusAfter(61)).toEqual(['refunded', 'succeeded'])
  expect(await hasEmail()).toBe(true)
  await expectSoundBooks(ownServer, merchant)
  await ownServer.close()
})

test('a second payment whose refund the bank sends back is still owed, and the operator learns of it', async () => {
  const ownServer = await testServer({ clock: movableClock(new Date(START.getTime() - 60 * 86_400_000)) })
  const { merchant, checkout } = await aPaidCheckout(ownServer, '4000000000005126')
  await applyToFirst(ownServer, checkout, paid)
  for (let minute = 0; minute < 3; minute += 1) {
    await ownServer.drain().catch(() => undefined)
    ownServer.clock.advance(61)
  }
  await ownServer.drain().catch(() => undefined)
  expect(await refundsOf(merchant)).toMatchObject([{ status: 'failed', failure_reason: 'refused_by_bank', is_duplicate_payment: true }])
  expect((await attemptsAt(checkout)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(await bookFaultsOf(ownServer, merchant)).toEqual([])
  const { rows } =
    await sql`select from jobs where kind = 'payments:refund-duplicate' and payload ->> 'organizationId' = ${merchant.organizationId}`.execute(
      db,
    )
  expect(rows).toHaveLength(1)
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
  expect(await refundsOf(merchant)).toEqual([])
  expect((await emailTo(server, checkout.email, 'duplicate-payment')).text).toContain('for something you have since changed')
  await expectSoundBooks(server, merchant)
})

test.for<ChargeOutcome>([
  paid,
  { kind: 'unknown', reason: 'late' },
  { kind: 'declined', reference: 'sandbox_ch_late', code: 'card_declined', sentence: 'No.', card: null },
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
  await applyToFirst(server, checkout, { kind: 'declined', reference: 'x', code: 'card_declined', sentence: 'No.', card: null })
  expect((await checkout.view()).json.status).toBe('confirmed')
})

test('a buyer whose second confirm waits for the first gets no second subscription', async () => {
  const merchant = await aMerchant(server)
  const stated = { products: [await aPlan(merchant, 1900)], customer_email: uniqueEmail() }
  const [first, second] = [await aCheckout(server, merchant, stated), await aCheckout(server, merchant, stated)]
  const body = { customer_email: stated.customer_email }
  expect((await first.confirm(cards.requiresAction, { body })).status).toBe(200)
  const [payment] = await attemptsAt(first)
  if (!payment) throw new Error('There is no attempt.')
  const { platform } = server
  const [applied, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const completing = platform.database.transaction(async (tx) => {
    await applyPaymentOutcome(tx, { platform, payment, answer: paid, now: platform.clock.now() })
    applied.resolve()
    await committed.promise
  })
  await applied.promise
  // The second confirm waits for what the first has reserved; then this timer ends the first.
  setTimeout(committed.resolve, 300)
  const answer = await second.confirm(undefined, { body })
  await completing
  expect([answer.status, answer.json.error]).toEqual([403, 'AlreadyActiveSubscriptionError'])
  expect((await merchant.request('GET', '/v1/subscriptions/')).json.items).toHaveLength(1)
})
