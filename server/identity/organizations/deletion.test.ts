import { afterAll, expect, test } from 'vitest'
import { uncontrolled } from '#platform/work-control.ts'
import { showBooks } from '#server/cli/books.ts'
import { aCheckout, eventsOf } from '#test/support/a-checkout.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale, BUYER } from '#test/support/a-sale.ts'
import { anOrganization, PASSWORD } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ database: await ownDatabase() })
afterAll(() => server.close())
const { database } = server.platform
const context = { database, platform: () => Promise.reject(new Error('This command needs no platform.')), control: uncontrolled }

const FRESH_SECONDS = 86_400

const deletion = (merchant: TestMerchant, body: object = {}) =>
  merchant.owner.request('POST', '/api/auth/organization/delete', { body: { organizationId: merchant.organizationId, ...body } })

const goLive = (merchant: TestMerchant) =>
  database.db.updateTable('merchants').set({ mode: 'live' }).where('organization_id', '=', merchant.organizationId).execute()

test('an organization is deleted by a fresh session, or by the password', async () => {
  const [first, second] = [await anOrganization(server), await anOrganization(server)]
  const remove = (organization: typeof first, body: object = {}) =>
    organization.owner.request('POST', '/api/auth/organization/delete', { body: { organizationId: organization.id, ...body } })
  expect((await remove(first)).status).toBe(200)
  server.clock.advance(FRESH_SECONDS + 60)
  expect(await remove(second)).toMatchObject({ status: 400, json: { code: 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION' } })
  expect(await remove(second, { password: 'a wrong password' })).toMatchObject({ status: 400, json: { code: 'INVALID_PASSWORD' } })
  expect((await remove(second, { password: PASSWORD })).status).toBe(200)
})

test('a test merchant is deleted wholly, with its paid orders', async () => {
  const merchant = await aMerchant(server)
  await aSale(server, merchant)
  expect((await deletion(merchant)).status).toBe(200)
  expect((await showBooks(context, { organizationId: null })).json).toEqual([])
})

test('an organization with paid live orders is deleted only with its books kept, without personal data', async () => {
  const merchant = await aMerchant(server)
  const sale = await aSale(server, merchant)
  const order = (await merchant.request('GET', `/v1/orders/${sale.orderId}`)).json
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { email: 'shop@example.test' } })
  await goLive(merchant)
  expect(await deletion(merchant)).toMatchObject({
    status: 409,
    json: { code: 'THIS_ORGANIZATION_HAS_PAID_ORDERS_ITS_BOOKS_MUST_BE_KEPT' },
  })
  expect((await merchant.request('GET', `/v1/orders/${sale.orderId}`)).status).toBe(200)
  expect((await deletion(merchant, { keepBooks: true })).status).toBe(200)
  const { organizationId } = merchant
  const left = database.db.selectFrom('orders').select('id').where('organization_id', '=', organizationId)
  expect(await left.execute()).toEqual([])
  expect((await showBooks(context, { organizationId: null })).json).toMatchObject([{ organizationId, orders: 1, entries: 1 }])
  const { json } = await showBooks(context, { organizationId })
  const [archived, entry] = json as [{ id: string; total_amount: number; country: string }, { postings: { amount: number }[] }]
  expect(archived).toMatchObject({
    type: 'order',
    id: sale.orderId,
    number: order.number ?? expect.any(String),
    total_amount: order.total_amount,
    country: 'NL',
  })
  expect(entry).toMatchObject({ type: 'entry', order_id: sale.orderId })
  expect(entry.postings.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  const text = JSON.stringify(json)
  for (const personal of [BUYER.customer_email, BUYER.customer_name, sale.customerId, sale.checkoutId]) expect(text).not.toContain(personal)
})

test('of 25 confirms that meet a deletion, each has its order first or takes no money', { timeout: 180_000 }, async () => {
  const outcomes = []
  for (let race = 0; race < 25; race += 1) {
    const merchant = await aMerchant(server)
    const checkout = await aCheckout(server, merchant)
    const [confirmed] = await Promise.all([checkout.confirm(), deletion(merchant)])
    // Events outlive the organization; the order and the charge of a test merchant do not.
    const events = await eventsOf(server, merchant.organizationId)
    outcomes.push({ isConfirmed: confirmed.status === 200, isPaid: events.some(({ name }) => name === 'order.paid') })
  }
  expect(outcomes.filter(({ isConfirmed, isPaid }) => isConfirmed !== isPaid)).toEqual([])
})
