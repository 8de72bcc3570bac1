// An operator blocks an organization: it takes no payment until the block is lifted, and everything else works (rule C8).
import { expect, test } from 'vitest'
import { aCheckout, cards, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { anAdministrator } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const administrator = await anAdministrator(server)
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const SENTENCE = 'This shop cannot take payments at the moment.'
const REASON = 'Complaints of buyers are being looked into'

const paths = { block: '/api/auth/admin/block-organization', unblock: '/api/auth/admin/unblock-organization' } as const

const change = (verb: keyof typeof paths, organizationId: string, more: object = verb === 'block' ? { reason: REASON } : {}) =>
  administrator.request('POST', paths[verb], { body: { organizationId, ...more } })

async function block({ organizationId }: TestMerchant): Promise<void> {
  expect((await change('block', organizationId)).status).toBe(200)
}

const profileOf = async (merchant: TestMerchant) => (await merchant.request('GET', `/v1/organizations/${merchant.organizationId}`)).json

async function aLink(merchant: TestMerchant): Promise<string> {
  const { id } = await aProduct(merchant)
  return (await merchant.request('POST', '/v1/checkout-links/', { body: { payment_processor: 'stripe', products: [id] } })).json
    .client_secret
}

test('a blocked organization takes no payment until the block is lifted', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const link = await aLink(merchant)
  const follow = () => server.request('POST', `/v1/checkout-links/open/${link}`, { body: {} })
  const answer = await change('block', merchant.organizationId)
  expect([answer.status, answer.json]).toEqual([
    200,
    { organizationId: merchant.organizationId, blockedAt: server.clock.now().toISOString(), blockedReason: REASON },
  ])
  const refused = await checkout.confirm()
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail).toMatchObject([{ loc: ['body', 'product_id'], msg: SENTENCE, type: 'value_error' }])
  expect((await checkout.view()).json).toMatchObject({ status: 'open', organization: { status: 'blocked' } })
  const closed = await follow()
  expect([closed.status, closed.json]).toEqual([403, { error: 'OrganizationBlocked', detail: SENTENCE }])
  expect((await merchant.request('GET', '/v1/checkouts/')).json.pagination.total_count).toBe(1)

  const lifted = await change('unblock', merchant.organizationId)
  expect(lifted.json).toEqual({ organizationId: merchant.organizationId, blockedAt: null, blockedReason: null })
  expect((await checkout.confirm()).status).toBe(200)
  expect((await follow()).status).toBe(201)
})

test('a free checkout of a blocked organization is not confirmed either', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant, { prices: [{ amount_type: 'free' }] })
  const checkout = await aCheckout(server, merchant, { products: [product.id] })
  await block(merchant)
  expect((await checkout.confirm()).json.error).toBe('RequestValidationError')
})

test('what a blocked organization has sold stays readable and can be refunded', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm()
  await block(merchant)
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  expect(order.status).toBe('paid')
  const refund = await merchant.request('POST', '/v1/refunds/', { body: { order_id: order.id, reason: 'customer_request' } })
  expect([refund.status, refund.json.status]).toEqual([200, 'succeeded'])
})

test('a payment that succeeds after the block has its order', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const confirmed = await checkout.confirm(cards.requiresAction)
  await block(merchant)
  const secret = confirmed.json.payment_processor_metadata.intent_client_secret
  expect((await server.request('POST', `/v1/sandbox/actions/${secret}`, { body: { approve: true } })).status).toBeLessThan(300)
  await server.drain()
  expect((await checkout.view()).json.status).toBe('succeeded')
  expect((await merchant.request('GET', '/v1/orders/')).json.items).toMatchObject([{ checkout_id: checkout.id, status: 'paid' }])
})

test('the organization itself says that it is blocked, and its merchant is told by a webhook event', async () => {
  const merchant = await aMerchant(server)
  await server.drain()
  const before = (await eventsOf(server, merchant.organizationId)).length
  expect(await profileOf(merchant)).toMatchObject({ status: 'active', capabilities: { checkout_payments: true } })
  await block(merchant)
  await server.drain()
  expect(await profileOf(merchant)).toMatchObject({ status: 'blocked', capabilities: { checkout_payments: false } })
  const added = (await eventsOf(server, merchant.organizationId)).slice(before)
  expect(added.map(({ name }) => name)).toEqual(['organization.changed', 'organization.updated'])
  expect(added[1]?.payload).toMatchObject({ status: 'blocked' })
})

test('blocks are recorded in the audit log of the organization, once for each change', async () => {
  const merchant = await aMerchant(server)
  const { organizationId } = merchant
  await block(merchant)
  await block(merchant)
  const first = (await change('block', organizationId, { reason: 'Another reason' })).json.blockedAt
  await change('unblock', organizationId)
  await change('unblock', organizationId)
  expect(first).toBe(server.clock.now().toISOString())
  const answer = await merchant.owner.request('GET', `/api/auth/organization/list-audit-entries?organizationId=${organizationId}`)
  const entries = answer.json.entries.filter(({ action }: { action: string }) => action.includes('blocked'))
  expect(entries.map(({ action, details }: { action: string; details: object }) => [action, details])).toEqual([
    ['organization.unblocked', {}],
    ['organization.blocked', { reason: 'Another reason' }],
    ['organization.blocked', { reason: REASON }],
  ])
})

test('administrators see in list and detail which organizations are blocked, since when and why', async () => {
  const merchant = await aMerchant(server)
  const { organizationId } = merchant
  const shown = async () => {
    const detail = (await administrator.request('GET', `/api/auth/admin/get-organization?organizationId=${organizationId}`)).json
    const query = new URLSearchParams({ searchValue: detail.slug })
    const listed = (await administrator.request('GET', `/api/auth/admin/list-organizations?${query}`)).json.organizations[0]
    return [detail, listed].map(({ blockedAt, blockedReason }) => [blockedAt, blockedReason])
  }
  expect(await shown()).toEqual([
    [null, null],
    [null, null],
  ])
  await block(merchant)
  const expected = [server.clock.now().toISOString(), REASON]
  expect(await shown()).toEqual([expected, expected])
})

test('only an administrator blocks, only an organization that exists, and only with a reason', async () => {
  const { organizationId, owner } = await aMerchant(server)
  const body = { organizationId, reason: REASON }
  for (const path of Object.values(paths)) {
    const refused = await owner.request('POST', path, { body })
    expect([refused.status, refused.json.message]).toEqual([403, 'You are not allowed to block organizations'])
    expect((await server.request('POST', path, { body })).status).toBe(401)
    const unknown = await administrator.request('POST', path, { body: { ...body, organizationId: UNKNOWN } })
    expect([unknown.status, unknown.json.message]).toEqual([404, 'Organization not found'])
  }
  for (const reason of [undefined, '', '   ', 'x'.repeat(501)]) expect((await change('block', organizationId, { reason })).status).toBe(400)
})

test('a confirm beside a block is either worked or refused, and none starts after the block', async () => {
  const merchant = await aMerchant(server)
  const product = await aProduct(merchant)
  const checkouts = await Promise.all(Array.from({ length: 8 }, () => aCheckout(server, merchant, { products: [product.id] })))
  const started: Promise<{ status: number }>[] = checkouts.map((checkout) => checkout.confirm())
  const blocked = change('block', merchant.organizationId)
  started.push(...checkouts.map((checkout) => checkout.confirm()))
  await blocked
  const paymentsAtBlock = await countPayments(merchant)
  const answers = await Promise.all(started)
  expect(answers.map(({ status }) => status).filter((status) => ![200, 403, 422].includes(status))).toEqual([])
  expect(await countPayments(merchant)).toBe(paymentsAtBlock)
  const worked = answers.filter(({ status }) => status === 200).length
  expect((await merchant.request('GET', '/v1/orders/')).json.pagination.total_count).toBe(worked)
  expect((await checkouts[0]?.confirm())?.status).toBeGreaterThanOrEqual(403)
})

async function countPayments({ organizationId }: TestMerchant): Promise<number> {
  const { db } = server.platform.database
  const found = await db.selectFrom('payments').select('id').where('organization_id', '=', organizationId).execute()
  return found.length
}
