// Databases: both.
// The benefits that customers get by what they buy: granted, renewed, revoked and granted again, each once.
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { enqueue } from '#platform/worker/enqueue.ts'
import { cycleSpec, reconcileSpec } from '#sales/access/grants/job-specs.ts'
import { queryRefunds } from '#sales/returns/refunds/index.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { passDays, testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

/** A saved card that is declined later. */
const declined = 'sandbox_4000000000100059'
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
checkBooksAfterEach(server)
const { db } = server.platform.database

const pass = (days: number): Promise<void> => passDays(server, days)

async function aBenefit(merchant: TestMerchant, body: object = { type: 'custom', properties: { note: 'Write to us.' } }): Promise<string> {
  const answer = await merchant.request('POST', '/v1/benefits/', { body: { description: 'A benefit', ...body } })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json.id
}

async function give(merchant: TestMerchant, productId: string, benefits: readonly string[]): Promise<void> {
  const answer = await merchant.request('POST', `/v1/products/${productId}/benefits`, { body: { benefits } })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  await server.drain()
}

const grantsOf = async (merchant: TestMerchant, benefitId: string) =>
  (await merchant.request('GET', `/v1/benefits/${benefitId}/grants`)).json.items

/** The names of the events about grants, in their order. */
async function eventsOf({ organizationId }: TestMerchant): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from domain_events where organization_id = ${organizationId} and name like 'benefit_grant.%' order by position`.execute(db)
  return rows.map(({ name }) => name.replace('benefit_grant.', ''))
}

const stateOf = async (merchant: TestMerchant, customerId: string) =>
  (await merchant.request('GET', `/v1/customers/${customerId}/state`)).json

async function aPurchase(benefitCount = 1, card?: string) {
  const merchant = await aMerchant(server)
  const { id: productId } = await aProduct(merchant)
  const benefits: string[] = []
  for (let at = 0; at < benefitCount; at += 1) benefits.push(await aBenefit(merchant))
  await give(merchant, productId, benefits)
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  await checkout.confirm(card)
  await server.drain()
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  return { merchant, productId, benefits, order }
}

test('a purchase grants the benefits of its product, once however often it is reconciled', async () => {
  const { merchant, benefits, order } = await aPurchase(2)
  const [grant] = await grantsOf(merchant, benefits[0] ?? '')
  expect(grant).toMatchObject({
    is_granted: true,
    is_revoked: false,
    revoked_at: null,
    subscription_id: null,
    order_id: order.id,
    benefit_id: benefits[0],
    error: null,
    customer_id: order.customer_id,
    customer: { id: order.customer_id },
    properties: {},
  })
  const scope = { organizationId: merchant.organizationId, orderId: order.id, subscriptionId: null }
  await server.platform.database.transaction((tx) => enqueue(tx, server.platform, reconcileSpec, scope))
  await server.drain()
  expect(await eventsOf(merchant)).toEqual(['created', 'created'])
  expect((await stateOf(merchant, order.customer_id)).granted_benefits).toMatchObject([
    { benefit_id: benefits[0], benefit_type: 'custom', benefit_metadata: {} },
    { benefit_id: benefits[1] },
  ])
})

test('another benefit of the product is granted to those who have bought it, and one that it lost or that was deleted is revoked', async () => {
  const { merchant, productId, benefits } = await aPurchase()
  const [first = ''] = benefits
  const second = await aBenefit(merchant)
  await give(merchant, productId, [first, second])
  await give(merchant, productId, [second])
  expect([(await grantsOf(merchant, first))[0].is_granted, (await grantsOf(merchant, second))[0].is_granted]).toEqual([false, true])
  await give(merchant, productId, [first, second])
  expect((await grantsOf(merchant, first)).map(({ is_granted }: { is_granted: boolean }) => is_granted)).toEqual([true])
  expect((await merchant.request('DELETE', `/v1/benefits/${second}`)).status).toBe(204)
  await server.drain()
  expect(await eventsOf(merchant)).toEqual(['created', 'created', 'revoked', 'created', 'revoked'])
})

test('a refund with its benefits takes them back for good, and one without leaves them', async () => {
  for (const revoke_benefits of [true, false]) {
    const { merchant, productId, benefits, order } = await aPurchase()
    const body = { order_id: order.id, reason: 'customer_request', amount: 100, revoke_benefits }
    expect((await merchant.request('POST', '/v1/refunds/', { body })).status).toBe(200)
    await server.drain()
    const [grant] = await grantsOf(merchant, benefits[0] ?? '')
    expect([grant.is_granted, grant.is_revoked]).toEqual([!revoke_benefits, revoke_benefits])
    const another = await aBenefit(merchant)
    await give(merchant, productId, [...benefits, another])
    expect(await grantsOf(merchant, another)).toHaveLength(revoke_benefits ? 0 : 1)
  }
})

test('with a deleted customer what they had is revoked', async () => {
  const { merchant, benefits, order } = await aPurchase()
  await merchant.request('DELETE', `/v1/customers/${order.customer_id}`)
  await server.drain()
  expect((await grantsOf(merchant, benefits[0] ?? ''))[0].is_revoked).toBe(true)
})

async function subscribe(merchant: TestMerchant, productId: string, card?: string) {
  await (await aCheckout(server, merchant, { products: [productId] })).confirm(card)
  await server.drain()
  const [{ id, customer_id: customerId }] = (await merchant.request('GET', '/v1/subscriptions/')).json.items
  return { id, customerId }
}

/** A subscription whose plan has one benefit. */
async function aSubscriptionWith(merchant: TestMerchant, card?: string) {
  const benefit = await aBenefit(merchant)
  const productId = await aPlan(merchant, 1000, { name: 'With a benefit' })
  await give(merchant, productId, [benefit])
  return { merchant, benefits: [benefit], ...(await subscribe(merchant, productId, card)) }
}

async function aMeteredCase() {
  const merchant = await aMerchant(server)
  const filter = { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'calls' }] }
  const meter = (await merchant.request('POST', '/v1/meters/', { body: { name: 'Calls', filter, aggregation: { func: 'count' } } })).json
  const benefit = await aBenefit(merchant, { type: 'meter_credit', properties: { units: 100, rollover: false, meter_id: meter.id } })
  const productId = await aPlan(merchant, 1000, { name: 'With calls' })
  await give(merchant, productId, [benefit])
  const subscription = await subscribe(merchant, productId)
  const balance = async () => (await stateOf(merchant, subscription.customerId)).active_meters[0]?.balance ?? null
  return { merchant, meter, benefit, subscription, balance }
}

test('a subscription credits its meter in each period that is paid, once, and takes the last credit back when it ends', async () => {
  const { merchant, benefit, subscription, balance } = await aMeteredCase()
  expect([await eventsOf(merchant), await balance()]).toEqual([['created'], 100])
  await pass(32)
  // The first one is deleted by then: domain events are short-lived.
  expect(await eventsOf(merchant)).toEqual(['cycled'])
  const orders = (await merchant.request('GET', '/v1/orders/?sorting=created_at')).json.items
  const cycled = { organizationId: merchant.organizationId, orderId: orders[1].id }
  await server.platform.database.transaction((tx) => enqueue(tx, server.platform, cycleSpec, cycled))
  await server.drain()
  expect([await eventsOf(merchant), await balance()]).toEqual([['cycled'], 100])
  await merchant.request('PATCH', `/v1/subscriptions/${subscription.id}`, { body: { revoke: true } })
  await server.drain()
  expect([(await grantsOf(merchant, benefit))[0].is_revoked, await balance()]).toEqual([true, 0])
})

test('an overdue subscription loses its benefits when the grace period ends, and gets them again when it is paid', async () => {
  const merchant = await aMerchant(server)
  const settings = { subscription_settings: { benefit_revocation_grace_period: 7, dunning_final: 'unpaid' } }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: settings })
  const { benefits, id, customerId } = await aSubscriptionWith(merchant, declined)
  const grant = async () => (await grantsOf(merchant, benefits[0] ?? ''))[0]
  const first = await grant()
  await pass(36)
  expect(await grant()).toMatchObject({ id: first.id, is_granted: true, granted_at: first.granted_at })
  await pass(4)
  expect(await grant()).toMatchObject({ is_granted: false, is_revoked: true })
  const state = await stateOf(merchant, customerId)
  expect([state.active_subscriptions, state.granted_benefits]).toEqual([[], []])

  await aPaymentMethod(server, { organizationId: merchant.organizationId, customerId })
  await sql`update subscriptions set payment_method_id = null where id = ${id}`.execute(db)
  const [order] = (await merchant.request('GET', '/v1/orders/?sorting=-created_at')).json.items
  const paid = await merchant.request('POST', `/v1/orders/${order.id}/retry-payment`)
  expect([paid.status, paid.text]).toEqual([expect.any(Number), expect.stringContaining(order.id)])
  await server.drain()
  expect((await merchant.request('GET', `/v1/subscriptions/${id}`)).json).toMatchObject({ status: 'active', past_due_at: null })
  // The same grant, in effect since then.
  const again = await grant()
  expect(again).toMatchObject({ id: first.id, is_granted: true, is_revoked: false, revoked_at: null })
  expect(again.granted_at > first.granted_at).toBe(true)
  expect((await stateOf(merchant, customerId)).granted_benefits).toMatchObject([{ id: first.id }])
  // The events of the first grant are deleted by then: domain events are short-lived.
  expect(await eventsOf(merchant)).toEqual(['revoked', 'created'])
})

describe('the state of a customer is announced', () => {
  /** The number of announcements, and that of the benefits in the last one. */
  async function announcements({ organizationId }: TestMerchant, customerId: string) {
    const { rows } = await sql<{ payload: { granted_benefits: unknown[] } }>`
      select payload from domain_events where organization_id = ${organizationId} and name = 'customer.state_changed'
        and resource_id = ${customerId} order by position`.execute(db)
    return [rows.length, rows.at(-1)?.payload.granted_benefits.length]
  }
  const wait = async (seconds: number) => {
    server.clock.advance(seconds)
    await server.drain()
  }

  test('once for all that a purchase changes', async () => {
    const { merchant, order } = await aPurchase(3)
    expect(await announcements(merchant, order.customer_id)).toEqual([0, undefined])
    await wait(1)
    expect(await announcements(merchant, order.customer_id)).toEqual([0, undefined])
    await wait(1)
    expect(await announcements(merchant, order.customer_id)).toEqual([1, 3])
    await wait(10)
    expect(await announcements(merchant, order.customer_id)).toEqual([1, 3])
  })

  test('once for each burst: what changes within two seconds joins, and what comes later is another one', async () => {
    const { merchant, order, productId, benefits } = await aPurchase(3)
    await wait(1)
    await give(merchant, productId, benefits.slice(0, 1))
    await wait(1)
    expect(await announcements(merchant, order.customer_id)).toEqual([1, 1])
    await give(merchant, productId, benefits.slice(0, 2))
    await wait(1)
    await merchant.request('PATCH', `/v1/customers/${order.customer_id}`, { body: { name: 'Another name' } })
    await give(merchant, productId, benefits)
    await wait(1)
    expect(await announcements(merchant, order.customer_id)).toEqual([2, 3])
    await wait(10)
    expect(await announcements(merchant, order.customer_id)).toEqual([2, 3])
  })
})

describe('the daily review', () => {
  test('grants what was lost and revokes what was left, once', async () => {
    const lost = await aPurchase()
    await sql`delete from benefit_grants where organization_id = ${lost.merchant.organizationId}`.execute(db)
    const left = await aPurchase()
    const { organizationId } = left.merchant
    await sql`insert into withdrawn_orders (organization_id, order_id, refund_id, withdrawn_at)
      values (${organizationId}, ${left.order.id}, ${left.order.id}, now())`.execute(db)
    const ended = await aSubscriptionWith(await aMerchant(server))
    const now = server.clock.now()
    await sql`update subscriptions set status = 'canceled', ended_at = ${now}, canceled_at = ${now} where id = ${ended.id}`.execute(db)
    await server.drain()
    const grantStates = async () =>
      Promise.all(
        [lost, left, ended].map(async ({ merchant, benefits: [benefit = ''] }) => {
          const grants = await grantsOf(merchant, benefit)
          return grants.map(({ is_granted }: { is_granted: boolean }) => is_granted)
        }),
      )
    expect(await grantStates()).toEqual([[], [true], [true]])
    await pass(1)
    expect(await grantStates()).toEqual([[true], [false], [false]])
    const events = [await eventsOf(lost.merchant), await eventsOf(left.merchant), await eventsOf(ended.merchant)]
    expect(events).toEqual([
      ['created', 'created'],
      ['created', 'revoked'],
      ['created', 'revoked'],
    ])
    await pass(1)
    expect(await grantStates()).toEqual([[true], [false], [false]])
  })
})

test('a refund that the bank sends back gives the benefits again', async () => {
  const { merchant, benefits, order } = await aPurchase(2)
  const { organizationId } = merchant
  const body = { order_id: order.id, reason: 'customer_request', revoke_benefits: true }
  expect((await merchant.request('POST', '/v1/refunds/', { body })).status).toBe(200)
  await server.drain()
  const granted = async () => (await grantsOf(merchant, benefits[0] ?? ''))[0].is_granted
  expect(await granted()).toBe(false)
  await sql`update sandbox_refunds set status = 'failed' where organization_id = ${organizationId}`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from payments where organization_id = ${organizationId}`.execute(db)
  await queryRefunds(server.platform, { organizationId, id: rows[0]?.id ?? '' })
  await server.drain()
  expect((await merchant.request('GET', `/v1/orders/${order.id}`)).json.status).toBe('paid')
  expect(await granted()).toBe(true)
  expect(await eventsOf(merchant)).toEqual(['created', 'created', 'revoked', 'revoked', 'created', 'created'])
})

test('a pending refund takes nothing back, and one that fails leaves everything', async () => {
  const { merchant, benefits, order } = await aPurchase(1, 'sandbox_4000000000005126')
  const body = { order_id: order.id, reason: 'customer_request', revoke_benefits: true }
  expect((await merchant.request('POST', '/v1/refunds/', { body })).json.status).toBe('pending')
  await server.drain()
  expect((await grantsOf(merchant, benefits[0] ?? ''))[0].is_granted).toBe(true)
  server.clock.advance(61)
  await server.drain()
  const { items } = (await merchant.request('GET', '/v1/refunds/')).json
  expect(items).toMatchObject([{ status: 'failed' }])
  expect([(await grantsOf(merchant, benefits[0] ?? ''))[0].is_granted, await eventsOf(merchant)]).toEqual([true, ['created']])
})
