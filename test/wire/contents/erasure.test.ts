// The export of a customer, and what is left of it in the database once it is erased: every column, with the reason for each that stays.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aKnownCustomer, type KnownCustomer } from '#test/support/markers/a-known-customer.ts'
import { columnsWith, type Markers, markCustomer } from '#test/support/markers/markers.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

/** Marked columns that no export has, with the reason. */
const notExported: Readonly<Record<string, string>> = {
  'benefit_grants.attempted_access': 'The account of a call that runs; the grant names it once it has the access.',
  'benefit_grants.chosen_account_id': 'One of the linked accounts, until it has the access.',
  'checkouts.stated_email': 'The email of the checkout, where the merchant has stated it.',
  'customer_email_changes.email': 'A new email of the next hour that is not confirmed.',
  'usage_events.external_customer_id': 'The export shows the external id of the customer.',
  'customer_sessions.verified_email': 'The email of the customer, by which a session was opened.',
  'customer_session_codes.email': 'The email of the customer, for half an hour.',
}

const MERCHANTS_OWN = 'What the merchant has written about its own sale, which the guide says.'
const DOCUMENT = 'An invoice was issued: it states them, and the law asks to keep it.'
const MAIL = 'Emails of the development inbox, which no server in production has.'

/** Columns in which something of the customer is left, with the reason. */
const left: Readonly<Record<string, string>> = {
  'checkouts.metadata': MERCHANTS_OWN,
  'domain_events.payload': 'Events of before; they are deleted after 30 days.',
  'event_keys.external_id': 'The ids of sent events, without customer and event: a repeated event is still one (decision 55).',
  'inbox_messages.headers': MAIL,
  'inbox_messages.html': MAIL,
  'inbox_messages.recipient': MAIL,
  'inbox_messages.text': MAIL,
  'invoices.content': DOCUMENT,
  'orders.billing_address': DOCUMENT,
  'orders.billing_name': DOCUMENT,
  'orders.buyer_tax_id': DOCUMENT,
  'orders.metadata': MERCHANTS_OWN,
  'payments.method_last4': 'The card that paid an order: refunds and disputes name it.',
  'refunds.comment': MERCHANTS_OWN,
  'refunds.metadata': MERCHANTS_OWN,
  'subscriptions.metadata': MERCHANTS_OWN,
}

let server: TestServer
let merchant: TestMerchant
let known: KnownCustomer
let markers: Markers
let exported: string

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  known = await aKnownCustomer(server, merchant)
  const { customerId, sale } = known
  const address = { line1: 'Herengracht 1', city: 'Amsterdam', country: 'NL' }
  await merchant.request('PATCH', `/v1/orders/${sale.orderId}`, { body: { billing_name: 'Sanne Visser', billing_address: address } })
  await merchant.request('POST', `/v1/orders/${sale.orderId}/invoice`)
  await server.drain()
  const { db } = server.platform.database
  // The grants of the support are by subscriptions that have ended, and nothing reconciles them.
  await sql`update benefit_grants set revoked_at = granted_at where customer_id = ${customerId} and not is_entitled`.execute(db)
  markers = await markCustomer(db, { organizationId: merchant.organizationId, customerId })
  exported = (await merchant.request('GET', `/v1/customers/${customerId}/personal-data`)).text
  const erased = await merchant.request('DELETE', `/v1/customers/${customerId}?anonymize=true`)
  if (erased.status !== 204) throw new Error(`The erasure was answered ${erased.status}: ${erased.text}`)
  await server.drain()
  for (let hour = 0; hour < 3; hour += 1) {
    server.clock.advance(3601)
    await server.drain()
  }
}, 120_000)
afterAll(() => server.close())

test('the export has every column that holds what a person has entered', () => {
  const found = markers.foundIn(exported)
  expect(markers.columns.filter((column) => !found.includes(column)).toSorted()).toEqual(Object.keys(notExported).toSorted())
})

test('what is left of an erased customer is listed, with the reason', async () => {
  const { db } = server.platform.database
  const { customerId, email } = known
  // The underscores stand for any digit: the whole of a marker.
  const texts = [
    'zq1__qz',
    email,
    'Sanne',
    `user-${customerId}`,
    `event-${customerId}`,
    'I move away',
    'later@visserbouw',
    'For the outage',
  ]
  const found = new Set<string>()
  for (const text of texts) for (const column of await columnsWith(db, text)) found.add(column)
  expect([...found].toSorted()).toEqual(Object.keys(left).toSorted())
})

test('the avatar of an erased customer shows no initials', async () => {
  expect((await server.request('GET', `/avatars/${known.customerId}.svg`)).text).toContain('>?</text>')
})
