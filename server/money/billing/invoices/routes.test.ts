import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aCheckout, eventsOf } from '#test/support/a-checkout.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aPortal, type TestPortal } from '#test/support/portal/a-portal.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const buyer = { billing_name: 'Analytical Engines Ltd', billing_address: { line1: '12 St James Square', city: 'London', country: 'GB' } }

/** A paid order of the merchant. */
async function aPaidOrder(merchant: TestMerchant): Promise<string> {
  const checkout = await aCheckout(server, merchant)
  await checkout.confirm()
  const { items } = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json
  return items[0].id
}

/** The same with the buyer whom its invoice names. */
async function aBilledOrder(merchant: TestMerchant): Promise<string> {
  const id = await aPaidOrder(merchant)
  await merchant.request('PATCH', `/v1/orders/${id}`, { body: buyer })
  return id
}

test('an invoice is generated once, fixes its buyer, and is downloaded as PDF', async () => {
  const merchant = await aMerchant(server)
  const id = await aPaidOrder(merchant)
  const path = `/v1/orders/${id}/invoice`
  await merchant.request('PATCH', `/v1/orders/${id}`, { body: { billing_name: null, billing_address: null } })
  expect((await merchant.request('POST', path)).json).toMatchObject({ error: 'MissingInvoiceBillingDetails', detail: expect.any(String) })
  expect((await merchant.request('GET', path)).status).toBe(404)
  await merchant.request('PATCH', `/v1/orders/${id}`, { body: buyer })
  expect(await merchant.request('POST', path)).toMatchObject({ status: 202, json: {} })
  expect((await eventsOf(server, merchant.organizationId)).at(-1)).toMatchObject({
    name: 'order.updated',
    payload: { id, is_invoice_generated: true, invoice_number: 'INV-0001' },
  })
  expect(await merchant.request('POST', path)).toMatchObject({ status: 409, json: { error: 'InvoiceAlreadyExists' } })
  const frozen = await merchant.request('PATCH', `/v1/orders/${id}`, { body: { ...buyer, billing_name: 'Other' } })
  expect(frozen).toMatchObject({ status: 422, json: { error: 'RequestValidationError' } })
  const { url } = (await merchant.request('GET', path)).json
  const file = await server.request('GET', url.replace(server.platform.settings.BASE_URL, ''))
  expect(file.status).toBe(200)
  expect(file.text.slice(0, 5)).toBe('%PDF-')
  const again = await server.request('GET', (await merchant.request('GET', path)).json.url.replace(server.platform.settings.BASE_URL, ''))
  expect(again.text).toBe(file.text)
})

test('an unpaid order and one of another organization have no invoice', async () => {
  const [merchant, other] = [await aMerchant(server), await aMerchant(server)]
  const id = await aBilledOrder(merchant)
  expect((await other.request('POST', `/v1/orders/${id}/invoice`)).status).toBe(404)
  await sql`update orders set status = 'pending' where id = ${id}`.execute(db)
  expect(await merchant.request('POST', `/v1/orders/${id}/invoice`)).toMatchObject({ status: 422, json: { error: 'NotPaidOrder' } })
})

test('fifty invoices at once have consecutive numbers, and those that are refused take none', async () => {
  const merchant = await aMerchant(server)
  const ids: string[] = []
  for (let count = 0; count < 25; count++) ids.push(await aBilledOrder(merchant))
  const answers = await Promise.all([...ids, ...ids].map((id) => merchant.request('POST', `/v1/orders/${id}/invoice`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...ids.map(() => 202), ...ids.map(() => 409)])
  const { items } = (await merchant.request('GET', '/v1/invoices/?limit=100&sorting=number')).json
  expect(items.map(({ number }: { number: string }) => number)).toEqual(ids.map((_, index) => `INV-${String(index + 1).padStart(4, '0')}`))
})

test('a refund that succeeds has a credit note of its own series, which names the invoice', async () => {
  const merchant = await aMerchant(server)
  const id = await aBilledOrder(merchant)
  await merchant.request('POST', `/v1/orders/${id}/invoice`)
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: id, reason: 'customer_request', amount: 200 } })
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: id, reason: 'customer_request' } })
  const { items } = (await merchant.request('GET', `/v1/invoices/?order_id=${id}&sorting=created_at&kind=credit_note`)).json
  expect(items).toMatchObject([
    { number: 'INV-CN-0001', net_amount: 200, total_amount: 200, invoice_number: 'INV-0001', voided_at: null },
    { number: 'INV-CN-0002', net_amount: 4000, total_amount: 4000, invoice_number: 'INV-0001' },
  ])
  const one = await merchant.request('GET', `/v1/invoices/${items[0].id}`)
  expect(one.json).toEqual(items[0])
  const download = await merchant.request('GET', `/v1/invoices/${items[0].id}/download`)
  const file = await server.request('GET', download.json.url.replace(server.platform.settings.BASE_URL, ''))
  expect(file.text.slice(0, 5)).toBe('%PDF-')
  expect((await merchant.request('GET', '/v1/invoices/export')).text).toContain('INV-CN-0002')
})

test('what an invoice states does not change with the seller, and the next one takes the new prefix and goes on counting', async () => {
  const merchant = await aMerchant(server)
  const [first, second] = [await aBilledOrder(merchant), await aBilledOrder(merchant)]
  const rename = (body: object) => merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body })
  const address = { line1: 'Torstraße 140', city: 'Berlin', country: 'DE' }
  const changed = await rename({ business_details: { legal_name: 'Northwind GmbH', address } })
  expect(changed.json.business_details).toMatchObject({ legal_name: 'Northwind GmbH', missing: ['tax_id'] })
  await merchant.request('POST', `/v1/orders/${first}/invoice`)
  await rename({ business_details: { legal_name: 'Southwind GmbH' }, invoice_prefix: 'SW', restarts_invoices_yearly: false })
  await merchant.request('POST', `/v1/orders/${second}/invoice`)
  const rows = await db
    .selectFrom('invoices')
    .select(['number', 'content'])
    .where('organization_id', '=', merchant.organizationId)
    .orderBy('created_at')
    .execute()
  expect(rows.map(({ number, content }) => [number, content.seller.legalName, content.seller.address?.city])).toEqual([
    ['INV-0001', 'Northwind GmbH', 'Berlin'],
    ['SW-0002', 'Southwind GmbH', 'Berlin'],
  ])
  expect(await rename({ business_details: { address: { country: 'XX' } } })).toMatchObject({
    status: 422,
    json: { detail: [{ loc: ['body', 'business_details', 'address', 'country'] }] },
  })
})

test('a customer generates the invoice of an order, and downloads it and its credit notes, and no other customer does', async () => {
  const merchant = await aMerchant(server)
  const id = await aBilledOrder(merchant)
  const { customer_id } = (await merchant.request('GET', `/v1/orders/${id}`)).json
  const [owner, other] = [await aPortal(server, merchant, customer_id), await aPortal(server, merchant)]
  const as = (portal: TestPortal, method: 'GET' | 'POST', url: string) =>
    server.request(method, url, { headers: { authorization: `Bearer ${portal.token}` } })
  expect((await as(other, 'POST', `/v1/customer-portal/orders/${id}/invoice`)).status).toBe(404)
  expect(await as(owner, 'POST', `/v1/customer-portal/orders/${id}/invoice`)).toMatchObject({ status: 202, json: {} })
  expect((await as(owner, 'GET', `/v1/customer-portal/orders/${id}/invoice`)).json.url).toContain('/storage/files')
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: id, reason: 'customer_request' } })
  const { items } = (await as(owner, 'GET', `/v1/customer-portal/orders/${id}/documents`)).json
  expect(items.map(({ number }: { number: string }) => number).toSorted()).toEqual(['INV-0001', 'INV-CN-0001'])
  const note = `/v1/customer-portal/documents/${items[0].id}/download`
  expect([(await as(owner, 'GET', note)).status, (await as(other, 'GET', note)).status]).toEqual([200, 404])
  expect((await as(other, 'GET', `/v1/customer-portal/orders/${id}/documents`)).status).toBe(404)
})

test('a member who only reads generates no invoice, one with the permission does, and so does a token that reads orders', async () => {
  const merchant = await aMerchant(server)
  const [first, second] = [await aBilledOrder(merchant), await aBilledOrder(merchant)]
  const [reader, admin] = [
    await aMember(server, merchant.organizationId, 'member'),
    await aMember(server, merchant.organizationId, 'admin'),
  ]
  expect((await reader.request('GET', `/v1/orders/${first}`)).status).toBe(200)
  expect(await reader.request('POST', `/v1/orders/${first}/invoice`)).toMatchObject({
    status: 403,
    json: { error: 'NotPermitted', scope: 'orders:write' },
  })
  const outsider = (await aMerchant(server)).owner
  expect((await outsider.request('POST', `/v1/orders/${first}/invoice`)).status).toBe(404)
  expect((await admin.request('POST', `/v1/orders/${first}/invoice`)).status).toBe(202)
  const { token } = await aToken(merchant.owner, merchant.organizationId, ['orders:read'])
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.request('POST', `/v1/orders/${second}/invoice`, { headers })).status).toBe(202)
})

test('an invoice names the tax id that was given with its order, not that of the customer, also where no taxes are collected', async () => {
  const merchant = await aMerchant(server)
  const checkout = await aCheckout(server, merchant)
  const address = { line1: '1 rue de Lyon', city: 'Paris', postal_code: '75012', country: 'FR' }
  await checkout.confirm(undefined, { body: { customer_billing_address: address, customer_tax_id: 'FR40303265045' } })
  const [order] = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items
  expect(order).toMatchObject({ customer_tax_id: ['FR40303265045', 'eu_vat'], tax_amount: 0 })
  const change = { billing_address: { country: 'DE' }, tax_id: ['DE136695976', 'eu_vat'] }
  expect((await merchant.request('PATCH', `/v1/customers/${order.customer_id}`, { body: change })).status).toBe(200)
  await merchant.request('POST', `/v1/orders/${order.id}/invoice`)
  const stored = await db
    .selectFrom('invoices')
    .select('content')
    .where('organization_id', '=', merchant.organizationId)
    .executeTakeFirstOrThrow()
  expect(stored.content.buyer).toMatchObject({ name: 'Blaise Pascal', taxId: 'FR40303265045', address: { country: 'FR' } })
})
