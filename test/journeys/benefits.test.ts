// What customers get by what they buy: granted, renewed, revoked and granted again, each once.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { enqueue } from '#platform/worker/enqueue.ts'
import { cycleSpec, reconcileSpec } from '#sales/grants/job-specs.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { checkBooksAfterEach } from '#test/support/books/invariants.ts'
import { ownDatabase } from '#test/support/database.ts'
import { passDays, testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

/** A saved card that is declined later. */
const declined = 'sandbox_4000000000100059'
const server = await testServer({ database: await ownDatabase() })
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

async function aPurchase(benefitCount = 1) {
  const merchant = await aMerchant(server)
  const { id: productId } = await aProduct(merchant)
  const benefits: string[] = []
  for (let at = 0; at < benefitCount; at += 1) benefits.push(await aBenefit(merchant))
  await give(merchant, productId, benefits)
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  await checkout.confirm()
  await server.drain()
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  return { merchant, productId, benefits, order }
}

test('a purchase grants the benefits of its product, once however often it is reconciled', async () => {
  const { merchant, benefits, order } = await aPurchase(2)
  const [grant] = await grantsOf(merchant, benefits[0] ?? '')
  expect(grant).toMatchObject({
    ...{
      is_granted: true,
      is_revoked: false,
      revoked_at: null,
      subscription_id: null,
      order_id: order.id,
      benefit_id: benefits[0],
      error: null,
    },
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
  const benefit = await aBenefit(merchant)
  const productId = await aPlan(merchant, 1000, { name: 'With grace' })
  await give(merchant, productId, [benefit])
  await subscribe(merchant, productId, declined)
  await pass(36)
  expect((await grantsOf(merchant, benefit))[0].is_granted).toBe(true)
  await pass(4)
  expect((await grantsOf(merchant, benefit))[0]).toMatchObject({ is_granted: false, is_revoked: true })
})

test('the state of a customer is announced once for what happens within two seconds', async () => {
  const { merchant, order } = await aPurchase(3)
  server.clock.advance(3)
  await server.drain()
  const { rows } = await sql<{ payload: { granted_benefits: unknown[] } }>`
    select payload from domain_events where organization_id = ${merchant.organizationId} and name = 'customer.state_changed'
      and resource_id = ${order.customer_id}`.execute(db)
  expect(rows.at(-1)?.payload.granted_benefits).toHaveLength(3)
  expect(rows.length).toBeLessThanOrEqual(2)
})
