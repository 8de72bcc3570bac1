// License keys and files that customers get: from the purchase over a renewal to the end, each once.
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { enqueue } from '#platform/worker/enqueue.ts'
import { cycleSpec, reconcileSpec } from '#sales/access/grants/job-specs.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aSoldFile } from '#test/support/files/a-download.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { passDays, testServer } from '#test/support/server.ts'
import { aPlan } from '#test/support/subscriptions/a-subscription.ts'

const DAY = 86_400
const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { db } = server.platform.database

async function aBenefit(merchant: TestMerchant, type: string, properties: object): Promise<string> {
  const answer = await merchant.request('POST', '/v1/benefits/', { body: { type, description: 'A benefit', properties } })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.json.id
}

async function give(merchant: TestMerchant, productId: string, benefits: readonly string[]): Promise<void> {
  expect((await merchant.request('POST', `/v1/products/${productId}/benefits`, { body: { benefits } })).status).toBe(200)
  await server.drain()
}

async function buy(merchant: TestMerchant, productId: string, email?: string) {
  server.clock.advance(60)
  const checkout = await aCheckout(server, merchant, { products: [productId] })
  const answer = await checkout.confirm(undefined, { body: email === undefined ? {} : { customer_email: email } })
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  await server.drain()
  const [order] = (await merchant.request('GET', '/v1/orders/?sorting=-created_at')).json.items
  return { order, email: email ?? checkout.email, portal: await aPortal(server, merchant, order.customer_id) }
}

const pass = (days: number): Promise<void> => passDays(server, days)

const grantsOf = async (merchant: TestMerchant, benefit: string) =>
  (await merchant.request('GET', `/v1/benefit-grants/?benefit_id=${benefit}&sorting=created_at`)).json.items
const keysOf = async (merchant: TestMerchant) => (await merchant.request('GET', '/v1/license-keys/?sorting=created_at')).json.items
const expiryOf = async (merchant: TestMerchant) => Date.parse((await keysOf(merchant))[0].expires_at)

async function eventsOf({ organizationId }: TestMerchant): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from domain_events where organization_id = ${organizationId} and name like 'benefit_grant.%' order by position`.execute(db)
  return rows.map(({ name }) => name.replace('benefit_grant.', ''))
}

async function refund(merchant: TestMerchant, order: { readonly id: string }): Promise<void> {
  const body = { order_id: order.id, reason: 'customer_request', amount: 100, revoke_benefits: true }
  expect((await merchant.request('POST', '/v1/refunds/', { body })).status).toBe(200)
  await server.drain()
}

/** The jobs of a sale once more, as after a killed worker. */
async function repeat(merchant: TestMerchant, { order }: Awaited<ReturnType<typeof buy>>): Promise<void> {
  const { organizationId } = merchant
  const subscriptionId: string | null = order.subscription_id
  const scope = { organizationId, orderId: subscriptionId === null ? order.id : null, subscriptionId }
  const orders = (await merchant.request('GET', '/v1/orders/')).json.items
  await server.platform.database.transaction(async (tx) => {
    await enqueue(tx, server.platform, reconcileSpec, scope)
    await enqueue(tx, server.platform, reconcileSpec, scope)
    for (const { id } of orders) await enqueue(tx, server.platform, cycleSpec, { organizationId, orderId: id })
  })
  await server.drain()
}

const A_KEY = { prefix: 'ACME', expires: { ttl: 1, timeframe: 'month' }, activations: null, limit_usage: null }

test('a license key of a subscription expires later with each paid renewal, and is revoked at the end of the last period', async () => {
  const merchant = await aMerchant(server)
  const benefit = await aBenefit(merchant, 'license_keys', A_KEY)
  const productId = await aPlan(merchant, 1000, { name: 'With a key' })
  await give(merchant, productId, [benefit])
  const sale = await buy(merchant, productId)
  const [grant] = await grantsOf(merchant, benefit)
  const [key] = await keysOf(merchant)
  expect(grant).toMatchObject({ is_granted: true, properties: { license_key_id: key.id, display_key: key.display_key } })
  expect(key).toMatchObject({ status: 'granted', key: expect.stringMatching(/^ACME-/), customer_id: sale.order.customer_id })
  const first = await expiryOf(merchant)
  await pass(32)
  const second = await expiryOf(merchant)
  expect(second - first).toBeGreaterThan(27 * DAY * 1000)
  await repeat(merchant, sale)
  expect([await expiryOf(merchant), (await keysOf(merchant)).length]).toEqual([second, 1])
  const path = `/v1/subscriptions/${sale.order.subscription_id}`
  await merchant.request('PATCH', path, { body: { cancel_at_period_end: true } })
  await pass(20)
  expect((await keysOf(merchant))[0].status).toBe('granted')
  await pass(12)
  expect([(await keysOf(merchant))[0].status, (await grantsOf(merchant, benefit))[0].is_revoked]).toEqual(['revoked', true])
})

test('each purchase has a license key of its own, and a replaced key is shown by its grant', async () => {
  const merchant = await aMerchant(server)
  const benefit = await aBenefit(merchant, 'license_keys', { ...A_KEY, expires: null })
  const { id: productId } = await aProduct(merchant)
  await give(merchant, productId, [benefit])
  const first = await buy(merchant, productId)
  await buy(merchant, productId, first.email)
  await repeat(merchant, first)
  expect(await eventsOf(merchant)).toEqual(['created', 'created'])
  const replaced = (await grantsOf(merchant, benefit))[1].properties.license_key_id
  const reissued = await merchant.request('POST', `/v1/license-keys/${replaced}/reissue`)
  await server.drain()
  const [, second] = await grantsOf(merchant, benefit)
  expect([second.properties.license_key_id, await eventsOf(merchant)]).toEqual([reissued.json.id, ['created', 'created', 'updated']])
  await refund(merchant, first.order)
  const keys: readonly { readonly id: string; readonly status: string }[] = await keysOf(merchant)
  expect(keys.flatMap(({ id, status }) => (status === 'granted' ? [id] : []))).toEqual([reissued.json.id])
  expect(keys).toHaveLength(3)
  expect((await first.portal.request('GET', '/benefit-grants/?type=license_keys&sorting=granted_at')).json.items).toMatchObject([
    { is_revoked: true },
    { is_granted: true, benefit: { properties: { prefix: 'ACME' } }, properties: { license_key_id: reissued.json.id } },
  ])
})

test('a revoked license key comes back with its grant', async () => {
  const merchant = await aMerchant(server)
  const benefit = await aBenefit(merchant, 'license_keys', { ...A_KEY, expires: null })
  const { id: productId } = await aProduct(merchant)
  await give(merchant, productId, [benefit])
  await buy(merchant, productId)
  const [before] = await keysOf(merchant)
  await give(merchant, productId, [])
  expect((await keysOf(merchant))[0].status).toBe('revoked')
  await give(merchant, productId, [benefit])
  expect(await keysOf(merchant)).toMatchObject([{ id: before.id, key: before.key, status: 'granted' }])
  expect(await eventsOf(merchant)).toEqual(['created', 'revoked', 'created'])
})

test('files can be downloaded with the purchase, follow their benefit, and stay with the last of two purchases', async () => {
  const merchant = await aMerchant(server)
  const [one, two] = [await aSoldFile(server, merchant), await aSoldFile(server, merchant)]
  const benefit = await aBenefit(merchant, 'downloadables', { files: [one] })
  const { id: productId } = await aProduct(merchant)
  await give(merchant, productId, [benefit])
  const first = await buy(merchant, productId)
  const filesOf = async () =>
    (await first.portal.request('GET', '/downloadables/')).json.items.map(({ file }: { file: { id: string } }) => file.id)
  expect([await filesOf(), (await grantsOf(merchant, benefit))[0].properties]).toEqual([[one], { files: [one] }])
  const update = async (properties: object) => {
    await merchant.request('PATCH', `/v1/benefits/${benefit}`, { body: { type: 'downloadables', properties } })
    await server.drain()
  }
  await update({ files: [one, two] })
  expect((await filesOf()).sort()).toEqual([one, two].sort())
  await update({ files: [one, two], archived: { [two]: true } })
  expect(await filesOf()).toEqual([one])
  expect(await eventsOf(merchant)).toEqual(['created', 'updated'])
  const [{ benefit: shown }] = (await first.portal.request('GET', '/benefit-grants/')).json.items
  expect(shown.properties).toEqual({ active_files: [one] })
  const second = await buy(merchant, productId, first.email)
  await repeat(merchant, second)
  await refund(merchant, first.order)
  expect(await filesOf()).toEqual([one])
  await refund(merchant, second.order)
  expect(await filesOf()).toEqual([])
})

test('a benefit that is deleted is revoked with everything that it gave', async () => {
  const merchant = await aMerchant(server)
  const file = await aSoldFile(server, merchant)
  const benefits = [await aBenefit(merchant, 'downloadables', { files: [file] }), await aBenefit(merchant, 'license_keys', A_KEY)]
  const { id: productId } = await aProduct(merchant)
  await give(merchant, productId, benefits)
  const { portal } = await buy(merchant, productId)
  for (const benefit of benefits) expect((await merchant.request('DELETE', `/v1/benefits/${benefit}`)).status).toBe(204)
  await server.drain()
  expect((await portal.request('GET', '/downloadables/')).json.items).toEqual([])
  expect((await keysOf(merchant))[0].status).toBe('revoked')
  const grants = (await portal.request('GET', '/benefit-grants/')).json.items
  expect(grants.map(({ is_granted }: { is_granted: boolean }) => is_granted)).toEqual([false, false])
})
