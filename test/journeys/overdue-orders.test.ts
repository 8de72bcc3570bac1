// The manual actions of a merchant on an overdue order: another attempt (rule U3), or voiding it.
import { afterAll, expect, test } from 'vitest'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { passDays, testServer } from '#test/support/server.ts'

const DAY = 86_400
const lateFailure = 'sandbox_4000000000100059'
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)

const pass = (days: number): Promise<void> => passDays(server, days)

/** A subscription whose renewal was declined, `days` after it began; a worker has run on each of them, or `late` on the last one. */
async function overdue(days: number, finalStatus: 'canceled' | 'unpaid' = 'unpaid', worker: 'daily' | 'late' = 'daily') {
  const merchant = await aMerchant(server)
  const settings = { subscription_settings: { dunning_final: finalStatus } }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: settings })
  const prices = [{ amount_type: 'fixed', price_amount: 1900, price_currency: 'usd' }]
  const { id } = await aProduct(merchant, { name: 'Library access', recurring_interval: 'month', prices })
  const checkout = await aCheckout(server, merchant, { products: [id] })
  await checkout.confirm(lateFailure)
  if (worker === 'late') server.clock.advance((days - 1) * DAY)
  await pass(worker === 'late' ? 1 : days)
  const [first, order] = (await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items
  const retry = () => merchant.request('POST', `/v1/orders/${order.id}/retry-payment`)
  const giveUp = () => merchant.request('POST', `/v1/orders/${order.id}/void`)
  const read = async () => (await merchant.request('GET', `/v1/orders/${order.id}`)).json
  const subscription = async () => (await merchant.request('GET', `/v1/subscriptions/${order.subscription_id}`)).json
  return { merchant, product: id, first, order, retry, giveUp, read, subscription }
}

/** Another customer's good card takes the place of the one that is declined. */
async function replaceCard({ merchant, product }: { readonly merchant: TestMerchant; readonly product: string }): Promise<void> {
  await (await aCheckout(server, merchant, { products: [product] })).confirm()
  const { db } = server.platform.database
  const of = db.selectFrom('payment_methods').select(['id', 'method']).where('organization_id', '=', merchant.organizationId)
  const { id, method } = await of.orderBy('created_at', 'desc').executeTakeFirstOrThrow()
  await db.deleteFrom('payment_methods').where('id', '=', id).execute()
  await db.updateTable('payment_methods').set({ method }).where('organization_id', '=', merchant.organizationId).execute()
}

test('an overdue order is attempted again by hand, at most five times within a day with the attempts by the schedule', async () => {
  const { retry, read, subscription } = await overdue(32)
  const scheduled = (await read()).next_payment_attempt_at
  const statuses: number[] = []
  for (let attempt = 0; attempt < 6; attempt += 1) {
    statuses.push((await retry()).status)
    await server.drain()
  }
  expect(statuses.at(-1)).toBe(429)
  const refused = await retry()
  expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([
    429,
    expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= DAY),
  ])
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
  expect(await read()).toMatchObject({ status: 'pending', next_payment_attempt_at: scheduled })
  expect((await subscription()).status).toBe('past_due')
  await pass(1)
  expect((await retry()).status).toBe(200)
})

test('an unpaid subscription is active again once its order was attempted by hand and paid', async () => {
  const { merchant, product, retry, read, subscription } = await overdue(54)
  expect((await read()).collection_status).toBe('exhausted')
  expect((await retry()).status).toBe(200)
  expect((await retry()).json.error).toBe('SubscriptionLocked')
  await server.drain()
  expect((await subscription()).status).toBe('unpaid')
  await replaceCard({ merchant, product })
  expect((await retry()).status).toBe(200)
  await server.drain()
  expect(await read()).toMatchObject({ status: 'paid', collection_status: null })
  expect((await subscription()).status).toBe('active')
})

test('a voided order is not collected any more, and no other order can be voided', async () => {
  const { first, order, merchant, retry, giveUp, subscription } = await overdue(54)
  const voided = await giveUp()
  expect([voided.status, voided.json]).toMatchObject([200, { id: order.id, status: 'pending', collection_status: 'voided' }])
  expect((await giveUp()).json.error).toBe('OrderNotVoidable')
  expect((await retry()).json.error).toBe('NothingDue')
  expect((await subscription()).status).toBe('unpaid')
  for (const verb of ['void', 'retry-payment']) expect((await merchant.request('POST', `/v1/orders/${first.id}/${verb}`)).status).toBe(409)
  const collected = await overdue(32)
  expect((await collected.giveUp()).json.error).toBe('OrderNotVoidable')
})

test('without a saved payment method there is nothing to attempt an order with', async () => {
  const { merchant, retry } = await overdue(32)
  await server.platform.database.db.deleteFrom('payment_methods').where('organization_id', '=', merchant.organizationId).execute()
  const answer = await retry()
  expect([answer.status, answer.json.detail]).toEqual([402, 'The customer has saved no payment method.'])
})

test('the order of a subscription that has ended is not attempted again, but can be voided', async () => {
  const { retry, giveUp } = await overdue(54, 'canceled')
  expect((await retry()).status).toBe(409)
  expect((await giveUp()).json.collection_status).toBe('voided')
})

test('what is overdue when a canceled subscription ends is not collected any more', async () => {
  const { merchant, order, read, subscription } = await overdue(55, 'unpaid', 'late')
  expect((await subscription()).status).toBe('past_due')
  await merchant.request('PATCH', `/v1/subscriptions/${order.subscription_id}`, { body: { cancel_at_period_end: true } })
  await pass(8)
  expect((await subscription()).status).toBe('canceled')
  expect(await read()).toMatchObject({ status: 'pending', collection_status: 'exhausted', next_payment_attempt_at: null })
})
