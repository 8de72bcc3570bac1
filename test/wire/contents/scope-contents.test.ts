// The content that a token may read: for each scope alone, every read is searched for markers of resources that another scope reads. What
// an answer embeds all the same, because the published contract says so or because it cannot do without, is in the table, with the reason.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Scope, type ScopeResource, tokenScopes } from '#contract/access.ts'
import { allowsScope } from '#contract/allows-scope.ts'
import type { Route } from '#platform/http/route.ts'
import { composition } from '#server/app.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aKnownCustomer, type KnownCustomer } from '#test/support/markers/a-known-customer.ts'
import { type Markers, markCustomer } from '#test/support/markers/markers.ts'
import { pathWithId, withFurtherQuery } from '#test/support/operations/resources.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

/** The resource whose scope reads what a table holds. */
const resourceOfTable: Readonly<Record<string, ScopeResource>> = {
  benefit_grants: 'benefits',
  benefits: 'benefits',
  checkout_links: 'checkout_links',
  checkouts: 'checkouts',
  connections: 'benefits',
  custom_fields: 'custom_fields',
  customer_credits: 'orders',
  customers: 'customers',
  discounts: 'discounts',
  files: 'files',
  license_key_activations: 'license_keys',
  license_keys: 'license_keys',
  linked_accounts: 'customers',
  meters: 'meters',
  orders: 'orders',
  payment_methods: 'customers',
  payments: 'payments',
  products: 'products',
  refunds: 'refunds',
  subscriptions: 'subscriptions',
  usage_alerts: 'meters',
  usage_events: 'events',
  webhook_endpoints: 'webhooks',
}

/** The columns that the merchant has written about its resources. */
const merchantColumns: Readonly<Record<string, readonly string[]>> = {
  benefits: ['metadata'],
  checkout_links: ['label', 'metadata'],
  connections: ['account_name'],
  custom_fields: ['name', 'metadata'],
  discounts: ['name', 'code', 'metadata'],
  files: ['name'],
  meters: ['name', 'metadata'],
  products: ['description', 'metadata'],
  usage_alerts: ['name', 'metadata'],
  webhook_endpoints: ['url'],
}

/** The tables that answers embed, as `resource that is read: table`, with the reason. */
const embedded: Readonly<Record<string, string>> = {
  'benefits: customers': 'A published grant has its customer.',
  'checkout_links: products': 'A published link has its products.',
  'checkouts: custom_fields': 'A published checkout has the questions of its product.',
  'checkouts: payments': 'The receipt of a checkout names the card that has paid it.',
  'checkouts: products': 'A published checkout has its products.',
  'customer_meters: customers': 'A published customer meter has its customer; who triggered an alert is shown by the same scope.',
  'customer_meters: meters': 'A published customer meter has its meter.',
  'customers: benefit_grants': 'The published state of a customer has the granted benefits.',
  'customers: benefits': 'The published state of a customer has the metadata of granted benefits.',
  'customers: subscriptions': 'The published state of a customer has the active subscriptions.',
  'events: customers': 'A published event has its customer.',
  'license_keys: customers': 'A published license key has its customer.',
  'orders: customers': 'A published order has its customer; invoices belong to orders.',
  'orders: payments': 'The email with the receipt of an order names the card that has paid it.',
  'orders: products': 'A published order has its product.',
  'orders: subscriptions': 'A published order has its subscription.',
  'products: custom_fields': 'A published product has its questions.',
  'subscriptions: custom_fields': 'A published subscription has its product with its questions.',
  'subscriptions: customers': 'A published subscription has its customer.',
  'subscriptions: products': 'A published subscription has its product.',
  'webhooks: customers': 'The published deliveries have the payloads that the endpoint has received.',
}

let server: TestServer
let merchant: TestMerchant
let known: KnownCustomer
let markers: Markers
let licenseKey: string

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  known = await aKnownCustomer(server, merchant)
  const { organizationId } = merchant
  await merchant.request('POST', `/v1/orders/${known.sale.orderId}/invoice`)
  licenseKey = (await merchant.request('GET', `/v1/license-keys/${known.resources['license-keys']}`)).json.key
  markers = await markCustomer(server.platform.database.db, { organizationId, customerId: known.customerId, merchantColumns })
}, 120_000)
afterAll(() => server.close())

const reads = composition.routes.filter(
  ({ method, path, access, answerType }) =>
    method === 'GET' && path.startsWith('/v1/') && access.startsWith('scope:') && answerType !== 'text/event-stream',
)

/** The reads that a token with this scope alone may make. */
function readsOf(scope: Scope): readonly Route[] {
  return reads.filter(({ access }) => allowsScope([scope], access.slice('scope:'.length) as Scope))
}

/** The tables of the resources in the answers of a route other than the one that the scope is about. */
async function foreignIn(route: Route, scope: Scope, headers: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const own = scope.split(':')[0]
  const path = pathWithId(route.path, {
    ...known.resources,
    'billed-orders': known.sale.orderId,
    external: markers.markerOf('customers.external_id'),
  })
  const formats = route.path.endsWith('/export') ? ['format=csv', 'format=json'] : [route.path.includes('{') ? '' : 'limit=100']
  const texts = await Promise.all(
    formats.map(async (query) => {
      const { status, text } = await server.request('GET', withFurtherQuery(path, query), { headers })
      if (status !== 200) throw new Error(`${route.name} was answered ${status}: ${text}`)
      return text
    }),
  )
  const found = texts.flatMap((text) => [
    ...markers.foundIn(text).map((column) => column.split('.')[0] ?? ''),
    ...(text.includes(licenseKey) ? ['license_keys'] : []),
    ...(/sanne/i.test(text) ? ['customers'] : []),
  ])
  return found.filter((table) => resourceOfTable[table] !== own)
}

test('a token with one scope reads nothing of other resources but what the table says', async () => {
  const found = new Set<string>()
  for (const scope of tokenScopes) {
    const allowed = readsOf(scope)
    if (allowed.length === 0) continue
    const { token } = await aToken(merchant.owner, merchant.organizationId, [scope])
    const headers = { authorization: `Bearer ${token}` }
    for (const route of allowed) for (const table of await foreignIn(route, scope, headers)) found.add(`${scope.split(':')[0]}: ${table}`)
  }
  expect([...found].toSorted()).toEqual(Object.keys(embedded).toSorted())
})

test('every table that is marked belongs to a resource', () => {
  const tables = new Set(markers.columns.map((column) => column.split('.')[0] ?? ''))
  // Nothing but the portal shows codes, sessions and new emails.
  const unread = new Set(['customer_email_changes', 'customer_email_returns', 'customer_session_codes', 'customer_sessions'])
  expect([...tables].filter((table) => !(table in resourceOfTable) && !unread.has(table))).toEqual([])
})
