// The resources of /v1 for tests that are generated from the routes: how a merchant gets one of each, and a body that each operation
// accepts. A new resource needs its line in both tables; the tests name what is missing.
import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { flushApiCalls } from '#operations/api-calls/actions/record-api-call.ts'
import { aCheckout } from '../a-checkout.ts'
import { aProduct, aToken, type TestMerchant } from '../a-merchant.ts'
import type { TestSale } from '../a-sale.ts'
import { newSlug, uniqueEmail } from '../a-user.ts'
import { aDownload } from '../files/a-download.ts'
import { aFileBody, sendParts } from '../files/a-file.ts'
import { aGrant } from '../grants/a-grant.ts'
import { aLicenseKey, anActivation, type TestLicenseKey } from '../license-keys/a-license-key.ts'
import { aDispute } from '../payments/a-dispute.ts'
import { aPaymentMethod } from '../payments/a-payment-method.ts'
import type { TestServer } from '../server.ts'
import { aTaxRecord } from '../taxes/a-tax-record.ts'
import { sendImport } from '../usage/event-imports.ts'
import { insertUsageEvents } from '../usage/usage-events.ts'

/** A merchant after a sale. */
export interface ResourceOwner {
  readonly server: TestServer
  readonly merchant: TestMerchant
  readonly sale: TestSale
}

/** The id of a resource that every merchant has after a sale, and how it gets a further one: at least one of the two. */
interface TestResource {
  readonly existing?: (owner: ResourceOwner) => string | undefined
  readonly create?: (owner: ResourceOwner) => Promise<string>
}

const prices = [{ amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }]

const aFile = { service: 'downloadable', name: 'handbook.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7 ') } as const
/** The body that completed the last upload of a merchant: it may be sent again. */
const completions = new WeakMap<TestMerchant, Readonly<Record<string, unknown>>>()

/** The meter of a merchant that its alerts are about. */
const meters = new WeakMap<TestMerchant, string>()
/** The first license key of a merchant, whose activations are called; its id when it is issued. */
const firstKeys = new WeakMap<TestMerchant, Promise<TestLicenseKey>>()
const firstKeyIds = new WeakMap<TestMerchant, string>()
/** A license key as a merchant sends it, with the last activation. */
const sentKeys = new WeakMap<TestMerchant, Readonly<Record<'key' | 'organization_id' | 'activation_id', string>>>()
/** The ETag of the last file that a merchant sent for an import. */
const sentImports = new WeakMap<TestMerchant, string>()

const aMeterBody = {
  name: 'Tokens used',
  filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ai.tokens' }] },
  aggregation: { func: 'sum', property: 'tokens' },
}

/** A body that the operation accepts, by the name of the operation. */
export const validBodies: Readonly<Record<string, (owner: ResourceOwner) => Readonly<Record<string, unknown>>>> = {
  'organizations:create': () => ({ name: 'Another shop', slug: newSlug() }),
  'organizations:update': () => ({ name: 'Byron and Sons' }),
  'taxes:update_settings': () => ({
    enabled: true,
    origin: 'DE',
    behavior: 'location',
    registrations: [{ place: 'DE', tax_id: 'DE136695976' }],
    rates: [],
  }),
  'organization-access-tokens:create': () => ({ comment: 'For tests', scopes: ['orders:read'] }),
  'organization-access-tokens:update': () => ({ comment: 'Another comment' }),
  'customers:create': () => ({ email: uniqueEmail(), name: 'Anna Winlock' }),
  'customers:update': () => ({ name: 'Anna W.' }),
  'customers:update_external': () => ({ name: 'Anna W.' }),
  'customers:give_credit': () => ({ amount: 500, currency: 'usd', note: 'For the outage' }),
  'orders:update': () => ({ billing_name: 'Winlock Ltd', billing_address: { country: 'NL' } }),
  'customer-sessions:create': ({ sale }) => ({ customer_id: sale.customerId }),
  'meters:create': () => aMeterBody,
  'events:ingest': ({ sale }) => ({ events: [{ name: 'ai.tokens', customer_id: sale.customerId, metadata: { tokens: 1500 } }] }),
  'event_imports:create': () => ({ file_name: 'usage.csv', size: 100 }),
  'event_imports:uploaded': ({ merchant }) => ({ checksum_etag: sentImports.get(merchant) ?? '' }),
  'meters:update': () => ({ name: 'Tokens of the assistant' }),
  'usage_alerts:create': ({ merchant }) => ({ name: 'Much used', meter_id: meters.get(merchant) ?? '', threshold: 100 }),
  'usage_alerts:update': () => ({ name: 'Heavy use', threshold: 50 }),
  'license_keys:update': () => ({ limit_activations: 5 }),
  'license_keys:validate': ({ merchant }) => ({ ...sentKeys.get(merchant) }),
  'license_keys:activate': ({ merchant }) => ({ ...sentKeys.get(merchant), label: 'Desktop' }),
  'license_keys:deactivate': ({ merchant }) => ({ ...sentKeys.get(merchant) }),
  'products:create': () => ({ name: 'Handbook', recurring_interval: null, prices }),
  'products:update': () => ({ name: 'The Handbook' }),
  'products:update_benefits': () => ({ benefits: [] }),
  'files:create': () => aFileBody(aFile),
  'files:update': () => ({ name: 'The handbook.pdf' }),
  'files:uploaded': ({ merchant }) => completions.get(merchant) ?? {},
  'custom-fields:create': () => ({ type: 'text', slug: newSlug(), name: 'Company', properties: {} }),
  'custom-fields:update': () => ({ type: 'text', name: 'Another name' }),
  'connections:authorize_discord': () => ({}),
  'connections:authorize_github': () => ({}),
  'connections:discord_roles': () => ({ guild_token: 'a server of nobody' }),
  'benefits:create': () => ({ type: 'custom', description: 'Answers within a day', properties: {} }),
  'benefits:update': () => ({ type: 'custom', description: 'Answers within an hour' }),
  'discounts:create': () => ({ type: 'percentage', basis_points: 1000, duration: 'once', name: 'Ten percent' }),
  'discounts:update': () => ({ name: 'Another name' }),
  'checkout-links:create': ({ sale }) => ({ payment_processor: 'stripe', products: [sale.productId] }),
  'checkout-links:update': () => ({ label: 'Another label' }),
  'checkout-links:open': () => ({ utm_source: 'newsletter' }),
  'subscriptions:update': () => ({ discount_id: null }),
  'subscriptions:preview': () => ({ proration_behavior: 'invoice' }),
  'customer_portal:orders:update': () => ({ billing_name: 'Winlock Ltd', billing_address: { country: 'NL' } }),
  'customer_portal:orders:confirm_retry_payment': () => ({}),
  'customer_portal:subscriptions:update': () => ({ cancel_at_period_end: true }),
  'customer_portal:subscriptions:preview': ({ sale }) => ({ product_id: sale.productId }),
  'customer_portal:benefit-grants:update': () => ({ benefit_type: 'custom' }),
  'customer_portal:customers:update': () => ({ name: 'Anna W.' }),
  'customer_portal:customers:add_payment_method': () => ({
    confirmation_token_id: 'sandbox_4242424242424242',
    set_default: true,
    return_url: 'https://example.com/portal',
  }),
  'customer_portal:customers:request_email_update': () => ({ email: uniqueEmail() }),
  'refunds:create': ({ sale }) => ({ order_id: sale.orderId, reason: 'customer_request', amount: 1 }),
  'disputes:contest': () => ({ evidence: 'The file was downloaded on 12 March.' }),
  'sandbox:create_refund': ({ sale }) => ({ charge_id: sale.chargeId, amount: 1 }),
  'checkouts:create': ({ sale }) => ({ products: [sale.productId] }),
  'checkouts:update': () => ({ metadata: { seen: true } }),
  'live-mode:activate': () => ({ confirmation: 'Byron and Sons' }),
  'api_calls:update_settings': () => ({ records_bodies: true }),
  'test-clocks:create': () => ({ name: 'Renewals' }),
  'test-clocks:advance': () => ({ by: 'PT1M' }),
  'webhooks:create_webhook_endpoint': () => ({
    url: 'https://example.com/hook',
    format: 'raw',
    secret: 'a secret of the tests',
    events: ['order.paid'],
  }),
  'webhooks:update_webhook_endpoint': () => ({ events: [] }),
  'webhooks:send_webhook_sample': () => ({ type: 'order.paid' }),
  'webhooks:redeliver_webhook_events_since': () => ({ since: '2026-01-15T12:00:00Z' }),
}

/** Removes what the operation creates, where a merchant has at most one and no operation deletes it. */
export async function removeExisting(operation: string, { server, merchant }: ResourceOwner): Promise<void> {
  if (operation !== 'test-clocks:create') return
  const { db } = server.platform.database
  await sql`delete from test_clocks where organization_id = ${merchant.organizationId}`.execute(db)
  await sql`update merchants set frozen_at = null where organization_id = ${merchant.organizationId}`.execute(db)
}

/** By the part of the path before the id: `products` in `/v1/products/{id}`. */
const resources: Readonly<Record<string, TestResource>> = {
  organizations: { existing: ({ merchant }) => merchant.organizationId },
  'organization-access-tokens': {
    existing: ({ merchant }) => merchant.tokenId,
    create: async ({ merchant }) => (await aToken(merchant.owner, merchant.organizationId, ['orders:read'])).tokenId,
  },
  meters: { create: (owner) => created(owner, '/v1/meters/', 'meters:create') },
  products: { existing: ({ sale }) => sale.productId, create: async ({ merchant }) => (await aProduct(merchant)).id },
  customers: { existing: ({ sale }) => sale.customerId, create: (owner) => created(owner, '/v1/customers/', 'customers:create') },
  external: { create: createExternal },
  'doubtful-customers': { create: createDoubtful },
  'payment-methods': {
    create: async ({ server, merchant: { organizationId }, sale: { customerId } }) =>
      (await aPaymentMethod(server, { organizationId, customerId })).id,
  },
  orders: { existing: ({ sale }) => sale.orderId },
  'overdue-orders': { create: (owner) => anOverdueOrder(owner, false) },
  'exhausted-orders': { create: (owner) => anOverdueOrder(owner, true) },
  subscriptions: { create: aSubscription },
  refunds: {
    create: async ({ merchant, sale }) => {
      const body = { order_id: sale.orderId, reason: 'customer_request', amount: 1 }
      return (await merchant.request('POST', '/v1/refunds/', { body })).json.id
    },
  },
  disputes: { create: async ({ server, merchant, sale }) => (await aDispute(server, merchant, [sale.productId])).id },
  'tax-records': {
    create: ({ server, merchant: { organizationId }, sale: { orderId } }) => aTaxRecord(server, { organizationId, orderId }),
  },
  'billed-orders': { create: aBilledOrder },
  invoices: { create: aCreditNote },
  documents: { create: aCreditNote },
  payments: { create: async ({ merchant }) => (await merchant.request('GET', '/v1/payments/')).json.items[0].id },
  checkouts: {
    existing: ({ sale }) => sale.checkoutId,
    create: async ({ server, merchant, sale }) => (await aCheckout(server, merchant, { products: [sale.productId] })).id,
  },
  files: { create: uploaded },
  'custom-fields': { create: (owner) => created(owner, '/v1/custom-fields/', 'custom-fields:create') },
  benefits: { create: aBenefit },
  connections: { create: aConnection },
  discounts: { create: (owner) => created(owner, '/v1/discounts/', 'discounts:create') },
  'checkout-links': { create: (owner) => created(owner, '/v1/checkout-links/', 'checkout-links:create') },
  open: {
    create: async ({ merchant, sale }) => {
      const body = { payment_processor: 'stripe', products: [sale.productId] }
      return (await merchant.request('POST', '/v1/checkout-links/', { body })).json.client_secret
    },
  },
  client: { existing: ({ sale }) => sale.clientSecret },
  endpoints: {
    existing: ({ sale }) => sale.endpointId,
    create: (owner) => created(owner, '/v1/webhooks/endpoints', 'webhooks:create_webhook_endpoint'),
  },
  events: { existing: ({ sale }) => sale.webhookEventId },
  'usage-events': { create: aUsageEvent },
  'organization-slugs': { existing: ({ merchant }) => merchant.slug },
  'customer-meters': { create: aCustomerMeter },
  'usage-alerts': { create: aUsageAlert },
  downloadables: { create: aDownloadToken },
  'event-imports': { create: anEventImport },
  'benefit-grants': { create: aFailedGrant },
  'license-keys': {
    existing: ({ merchant }) => firstKeyIds.get(merchant),
    create: async (owner) => (firstKeyIds.has(owner.merchant) ? await aKey(owner) : await firstKey(owner)).id,
  },
  activations: { create: async (owner) => anActivation(owner.server, await firstKey(owner)) },
  'test-clocks': { create: aReadyTestClock },
  'api-calls': { create: aRecordedCall },
}

/** A call with the token of the merchant, in the log. Returns the id of its request. */
async function aRecordedCall({ server, merchant }: ResourceOwner): Promise<string> {
  const answer = await merchant.request('GET', '/v1/products/')
  await flushApiCalls(server.platform)
  return String(answer.headers['x-request-id'])
}

/** Sells a product to a buyer whom an invoice can name. Returns the id of the order. */
async function aBilledOrder({ server, merchant, sale }: ResourceOwner): Promise<string> {
  const checkout = await aCheckout(server, merchant, { products: [sale.productId] })
  await checkout.confirm()
  const { id } = (await merchant.request('GET', `/v1/orders/?checkout_id=${checkout.id}`)).json.items[0]
  await merchant.request('PATCH', `/v1/orders/${id}`, { body: { billing_name: 'Winlock Ltd', billing_address: { country: 'NL' } } })
  return id
}

/** Refunds a part of the sale. Returns the id of the credit note, whose PDF is stored. */
async function aCreditNote({ merchant, sale: { orderId } }: ResourceOwner): Promise<string> {
  await merchant.request('POST', '/v1/refunds/', { body: { order_id: orderId, reason: 'customer_request', amount: 1 } })
  const { id } = (await merchant.request('GET', `/v1/invoices/?order_id=${orderId}&kind=credit_note`)).json.items[0]
  await merchant.request('GET', `/v1/invoices/${id}/download`)
  return id
}

/** Sells a subscription. Returns its id. */
async function aSubscription({ server, merchant }: ResourceOwner): Promise<string> {
  const product = await aProduct(merchant, { recurring_interval: 'month' })
  const checkout = await aCheckout(server, merchant, { products: [product.id] })
  const confirmed = await checkout.confirm()
  if (confirmed.status !== 200) throw new Error(`The confirm was answered ${confirmed.status}: ${confirmed.text}`)
  return (await merchant.request('GET', `/v1/subscriptions/?product_id=${product.id}`)).json.items[0].id
}

/**
 * Sells a subscription whose order counts as overdue, or as exhausted: a declined renewal would take a month, and the clock of the test stands
 * for all of its merchants. Returns the id of the order.
 */
async function anOverdueOrder(owner: ResourceOwner, isExhausted: boolean): Promise<string> {
  const subscriptionId = await aSubscription(owner)
  const { id } = (await owner.merchant.request('GET', `/v1/orders/?subscription_id=${subscriptionId}`)).json.items[0]
  const { db } = owner.server.platform.database
  await sql`update orders set status = 'pending', payment_id = null, paid_at = null, is_collection_exhausted = ${isExhausted} where id = ${id}`.execute(
    db,
  )
  const status = isExhausted ? 'unpaid' : 'past_due'
  await sql`update subscriptions set status = ${status}, unpaid_order_id = ${id}, past_due_at = current_period_start where id = ${subscriptionId}`.execute(
    db,
  )
  return id
}

/** Inserts the account at GitHub of a merchant, in place of its present one: no test authorizes one at a provider. Returns its id. */
async function aConnection({ server, merchant: { organizationId } }: ResourceOwner): Promise<string> {
  const [at, id] = [server.clock.now(), newId(server.clock.now())]
  const { db } = server.platform.database
  await sql`delete from connections where organization_id = ${organizationId}`.execute(db)
  await sql`insert into connections (organization_id, id, provider, account_id, account_name, created_at)
    values (${organizationId}, ${id}, 'github', '77', 'maya', ${at})`.execute(db)
  return id
}

/** Uploads a file. Returns its id. */
async function uploaded({ server, merchant }: ResourceOwner): Promise<string> {
  const created = (await merchant.request('POST', '/v1/files/', { body: aFileBody(aFile) })).json
  const body = await sendParts(server, created, aFile.content)
  completions.set(merchant, body)
  const answer = await merchant.request('POST', `/v1/files/${created.id}/uploaded`, { body })
  if (answer.status !== 200) throw new Error(`The upload was answered ${answer.status}: ${answer.text}`)
  return created.id
}

/** A new import whose file is sent, in place of the merchant's present ones: a merchant can have three. Returns its id. */
async function anEventImport({ server, merchant }: ResourceOwner): Promise<string> {
  await sql`delete from event_imports where organization_id = ${merchant.organizationId}`.execute(server.platform.database.db)
  const { id, etag } = await sendImport(server, merchant, 'name,external_customer_id\nai.tokens,user-1\n')
  sentImports.set(merchant, etag)
  return id
}

/** Inserts a usage event of the customer of the sale. Returns its id. */
async function aUsageEvent({ server, merchant: { organizationId }, sale: { customerId } }: ResourceOwner): Promise<string> {
  const [event] = await insertUsageEvents(server.platform.database, [{ organizationId, timestamp: server.clock.now(), customerId }])
  return event?.id ?? ''
}

/** Inserts what the customer of the sale has used of a new meter: no job of the test counts its events. Returns its id. */
async function aCustomerMeter(owner: ResourceOwner): Promise<string> {
  const { server, merchant, sale } = owner
  const meterId = await created(owner, '/v1/meters/', 'meters:create')
  const [at, id] = [server.clock.now(), newId(server.clock.now())]
  await sql`insert into customer_meters (organization_id, id, customer_id, meter_id, created_at)
    values (${merchant.organizationId}, ${id}, ${sale.customerId}, ${meterId}, ${at})`.execute(server.platform.database.db)
  return id
}

/** Creates an alert, which the customer of the sale has triggered. Returns its id. */
async function aUsageAlert(owner: ResourceOwner): Promise<string> {
  const { server, merchant, sale } = owner
  if (!meters.has(merchant)) meters.set(merchant, await created(owner, '/v1/meters/', 'meters:create'))
  const id = await created(owner, '/v1/usage-alerts/', 'usage_alerts:create')
  const now = server.clock.now()
  await sql`insert into usage_alert_triggers (organization_id, id, alert_id, meter_id, customer_id, threshold, consumed, triggered_at)
    select organization_id, ${newId(now)}, id, meter_id, ${sale.customerId}, threshold, threshold, ${now} from usage_alerts
    where id = ${id}`.execute(server.platform.database.db)
  return id
}

/** Creates a benefit, which the customer of the sale has. Returns its id. */
async function aBenefit(owner: ResourceOwner): Promise<string> {
  const { server, merchant, sale } = owner
  const benefitId = await created(owner, '/v1/benefits/', 'benefits:create')
  await aGrant(server, { organizationId: merchant.organizationId, customerId: sale.customerId, benefitId })
  return benefitId
}

/** Inserts a grant of the customer of the sale, with an error that can be retried. Returns its id. */
async function aFailedGrant(owner: ResourceOwner): Promise<string> {
  const { server, merchant, sale } = owner
  const benefitId = await created(owner, '/v1/benefits/', 'benefits:create')
  const id = await aGrant(server, { organizationId: merchant.organizationId, customerId: sale.customerId, benefitId })
  const error = JSON.stringify({ message: 'Discord is down.', type: 'TRANSIENT', timestamp: '2026-03-01T12:00:00.000Z' })
  await sql`update benefit_grants set error = ${error}::jsonb where id = ${id}`.execute(server.platform.database.db)
  return id
}

/** Issues a license key to the customer of the sale. */
function aKey({ server, merchant, sale: { customerId } }: ResourceOwner): Promise<TestLicenseKey> {
  return aLicenseKey(server, merchant, { customerId, properties: { activations: { limit: 1000, enable_customer_admin: true } } })
}

/** The first license key of the merchant, which is issued once. */
async function firstKey(owner: ResourceOwner): Promise<TestLicenseKey> {
  const issued = firstKeys.get(owner.merchant) ?? aKey(owner)
  firstKeys.set(owner.merchant, issued)
  const key = await issued
  firstKeyIds.set(owner.merchant, key.id)
  return key
}

/** Activates the first license key of the merchant, for the bodies that name a key and its activation. */
async function activateToSend(owner: ResourceOwner): Promise<void> {
  const key = await firstKey(owner)
  const activation_id = await anActivation(owner.server, key)
  sentKeys.set(owner.merchant, { key: key.key, organization_id: owner.merchant.organizationId, activation_id })
}

/** Gives the customer of the sale a file, which is downloaded once. Returns the token of its address. */
async function aDownloadToken({ server, merchant, sale }: ResourceOwner): Promise<string> {
  const { token } = await aDownload(server, merchant, sale.customerId)
  const answer = await server.request('GET', `/v1/customer-portal/downloadables/${token}`)
  if (answer.status !== 200) throw new Error(`The download was answered ${answer.status}: ${answer.text}`)
  return token
}

/** A new test clock in place of the merchant's present one: its advance would wait for payments that no worker of the test attempts. */
async function aReadyTestClock(owner: ResourceOwner): Promise<string> {
  await removeExisting('test-clocks:create', owner)
  return created(owner, '/v1/test-clocks/', 'test-clocks:create')
}

/** Creates a customer with an external id, which it returns. */
async function createExternal({ merchant }: ResourceOwner): Promise<string> {
  const email = uniqueEmail()
  const answer = await merchant.request('POST', '/v1/customers/', { body: { email, external_id: email } })
  if (answer.status !== 201) throw new Error(`The customer was answered ${answer.status}: ${answer.text}`)
  return answer.json.external_id
}

/** Creates a customer whose external id was taken over from a purchase with a typed address. Returns its id. */
async function createDoubtful(owner: ResourceOwner): Promise<string> {
  const { db } = owner.server.platform.database
  const { rows } = await sql<{ readonly id: string }>`update customers set is_external_id_doubtful = true
    where external_id = ${await createExternal(owner)} returning id`.execute(db)
  return rows[0]?.id ?? ''
}

/** Creates a resource through the API. Returns its id. */
async function created(owner: ResourceOwner, path: string, operation: string): Promise<string> {
  const answer = await owner.merchant.request('POST', path, { body: validBodies[operation]?.(owner) })
  if (answer.status !== 201) throw new Error(`${operation} was answered ${answer.status}: ${answer.text}`)
  return answer.json.id
}

/** The query of a read that cannot do without one, by its path. */
export const requiredQueries: Readonly<Record<string, string>> = {
  '/v1/organizations/{id}/books': 'month=2026-03',
  '/v1/metrics/': 'start_date=2026-03-01&end_date=2026-12-31&interval=month',
  '/v1/meters/{id}/quantities': 'start_timestamp=2026-03-01T00:00:00Z&end_timestamp=2026-03-02T00:00:00Z&interval=day',
}

/** The URL with a further query. */
export const withFurtherQuery = (url: string, query: string) => `${url}${url.includes('?') ? '&' : '?'}${query}`

const withQuery = (url: string, path: string) => (requiredQueries[path] ? `${url}?${requiredQueries[path]}` : url)

/** The same body with the organization in the place where the operation takes it. */
export function inOrganization(
  operation: string,
  body: Readonly<Record<string, unknown>>,
  organizationId: string,
): Readonly<Record<string, unknown>> {
  if (operation !== 'events:ingest') return { ...body, organization_id: organizationId }
  return { events: (body['events'] as readonly object[]).map((event) => ({ ...event, organization_id: organizationId })) }
}

/** A part of a path that names a resource by its id, and the name of the resource. */
const NAMED = /([a-z-]+)\/\{[a-z_]+\}/g

function nameOf(whole: string, name: string, path: string): string {
  return otherNames[path] ?? otherNames[whole] ?? name
}

/** The names of the resources in a path, the outer one first. */
function namesIn(path: string): readonly string[] {
  return [...path.matchAll(NAMED)].map(([whole, name = '']) => nameOf(whole, name, path))
}

function resourceOf(name: string, path: string): TestResource {
  const resource = resources[name]
  if (!resource) throw new Error(`No test knows an id for ${path}: add it to test/support/operations/resources.ts.`)
  return resource
}

/** One resource of each kind, by the same names; what the sale does not bring along is created. */
export async function resourcesOf(owner: ResourceOwner): Promise<Readonly<Record<string, string>>> {
  const entries = Object.entries(resources).map(async ([name, { existing, create }]) => [
    name,
    existing?.(owner) ?? (await create?.(owner)) ?? '',
  ])
  return Object.fromEntries(await Promise.all(entries))
}

/** Paths, or parts of them, that name a resource by something else than its id, or one in another state. */
const otherNames: Readonly<Record<string, string>> = {
  'checkout-links/{client_secret}': 'open',
  '/v1/customers/{id}/external-id': 'doubtful-customers',
  '/v1/orders/{id}/retry-payment': 'overdue-orders',
  '/v1/orders/{id}/invoice': 'billed-orders',
  '/v1/customer-portal/orders/{id}/invoice': 'billed-orders',
  '/v1/customer-portal/orders/{id}/confirm-payment': 'overdue-orders',
  '/v1/orders/{id}/void': 'exhausted-orders',
  '/v1/events/{id}': 'usage-events',
  '/v1/customer-portal/meters/{id}': 'customer-meters',
  'organizations/{slug}': 'organization-slugs',
}

/** The path with the ids of `ids`; a path without an id stays as it is. */
export function pathWithId(path: string, ids: Readonly<Record<string, string>>): string {
  for (const name of namesIn(path)) resourceOf(name, path)
  const url = path.replace(NAMED, (whole, name: string) => `${name}/${ids[nameOf(whole, name, path)]}`)
  return withQuery(url, path)
}

/**
 * The path with the id of a new resource, or of the existing one where nothing creates a further one; a resource inside another one belongs
 * to the existing one. A path without an id stays.
 */
export async function pathWithNewId(path: string, owner: ResourceOwner): Promise<string> {
  if (/^\/v1\/license-keys\/(validate|activate|deactivate)$/.test(path)) await activateToSend(owner)
  const names = namesIn(path)
  const ids: string[] = []
  for (const [at, name] of names.entries()) {
    const { existing, create } = resourceOf(name, path)
    const isLast = at === names.length - 1
    ids.push((isLast ? await create?.(owner) : undefined) ?? existing?.(owner) ?? '')
  }
  const url = path.replace(/\{[a-z_]+\}/g, () => ids.shift() ?? '')
  return withQuery(url, path)
}
