// The emails and the invoice of one order name one day: that of the zone in which the organization bills.
import { expect, test } from 'vitest'
import { movableClock } from '#platform/clock.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailTo } from '#test/support/emails.ts'
import { pdfText } from '#test/support/markers/pdf-text.ts'
import { testServer } from '#test/support/server.ts'

const buyer = { billing_name: 'Ada Lovelace', billing_address: { line1: '12 St James Square', city: 'London', country: 'GB' } }

test.each([
  ['Pacific/Auckland', '2026-03-10T12:30:00Z', '11 March 2026'],
  ['America/Los_Angeles', '2026-03-10T05:30:00Z', '9 March 2026'],
])('receipt, refund and invoice of an order in %s name its day there', async (zone, at, day) => {
  const server = await testServer({ database: await ownDatabase(), clock: movableClock(new Date(at)) })
  const merchant = await aMerchant(server)
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: { billing_timezone: zone } })
  const checkout = await aCheckout(server, merchant)
  expect((await checkout.confirm()).status).toBe(200)
  const [order] = (await merchant.request('GET', '/v1/orders/')).json.items
  await merchant.request('PATCH', `/v1/orders/${order.id}`, { body: buyer })
  expect((await merchant.request('POST', `/v1/orders/${order.id}/invoice`)).status).toBe(202)
  await server.drain()
  const { url } = (await merchant.request('GET', `/v1/orders/${order.id}/invoice`)).json
  const document = await server.app.inject({ method: 'GET', url: url.replace(server.platform.settings.BASE_URL, '') })
  const body = { order_id: order.id, amount: 100, reason: 'customer_request' }
  expect((await merchant.request('POST', '/v1/refunds/', { body })).status).toBe(200)
  const texts = [
    pdfText(document.rawPayload),
    (await emailTo(server, checkout.email, 'receipt')).text,
    (await emailTo(server, checkout.email, 'refund')).text,
  ]
  for (const text of texts) {
    expect(text).toContain(day)
    expect(text).not.toContain('10 March')
  }
  await server.close()
})
