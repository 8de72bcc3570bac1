// The API, too, refuses what an organization does not let its customers see or change.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { aMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo } from '#test/support/emails.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { testServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'

const server = await testServer()
afterAll(() => server.close())
const merchant = await aMerchant(server)
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

const set = (customer_portal_settings: object) =>
  merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { customer_portal_settings } })
beforeEach(() => set({ usage: { show: true }, subscription: { update_plan: true }, customer: { allow_email_change: true } }))

const METER = { name: 'Exports', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } }

test('usage that is not shown is refused, and a subscription lists none', async () => {
  const meter = (await merchant.request('POST', '/v1/meters/', { body: METER })).json
  const prices = [{ amount_type: 'metered_unit', meter_id: meter.id, unit_amount: 3, price_currency: 'usd' }]
  const product = (await merchant.request('POST', '/v1/products/', { body: { name: 'Exports', recurring_interval: 'month', prices } })).json
  const subscription = await aSubscription(server, merchant, { productId: product.id })
  const portal = await aPortal(server, merchant, subscription.customerId)
  const metersOf = async () => (await portal.request('GET', `/subscriptions/${subscription.id}`)).json.meters.length
  const [shown] = (await portal.request('GET', '/meters/')).json.items
  expect([shown.meter_id, await metersOf()]).toEqual([meter.id, 1])
  await set({ usage: { show: false } })
  const refused = { error: 'NotPermitted', detail: 'The organization does not show customers what they have used.' }
  for (const path of ['/meters/', `/meters/${shown.id}`, `/meters/${UNKNOWN}`]) {
    const answer = await portal.request('GET', path)
    expect([path, answer.status, answer.json]).toEqual([path, 403, refused])
  }
  expect(await metersOf()).toBe(0)
  expect((await portal.request('GET', '/subscriptions/')).json.items[0].meters).toEqual([])
})

test('an email that customers may not change is refused by both operations, with everything that is sent along', async () => {
  const [portal, email] = [await aPortal(server, merchant), uniqueEmail()]
  await set({ customer: { allow_email_change: false } })
  const refused = { error: 'NotPermitted', detail: 'The organization does not let customers change their email.' }
  const requested = await portal.request('POST', '/customers/me/email-update/request', { body: { email } })
  expect([requested.status, requested.json]).toEqual([403, refused])
  const changed = await portal.request('PATCH', '/customers/me', { body: { email, name: 'Ada King' } })
  expect([changed.status, changed.json]).toEqual([403, refused])
  expect((await portal.request('GET', '/customers/me')).json.name).not.toBe('Ada King')
  expect((await portal.request('PATCH', '/customers/me', { body: { name: 'Ada King' } })).status).toBe(200)
  await server.drain()
  expect(await emailsTo(server, email)).toEqual([])
})

test('a plan that customers may not change is refused', async () => {
  const subscription = await aSubscription(server, merchant, { productId: await aPlan(merchant, 900) })
  const portal = await aPortal(server, merchant, subscription.customerId)
  const other = await aPlan(merchant, 1900)
  await set({ subscription: { update_plan: false } })
  const body = { product_id: other }
  const answers = [
    await portal.request('PATCH', `/subscriptions/${subscription.id}`, { body }),
    await portal.request('POST', `/subscriptions/${subscription.id}/preview`, { body }),
  ]
  expect(answers.map(({ status, json }) => [status, json.error])).toEqual(Array(2).fill([403, 'NotPermitted']))
})
