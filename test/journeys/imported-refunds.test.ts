// Refunds that were made at the processor itself are imported (rule W7).
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { queryRefunds } from '#sales/returns/refunds/index.ts'
import { aCheckout, cards, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { bookFaultsOf, expectSoundBooks } from '#test/support/books/invariants.ts'
import { emailsTo } from '#test/support/emails.ts'
import { START, sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

/** A merchant with a paid order, and its charge in the record of the sandbox. */
interface Sold {
  readonly merchant: TestMerchant
  readonly email: string
  readonly orderId: string
  readonly chargeId: string
  readonly paymentId: string
}

async function aSoldOrder(
  on: TestServer,
  {
    card = cards.good,
    amount = 4200,
    currency = 'usd',
  }: { readonly card?: string; readonly amount?: number; readonly currency?: string } = {},
): Promise<Sold> {
  const merchant = await aMerchant(on)
  const product = await aProduct(merchant, { prices: [{ amount_type: 'fixed', price_amount: amount, price_currency: currency }] })
  const checkout = await aCheckout(on, merchant, { products: [product.id] })
  await checkout.confirm(card)
  return soldBy(on, merchant, checkout.email)
}

/** The same with a tax of a fifth, which no sale can have yet. */
async function aTaxedOrder(): Promise<Sold> {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const { json } = await checkout.confirm(cards.requiresAction)
  const ofMerchant = sql`where organization_id = ${merchant.organizationId}`
  await sql`update checkouts set tax_amount = 798, total_amount = total_amount + 798 ${ofMerchant}`.execute(db)
  await sql`update payments set amount = amount + 798 ${ofMerchant}`.execute(db)
  await sql`update sandbox_charges set amount = amount + 798 ${ofMerchant}`.execute(db)
  const secret = json.payment_processor_metadata.intent_client_secret
  await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })
  return soldBy(server, merchant, checkout.email)
}

async function soldBy(on: TestServer, merchant: TestMerchant, email: string): Promise<Sold> {
  await on.drain()
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  const [charge] = (await merchant.request('GET', '/v1/sandbox/charges/')).json.items
  const [payment] = (await merchant.request('GET', '/v1/payments/')).json.items
  return { merchant, email, orderId: order.id, chargeId: charge.id, paymentId: payment.id }
}

const atProcessor = ({ merchant, chargeId: charge_id }: Sold, amount?: number) =>
  merchant.request('POST', '/v1/sandbox/refunds/', { body: { charge_id, ...(amount !== undefined && { amount }) } })
const ours = ({ merchant, orderId: order_id }: Sold, amount?: number) =>
  merchant.request('POST', '/v1/refunds/', { body: { order_id, reason: 'customer_request', ...(amount !== undefined && { amount }) } })
const orderOf = async ({ merchant, orderId }: Sold) => (await merchant.request('GET', `/v1/orders/${orderId}`)).json
const refundsOf = async ({ merchant }: Sold) => (await merchant.request('GET', '/v1/refunds/?sorting=created_at')).json.items
const eventNames = async ({ merchant }: Sold) => (await eventsOf(server, merchant.organizationId)).map(({ name }) => name)

/** Does what an event of the processor about a refund does, once more. */
const repeatEvents = ({ merchant: { organizationId }, paymentId: id }: Sold) => queryRefunds(server.platform, { organizationId, id })

test('a whole refund is imported with its events, its email and its entry', async () => {
  const sold = await aSoldOrder(server)
  const before = (await eventNames(sold)).length
  const answer = await atProcessor(sold)
  expect([answer.status, answer.json]).toEqual([
    201,
    { reference: expect.stringMatching(/^sandbox_re_/), charge_id: sold.chargeId, amount: 4200, currency: 'usd', status: 'succeeded' },
  ])
  expect(await refundsOf(sold)).toEqual([])
  await server.drain()
  expect(await refundsOf(sold)).toMatchObject([
    {
      status: 'succeeded',
      reason: 'other',
      amount: 4200,
      tax_amount: 0,
      returned_amount: 4200,
      credited_amount: 0,
      metadata: {},
      comment: null,
      revoke_benefits: false,
      is_duplicate_payment: false,
      order_id: sold.orderId,
    },
  ])
  expect(await orderOf(sold)).toMatchObject({ status: 'refunded', refunded_amount: 4200, refundable_amount: 0 })
  expect((await eventNames(sold)).slice(before)).toEqual(['refund.created', 'order.updated', 'order.refunded'])
  const templates = (await emailsTo(server, sold.email)).map(({ headers }) => headers['X-Guildhall-Template'])
  expect(templates).toEqual(['refund', 'receipt'])
  expect((await ours(sold)).json.error).toBe('RefundedAlready')
  await expectSoundBooks(server, sold.merchant)
})

test('parts are imported one by one with their share of the tax, and the rest takes the rest of the tax', async () => {
  const sold = await aTaxedOrder()
  for (const amount of [1000, 1001, 500]) await atProcessor(sold, amount)
  await server.drain()
  await atProcessor(sold)
  await server.drain()
  const imported = (await refundsOf(sold)).map((refund: { amount: number; tax_amount: number }) => [refund.amount, refund.tax_amount])
  expect(imported).toEqual([
    [840, 160],
    [841, 160],
    [420, 80],
    [2099, 398],
  ])
  expect(await orderOf(sold)).toMatchObject({ status: 'refunded', refunded_amount: 4200, refunded_tax_amount: 798 })
  await expectSoundBooks(server, sold.merchant)
})

test('small refunds leave nothing behind, although the share of each in the tax is rounded away', async () => {
  const sold = await aSoldOrder(server, { amount: 100 })
  await sql`update orders set net_amount = 98, subtotal_amount = 98, tax_amount = 2 where id = ${sold.orderId}`.execute(db)
  await sql`update order_items set amount = 98, tax_amount = 2 where order_id = ${sold.orderId}`.execute(db)
  for (const amount of [20, 20, 20, 20, 18, 1, 1]) await atProcessor(sold, amount)
  await server.drain()
  const imported = (await refundsOf(sold)).map((refund: { amount: number; tax_amount: number }) => [refund.amount, refund.tax_amount])
  expect(imported).toEqual([...[20, 20, 20, 20, 18].map((amount) => [amount, 0]), [0, 1], [0, 1]])
  expect(await orderOf(sold)).toMatchObject({ status: 'refunded', refunded_amount: 98, refunded_tax_amount: 2 })
})

test('an event that arrives again imports nothing twice', async () => {
  const sold = await aSoldOrder(server)
  await atProcessor(sold, 1200)
  await server.drain()
  const events = (await eventNames(sold)).length
  await Promise.all([repeatEvents(sold), repeatEvents(sold), repeatEvents(sold)])
  await server.drain()
  expect(await refundsOf(sold)).toHaveLength(1)
  expect(await eventNames(sold)).toHaveLength(events)
  expect(await orderOf(sold)).toMatchObject({ status: 'partially_refunded', refunded_amount: 1200 })
  await expectSoundBooks(server, sold.merchant)
})

test('of events that are processed at the same time one imports the refund', async () => {
  const sold = await aSoldOrder(server)
  await atProcessor(sold, 700)
  await Promise.all([repeatEvents(sold), repeatEvents(sold), repeatEvents(sold), server.drain()])
  expect(await refundsOf(sold)).toHaveLength(1)
  await expectSoundBooks(server, sold.merchant)
})

test('refunds of ours and of the processor stand beside each other, and neither is counted twice', async () => {
  const sold = await aSoldOrder(server)
  expect((await ours(sold, 1000)).json.status).toBe('succeeded')
  await atProcessor(sold, 500)
  expect((await ours(sold, 700)).json.status).toBe('succeeded')
  await server.drain()
  await repeatEvents(sold)
  const amounts = (await refundsOf(sold)).map(({ amount, reason }: { amount: number; reason: string }) => [amount, reason])
  expect(amounts.toSorted()).toEqual([
    [1000, 'customer_request'],
    [500, 'other'],
    [700, 'customer_request'],
  ])
  expect(await orderOf(sold)).toMatchObject({ refunded_amount: 2200, refundable_amount: 2000 })
  await expectSoundBooks(server, sold.merchant)
})

test('a refund of ours that runs beside one of the processor never refunds more than was paid', async () => {
  const sold = await aSoldOrder(server)
  const answers = await Promise.all([ours(sold), atProcessor(sold, 1000), ours(sold, 3500), atProcessor(sold, 900), server.drain()])
  await server.drain()
  await repeatEvents(sold)
  const refunded = (await refundsOf(sold)).filter(({ status }: { status: string }) => status === 'succeeded')
  const total = refunded.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0)
  expect(total).toBeLessThanOrEqual(4200)
  const [charge] = (await sold.merchant.request('GET', '/v1/sandbox/charges/')).json.items
  expect([total, (await orderOf(sold)).refunded_amount]).toEqual([charge.refunded_amount, charge.refunded_amount])
  expect(answers).toHaveLength(5)
  await expectSoundBooks(server, sold.merchant)
})

test('a refund that the processor made before ours was worked there is imported, and ours fails', async () => {
  const sold = await aSoldOrder(server)
  const { organizationId } = sold.merchant
  // The request of ours has recorded its intent and not reached the processor.
  const own = await ours(sold, 4200)
  expect(own.json.status).toBe('succeeded')
  await sql`update refunds set status = 'pending', is_announced = false where organization_id = ${organizationId}`.execute(db)
  await sql`update orders set status = 'paid', refunded_amount = 0, pending_refund_amount = 4200 where id = ${sold.orderId}`.execute(db)
  await sql`delete from sandbox_refunds where organization_id = ${organizationId}`.execute(db)
  await sql`update sandbox_charges set status = 'succeeded', refunded_amount = 0 where organization_id = ${organizationId}`.execute(db)
  await atProcessor(sold, 1000)
  await server.drain()
  const states = (await refundsOf(sold)).map(({ status, amount, failure_reason }: Record<string, unknown>) => [
    status,
    amount,
    failure_reason,
  ])
  expect(states.toSorted()).toEqual([
    ['failed', 4200, 'amount_too_large'],
    ['succeeded', 1000, null],
  ])
  expect(await orderOf(sold)).toMatchObject({ refunded_amount: 1000, refundable_amount: 3200 })
})

test.each([
  ['jpy', 4200, 1301],
  ['kwd', 12_345, 5000],
])('an order in %s is refunded at the processor in its own minor units', async (currency, amount, part) => {
  const sold = await aSoldOrder(server, { currency, amount })
  await atProcessor(sold, part)
  await server.drain()
  expect(await refundsOf(sold)).toMatchObject([{ amount: part, currency, returned_amount: part }])
  await atProcessor(sold)
  await server.drain()
  expect(await orderOf(sold)).toMatchObject({ status: 'refunded', refunded_amount: amount })
  await expectSoundBooks(server, sold.merchant)
})

test.each([
  ['4000000000007726', 'succeeded', 'refunded', null],
  ['4000000000005126', 'failed', 'paid', 'refused_by_bank'],
])('a refund of card %s that the bank decides later is pending, and then %s', async (card, status, order, reason) => {
  const own = await testServer({ clock: movableClock(new Date(START.getTime() - 70 * 86_400_000)) })
  const sold = await aSoldOrder(own, { card: `sandbox_${card}` })
  expect((await atProcessor(sold)).json.status).toBe('pending')
  await own.drain()
  expect(await refundsOf(sold)).toMatchObject([{ status: 'pending', amount: 4200 }])
  expect(await orderOf(sold)).toMatchObject({ status: 'paid', refundable_amount: 0 })
  for (let minute = 0; minute < 2; minute += 1) {
    own.clock.advance(61)
    await own.drain()
  }
  expect(await refundsOf(sold)).toMatchObject([{ status, failure_reason: reason }])
  expect((await orderOf(sold)).status).toBe(order)
  expect(await bookFaultsOf(own, sold.merchant)).toEqual([])
  // Never requested: the charge has one refund alone.
  const made = await own.platform.database.db
    .selectFrom('sandbox_refunds')
    .select('key')
    .where('organization_id', '=', sold.merchant.organizationId)
    .execute()
  expect(made).toEqual([{ key: null }])
  await own.close()
})

test('a charge that is unknown, unpaid or refunded, and too large an amount, are refused at their field', async () => {
  const sold = await aSoldOrder(server)
  const other = await aSoldOrder(server)
  const checkout = await aCheckout(server, sold.merchant)
  await checkout.confirm(cards.declined)
  const [declined] = (await sold.merchant.request('GET', '/v1/sandbox/charges/')).json.items
  const requestFault = async (body: object) => {
    const { status, json } = await sold.merchant.request('POST', '/v1/sandbox/refunds/', { body })
    return [status, json.detail?.[0]?.loc?.[1]]
  }
  expect(await requestFault({ charge_id: UNKNOWN })).toEqual([422, 'charge_id'])
  expect(await requestFault({ charge_id: other.chargeId })).toEqual([422, 'charge_id'])
  expect(await requestFault({ charge_id: declined.id })).toEqual([422, 'charge_id'])
  expect(await requestFault({ charge_id: sold.chargeId, amount: 4201 })).toEqual([422, 'amount'])
  expect(await requestFault({ charge_id: sold.chargeId, amount: 0 })).toEqual([422, 'amount'])
  expect((await atProcessor(sold)).status).toBe(201)
  expect(await requestFault({ charge_id: sold.chargeId })).toEqual([422, 'amount'])
  await server.drain()
})

test('a refund that has failed before it was known is not imported', async () => {
  const sold = await aSoldOrder(server, { card: 'sandbox_4000000000005126' })
  await atProcessor(sold, 100)
  // The bank decides before the first event is processed.
  await sql`update sandbox_refunds set status = 'failed' where organization_id = ${sold.merchant.organizationId}`.execute(db)
  await repeatEvents(sold)
  expect(await refundsOf(sold)).toEqual([])
  expect(await orderOf(sold)).toMatchObject({ status: 'paid', refunded_amount: 0 })
})
