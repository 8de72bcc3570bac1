import { expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant } from '#test/support/a-merchant.ts'
import { aSale, BUYER } from '#test/support/a-sale.ts'
import { ownDatabase } from '#test/support/database.ts'
import { emailsTo } from '#test/support/emails.ts'
import { sharedServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const at = (orderId: string) => `/v1/orders/${orderId}/receipt-email`

test('the receipt of an order is read as it is emailed, without the secret of its buyer', async () => {
  const merchant = await aMerchant(server)
  const { orderId, clientSecret } = await aSale(server, merchant)
  const { number, total_amount: total } = (await merchant.request('GET', `/v1/orders/${orderId}`)).json
  const { status, json } = await merchant.request('GET', at(orderId))
  expect([status, json.email, json.language]).toEqual([200, BUYER.customer_email, 'en'])
  expect([json.text, total > 0]).toEqual([expect.stringContaining(`Order ${number}`), true])
  expect(json.text).toContain('Paid with Visa ending in 4242.')
  expect(JSON.stringify(json)).not.toContain(clientSecret)
})

test('a receipt is sent again at most three times an hour, each time to the present email of the customer, and audited', async () => {
  const limited = await testServer({ database: await ownDatabase(), settings: { RATE_LIMIT_ENABLED: 'true' } })
  const merchant = await aMerchant(limited)
  const { orderId, customerId } = await aSale(limited, merchant)
  await limited.drain()
  const email = 'ada.byron@site.test'
  await merchant.request('PATCH', `/v1/customers/${customerId}`, { body: { email } })
  const send = () => merchant.request('POST', at(orderId))
  const statuses = [await send(), await send(), await send(), await send()].map(({ status }) => status)
  expect(statuses).toEqual([202, 202, 202, 429])
  await limited.drain()
  const received = await emailsTo(limited, email)
  expect(received.map(({ headers }) => headers['X-Guildhall-Template'])).toEqual(['receipt', 'receipt', 'receipt'])
  expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(3)
  const entries = limited.platform.database.db.selectFrom('audit_entries').select('action').where('action', '=', 'order.receipt_sent')
  expect(await entries.execute()).toHaveLength(3)
  limited.clock.advance(3600)
  expect((await send()).status).toBe(202)
  await limited.close()
})

test('a receipt that was held back is not held back any more once it is sent again', async () => {
  const merchant = await aMerchant(server)
  const { orderId } = await aSale(server, merchant)
  await server.drain()
  const { db } = server.platform.database
  await db.updateTable('orders').set({ receipt_not_sent: 'limit' }).where('id', '=', orderId).execute()
  await merchant.request('POST', at(orderId))
  await server.drain()
  expect((await merchant.request('GET', `/v1/orders/${orderId}`)).json.receipt_not_sent).toBeNull()
})

test('the receipt of a deleted customer can be read and is not sent', async () => {
  const merchant = await aMerchant(server)
  const { orderId, customerId } = await aSale(server, merchant)
  await merchant.request('DELETE', `/v1/customers/${customerId}`)
  const sent = await merchant.request('POST', at(orderId))
  expect([sent.status, sent.json.error]).toEqual([409, 'ReceiptUnavailable'])
  expect((await merchant.request('GET', at(orderId))).status).toBe(200)
})

test('an order that is not paid has no receipt', async () => {
  const merchant = await aMerchant(server)
  const { orderId } = await aSale(server, merchant)
  await server.platform.database.db.updateTable('orders').set({ status: 'pending' }).where('id', '=', orderId).execute()
  for (const method of ['GET', 'POST'] as const) {
    const { status, json } = await merchant.request(method, at(orderId))
    expect([status, json.error]).toEqual([409, 'ReceiptUnavailable'])
  }
})

test('whoever only reads orders may read a receipt and not send it', async () => {
  const merchant = await aMerchant(server)
  const { orderId } = await aSale(server, merchant)
  const member = await aMember(server, merchant.organizationId, 'member')
  expect((await member.request('GET', at(orderId))).status).toBe(200)
  expect((await member.request('POST', at(orderId))).json.error).toBe('NotPermitted')
})
