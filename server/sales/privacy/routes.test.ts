import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Scope, tokenScopes } from '#contract/access.ts'
import { aCheckout, cards } from '#test/support/a-checkout.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aGrant } from '#test/support/grants/a-grant.ts'
import { aLicenseKey } from '#test/support/license-keys/a-license-key.ts'
import { aPaymentMethod } from '#test/support/payments/a-payment-method.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const { db } = server.platform.database
const address = { line1: 'Rue de Savoie 13', city: 'Paris', postal_code: '75006', country: 'FR' }
const form = { customer_name: 'Sophie Germain', customer_billing_address: address }

/** A customer who has bought, whose other payment was declined, and who has a refund. */
async function aBuyer(merchant: TestMerchant) {
  const first = await aCheckout(server, merchant)
  await first.confirm(cards.good, { body: form })
  const second = await aCheckout(server, merchant)
  const body = { ...form, customer_email: first.email }
  await second.confirm(cards.declined, { body })
  await second.confirm(cards.good, { body })
  const { items } = (await merchant.request('GET', '/v1/orders/')).json
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: items[0].id, reason: 'other', amount: 100 } })
  return { id: items[0].customer_id as string, email: first.email }
}

/** Every row of the organization that contains the text, by table. */
async function rowsWith(merchant: TestMerchant, text: string): Promise<readonly string[]> {
  const tables = ['customers', 'orders', 'order_items', 'checkouts', 'payments', 'refunds', 'audit_entries', 'customer_sessions']
  const found = await Promise.all(
    tables.map(async (table) => {
      const name = sql.table(table)
      const { rows } = await sql`select from ${name} as found where organization_id = ${merchant.organizationId}
        and to_jsonb(found)::text ilike ${`%${text}%`}`.execute(db)
      return rows.length > 0 ? [table] : []
    }),
  )
  return found.flat()
}

test('the export contains the customer, orders, payments, payment methods, refunds and checkouts, and no secret', async () => {
  const merchant = await aMerchant(server)
  const { id, email } = await aBuyer(merchant)
  const { method } = await aPaymentMethod(server, { organizationId: merchant.organizationId, customerId: id })
  const meter = { name: 'Calls', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } }
  const { json: created } = await merchant.request('POST', '/v1/meters/', { body: meter })
  await merchant.request('POST', '/v1/usage-alerts/', { body: { name: 'First call', meter_id: created.id, threshold: 1 } })
  await merchant.request('POST', '/v1/events/ingest', { body: { events: [{ name: 'call', customer_id: id }] } })
  const benefit = { type: 'custom', description: 'Answers within a day', properties: { note: 'For us alone.' } }
  const { json: note } = await merchant.request('POST', '/v1/benefits/', { body: benefit })
  await aGrant(server, { organizationId: merchant.organizationId, customerId: id, benefitId: note.id })
  await server.drain()
  await (await aCheckout(server, merchant)).confirm()
  const answer = await merchant.request('GET', `/v1/customers/${id}/personal-data`)
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="customer-${id}.json"`)
  const document = JSON.parse(answer.text)
  expect(document.customer).toMatchObject({ id, email, name: 'Sophie Germain' })
  expect(document.orders).toMatchObject([{ billing_name: 'Sophie Germain' }, { billing_name: 'Sophie Germain' }])
  expect(document.payments.map(({ status }: { status: string }) => status).toSorted()).toEqual(['failed', 'succeeded', 'succeeded'])
  expect(document.payment_methods).toMatchObject([{ brand: 'visa', last4: '4242', removed_at: null }])
  expect(answer.text).not.toContain(method)
  expect(document.refunds).toMatchObject([{ amount: 100 }])
  expect(document.usage_alerts).toMatchObject([{ customer_id: id, consumed_units: 1 }])
  expect(document.benefit_grants).toMatchObject([{ benefit_id: note.id, customer_id: id, is_granted: true }])
  expect(answer.text).not.toContain('For us alone.')
  expect(document.usage_events).toMatchObject([{ name: 'call', customer_id: id, source: 'user' }])
  expect(document.usage_events[0]).not.toHaveProperty('customer')
  expect(document.usage).toMatchObject([{ consumed_units: 1, meter: { name: 'Calls' } }])
  expect(document.checkouts).toMatchObject([{ customer_email: email }, { customer_email: email }])
  expect(answer.text).not.toContain('client_secret')
})

test('who may only read customers gets no export', async () => {
  const merchant = await aMerchant(server)
  const { id } = await aBuyer(merchant)
  const member = await aMember(server, merchant.organizationId, 'member')
  expect((await member.request('GET', `/v1/customers/${id}`)).status).toBe(200)
  expect((await member.request('GET', `/v1/customers/${id}/personal-data`)).status).toBe(403)
  const other = await aMerchant(server)
  expect((await other.request('GET', `/v1/customers/${id}/personal-data`)).status).toBe(404)
})

test('an anonymized customer is named nowhere, its cards neither, and the amounts of its orders stay', async () => {
  const merchant = await aMerchant(server)
  const { id, email } = await aBuyer(merchant)
  await aPaymentMethod(server, { organizationId: merchant.organizationId, customerId: id })
  const before = (await merchant.request('GET', '/v1/orders/')).json.items
  expect(await rowsWith(merchant, email)).toEqual(['customers', 'checkouts', 'payments'])
  expect((await merchant.request('DELETE', `/v1/customers/${id}?anonymize=true`)).status).toBe(204)
  await server.drain()
  expect([await rowsWith(merchant, email), await rowsWith(merchant, 'Germain'), await rowsWith(merchant, 'Savoie')]).toEqual([[], [], []])
  const { rows } = await sql`select last4, is_default, removed_at is null as is_live from payment_methods
    where organization_id = ${merchant.organizationId}`.execute(db)
  expect(rows).toEqual([{ last4: '', is_default: false, is_live: false }])
  const after = (await merchant.request('GET', '/v1/orders/')).json.items
  expect(after.map((order: { total_amount: number }) => order.total_amount)).toEqual(
    before.map((order: { total_amount: number }) => order.total_amount),
  )
  expect(after[0]).toMatchObject({
    billing_name: null,
    billing_address: { country: 'FR', line1: null, city: null },
    customer: { id, email: `${id}@anonymized.invalid`, name: null },
  })
})

test('a customer that was deleted can be anonymized later, once', async () => {
  const merchant = await aMerchant(server)
  const { id, email } = await aBuyer(merchant)
  await merchant.request('DELETE', `/v1/customers/${id}`)
  expect(await rowsWith(merchant, email)).toContain('customers')
  for (let time = 0; time < 2; time += 1) {
    expect((await merchant.request('DELETE', `/v1/customers/${id}?anonymize=true`)).status).toBe(204)
    await server.drain()
    expect(await rowsWith(merchant, email)).toEqual([])
  }
  expect((await merchant.request('DELETE', `/v1/customers/${id}`)).status).toBe(404)
})

test('a checkout whose payment is in progress keeps its data until the payment is settled', async () => {
  const merchant = await aMerchant(server)
  const { id, email } = await aBuyer(merchant)
  const waiting = await aCheckout(server, merchant, { customer_id: id })
  const { json } = await waiting.confirm(cards.requiresAction, { body: { ...form, customer_email: email } })
  await merchant.request('DELETE', `/v1/customers/${id}?anonymize=true`)
  await server.drain()
  expect(await rowsWith(merchant, email)).toEqual(['checkouts', 'payments'])
  await server.request('POST', `/v1/sandbox/actions/${json.payment_processor_metadata.intent_client_secret}`, { body: { approve: false } })
  await server.drain()
  server.clock.advance(3601)
  await server.drain()
  expect(await rowsWith(merchant, email)).toEqual([])
})

test('the export has the parts whose scopes the caller holds, names the others, and is recorded in the audit log', async () => {
  const merchant = await aMerchant(server)
  const { id } = await aBuyer(merchant)
  const { key, displayKey } = await aLicenseKey(server, merchant, { customerId: id })
  const read = async (scopes: readonly Scope[]) => {
    const { token } = await aToken(merchant.owner, merchant.organizationId, scopes)
    const headers = { authorization: `Bearer ${token}` }
    return JSON.parse((await server.request('GET', `/v1/customers/${id}/personal-data`, { headers })).text)
  }
  const alone = await read(['customers:write'])
  expect(Object.keys(alone)).toEqual(['customer', 'left_out', 'payment_methods', 'linked_accounts'])
  expect(alone.left_out).toContainEqual({ part: 'license_keys', scope: 'license_keys:read' })
  const some = await read(['customers:write', 'license_keys:read', 'orders:read'])
  expect(Object.keys(some)).toEqual([
    ...['customer', 'left_out', 'orders', 'invoices', 'payment_methods', 'credits', 'linked_accounts', 'license_keys'],
  ])
  expect(some.license_keys).toMatchObject([{ display_key: displayKey }])
  expect(JSON.stringify(some)).not.toContain(key)
  const whole = await read(tokenScopes)
  expect(whole.left_out).toEqual([])
  const { rows } = await sql<{ readonly target: object; readonly details: object }>`
    select target, details from audit_entries where action = 'customer.exported' and organization_id = ${merchant.organizationId}
    order by id desc limit 1`.execute(db)
  expect(rows).toEqual([{ target: { type: 'customer', id }, details: { left_out: '' } }])
})

test('the export is one of the two that a caller runs at a time', async () => {
  const merchant = await aMerchant(server)
  const { id } = await aBuyer(merchant)
  const caller = { kind: 'organization-token', tokenId: merchant.tokenId } as Parameters<typeof server.platform.exportPlaces.take>[0]
  const places = [1, 2].map(() => server.platform.exportPlaces.take(caller))
  expect((await merchant.request('GET', `/v1/customers/${id}/personal-data`)).status).toBe(429)
  for (const release of places) release()
  for (let time = 0; time < 3; time += 1) expect((await merchant.request('GET', `/v1/customers/${id}/personal-data`)).status).toBe(200)
})

test('an abandoned checkout that names an anonymized customer loses what was entered, and a payment of an order its email', async () => {
  const merchant = await aMerchant(server)
  const { id, email } = await aBuyer(merchant)
  await merchant.request('PATCH', `/v1/customers/${id}`, { body: { external_id: 'germain' } })
  await (await aCheckout(server, merchant)).update({ customer_email: email.toUpperCase(), customer_name: 'Sophie' })
  await aCheckout(server, merchant, { external_customer_id: 'germain', customer_name: 'Sophie' })
  await sql`update payments set purpose = 'order', purpose_id = (select id from orders where organization_id = ${merchant.organizationId} limit 1)
    where organization_id = ${merchant.organizationId}`.execute(db)
  await merchant.request('DELETE', `/v1/customers/${id}?anonymize=true`)
  await server.drain()
  for (const text of [email, 'Sophie', 'germain']) expect(await rowsWith(merchant, text)).toEqual([])
})
