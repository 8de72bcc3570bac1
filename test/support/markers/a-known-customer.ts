// A customer with a row in every table that belongs to customers, for tests of who sees it and of what is left once it is erased.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { aCheckout } from '../a-checkout.ts'
import { aProduct, type TestMerchant } from '../a-merchant.ts'
import { aSale, BUYER, type TestSale } from '../a-sale.ts'
import { resourcesOf } from '../operations/resources.ts'
import { portalOf, type TestPortal } from '../portal/a-portal.ts'
import { aVerifiedPortal } from '../portal/a-verified-portal.ts'
import type { TestServer } from '../server.ts'

/** A customer, and one resource of each kind of their merchant. */
export interface KnownCustomer {
  readonly customerId: string
  readonly email: string
  readonly sale: TestSale
  /** The id of a resource by the name of its kind, as `resourcesOf` gives them. */
  readonly resources: Readonly<Record<string, string>>
}

const answersOf = (slug: string) => ({ custom_field_data: { [slug]: 'blue' } })

/** Sells to a customer of a merchant all that can be sold, and lets them do what customers do in the portal. */
export async function aKnownCustomer(server: TestServer, merchant: TestMerchant): Promise<KnownCustomer> {
  const settings = { subscription_settings: { allow_multiple_subscriptions: true } }
  await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body: settings })
  const sale = await aSale(server, merchant)
  const { customerId } = sale
  // Verified before anything else: a first verification removes what was saved before it.
  const { request: portal } = await aVerifiedPortal(server, merchant, BUYER.customer_email)
  await merchant.request('PATCH', `/v1/customers/${customerId}`, { body: { external_id: `user-${customerId}` } })
  const resources = await resourcesOf({ server, merchant, sale })
  await subscribe(server, merchant, customerId)
  await merchant.request('POST', `/v1/customers/${customerId}/credits`, { body: { amount: 500, currency: 'usd', note: 'For the outage' } })
  const event = {
    name: 'ai.tokens',
    external_customer_id: `user-${customerId}`,
    external_id: `event-${customerId}`,
    metadata: { tokens: 1 },
  }
  await merchant.request('POST', '/v1/events/ingest', { body: { events: [event] } })
  await requestEmails(portal, merchant)
  await linkAccount(server, merchant, customerId)
  await sql`insert into stripe_customers (organization_id, customer_id, reference, created_at)
    values (${merchant.organizationId}, ${customerId}, 'cus_1', ${server.clock.now()})`.execute(server.platform.database.db)
  await server.drain()
  return { customerId, email: BUYER.customer_email, sale, resources }
}

// A subscription of a product that asks a question, which the customer cancels with a reason.
async function subscribe(server: TestServer, merchant: TestMerchant, customerId: string): Promise<void> {
  const field = { type: 'text', slug: 'colour', name: 'Colour', properties: {} }
  const { json: customField } = await merchant.request('POST', '/v1/custom-fields/', { body: field })
  const attached_custom_fields = [{ custom_field_id: customField.id, required: false }]
  const { id } = await aProduct(merchant, { recurring_interval: 'month', attached_custom_fields })
  const checkout = await aCheckout(server, merchant, { products: [id], customer_id: customerId, customer_metadata: { tier: 'gold' } })
  const confirmed = await checkout.confirm(undefined, { body: { ...answersOf('colour'), customer_email: BUYER.customer_email } })
  if (confirmed.status !== 200) throw new Error(`The confirm was answered ${confirmed.status}: ${confirmed.text}`)
  await server.drain()
  const { items } = (await merchant.request('GET', `/v1/subscriptions/?product_id=${id}`)).json
  const body = { cancel_at_period_end: true, cancellation_reason: 'other', cancellation_comment: 'I move away.' }
  await portalOf(server, confirmed.json.customer_session_token)('PATCH', `/subscriptions/${items[0].id}`, { body })
}

// A code by email, and a new email that is not confirmed yet.
async function requestEmails(portal: TestPortal['request'], merchant: TestMerchant): Promise<void> {
  await portal('POST', '/customers/me/email-update/request', { body: { email: 'later@visserbouw.example' } })
  const body = { email: BUYER.customer_email, organization_id: merchant.organizationId }
  await portal('POST', '/customer-session/request', { body })
}

async function linkAccount({ platform, clock }: TestServer, merchant: TestMerchant, customerId: string): Promise<void> {
  const now = clock.now()
  await sql`insert into linked_accounts (organization_id, id, customer_id, provider, account_id, account_name, created_at)
    values (${merchant.organizationId}, ${newId(now)}, ${customerId}, 'github', '77', 'sanne', ${now})`.execute(platform.database.db)
}
