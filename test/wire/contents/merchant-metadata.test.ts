// Customers and buyers get nothing of a merchant's metadata: no answer to the session of a customer, to the buyer of a
// checkout or to a program that knows a license key holds any of it.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aKnownCustomer, type KnownCustomer } from '#test/support/markers/a-known-customer.ts'
import { type Markers, markCustomer } from '#test/support/markers/markers.ts'
import { aPortal } from '#test/support/portal/a-portal.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

/** The tables with metadata of a merchant, besides customers and their purchases. */
const merchantColumns = Object.fromEntries(
  ['benefits', 'checkout_links', 'custom_fields', 'discounts', 'meters', 'products', 'usage_alerts'].map((table) => [table, ['metadata']]),
)

let server: TestServer
let merchant: TestMerchant
let known: KnownCustomer
let markers: Markers

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  known = await aKnownCustomer(server, merchant)
  const { organizationId } = merchant
  markers = await markCustomer(server.platform.database.db, { organizationId, customerId: known.customerId, merchantColumns })
}, 120_000)
afterAll(() => server.close())

/** The metadata of which an answer holds a part. */
function metadataIn({ text }: TestAnswer): readonly string[] {
  return markers.foundIn(text).filter((column) => column.endsWith('metadata'))
}

test('the merchant has metadata of everything', () => {
  const marked = markers.columns.filter((column) => column.endsWith('metadata'))
  expect(marked).toEqual(expect.arrayContaining(Object.keys(merchantColumns).map((table) => `${table}.metadata`)))
  expect(marked).toEqual(expect.arrayContaining(['customers', 'orders', 'checkouts', 'subscriptions'].map((table) => `${table}.metadata`)))
})

test('no read of the portal holds any', async () => {
  const { request } = await aPortal(server, merchant, known.customerId)
  const { rows } = await sql<{ readonly id: string }>`
    select id from orders union all select id from subscriptions union all select id from benefit_grants union all select id from license_keys
    union all select id from customer_meters`.execute(server.platform.database.db)
  const reads = composition.routes.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/customer-portal/'))
  const shown = new Set<string>()
  for (const { name, path } of reads)
    for (const id of path.includes('{') ? rows.map((row) => row.id) : ['']) {
      const answer = await request('GET', path.replace('/v1/customer-portal', '').replace(/\{\w+\}/, id))
      expect([name, metadataIn(answer)]).toEqual([name, []])
      if (answer.status === 200) shown.add(name)
    }
  const lists = reads.filter(({ path, name }) => !path.includes('{') && !name.includes(':check_email_'))
  expect([...shown]).toEqual(expect.arrayContaining(lists.map(({ name }) => name)))
  const { items } = (await request('GET', '/benefit-grants/')).json
  expect(items.map(({ benefit }: { benefit: { metadata: object } }) => benefit.metadata)).toEqual(items.map(() => ({})))
  expect(items.length).toBeGreaterThan(0)
})

test('no answer to the buyer of a checkout holds any, and its questions keep the field', async () => {
  const { items } = (await merchant.request('GET', '/v1/custom-fields/')).json
  const attached_custom_fields = items.map(({ id }: { id: string }) => ({ custom_field_id: id, required: false }))
  const metadata = { note: markers.markerOf('products.metadata') }
  const { id } = await aProduct(merchant, { attached_custom_fields, metadata })
  const checkout = await aCheckout(server, merchant, { products: [id], metadata, customer_metadata: metadata })
  const answers = [await checkout.view(), await checkout.update({ customer_name: 'Blaise Pascal' }), await checkout.confirm()]
  for (const answer of answers) {
    expect([answer.status, metadataIn(answer)]).toEqual([200, []])
    const fields = answer.json.attached_custom_fields.map((each: { custom_field: { metadata: object } }) => each.custom_field.metadata)
    expect(fields).toEqual(items.map(() => ({})))
  }
  expect(checkout.created.attached_custom_fields[0].custom_field.metadata).toEqual({ note: markers.markerOf('custom_fields.metadata') })
})

test('a program that knows a license key gets none of its customer', async () => {
  const { key } = (await merchant.request('GET', `/v1/license-keys/${known.resources['license-keys']}`)).json
  const body = { key, organization_id: merchant.organizationId }
  const answer = await server.request('POST', '/v1/customer-portal/license-keys/validate', { body })
  expect([answer.status, answer.json.customer.metadata, metadataIn(answer)]).toEqual([200, {}, []])
})
