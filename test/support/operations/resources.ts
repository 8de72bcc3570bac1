// The resources of /v1 for tests that are generated from the routes: how a merchant gets one of each, and a body that each operation
// accepts. A new resource needs its line in both tables; the tests name what is missing.
import { aCheckout } from '../a-checkout.ts'
import { aProduct, aToken, type TestMerchant } from '../a-merchant.ts'
import type { TestSale } from '../a-sale.ts'
import { newSlug, uniqueEmail } from '../a-user.ts'
import { aFileBody, sendParts } from '../files/a-file.ts'
import type { TestServer } from '../server.ts'

/** A merchant after a sale. */
export interface ResourceOwner {
  readonly server: TestServer
  readonly merchant: TestMerchant
  readonly sale: TestSale
}

/** The id of a resource that every merchant has after a sale, and how it gets a further one: at least one of the two. */
interface TestResource {
  readonly existing?: (owner: ResourceOwner) => string
  readonly create?: (owner: ResourceOwner) => Promise<string>
}

const prices = [{ amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }]

const aFile = { service: 'downloadable', name: 'handbook.pdf', type: 'application/pdf', content: Buffer.from('%PDF-1.7 ') } as const
/** The body that completed the last upload of a merchant: it may be sent again. */
const completions = new WeakMap<TestMerchant, Readonly<Record<string, unknown>>>()

const aMeterBody = {
  name: 'Tokens used',
  filter: { conjunction: 'and', clauses: [{ property: 'name', operator: 'eq', value: 'ai.tokens' }] },
  aggregation: { func: 'sum', property: 'tokens' },
}

/** A body that the operation accepts, by the name of the operation. */
export const validBodies: Readonly<Record<string, (owner: ResourceOwner) => Readonly<Record<string, unknown>>>> = {
  'organizations:create': () => ({ name: 'Another shop', slug: newSlug() }),
  'organizations:update': () => ({ name: 'Byron and Sons' }),
  'organization-access-tokens:create': () => ({ comment: 'For tests', scopes: ['orders:read'] }),
  'organization-access-tokens:update': () => ({ comment: 'Another comment' }),
  'customers:create': () => ({ email: uniqueEmail(), name: 'Anna Winlock' }),
  'customers:update': () => ({ name: 'Anna W.' }),
  'customers:update_external': () => ({ name: 'Anna W.' }),
  'orders:update': () => ({ billing_name: 'Winlock Ltd', billing_address: { country: 'NL' } }),
  'customer-sessions:create': ({ sale }) => ({ customer_id: sale.customerId }),
  'meters:create': () => aMeterBody,
  'meters:update': () => ({ name: 'Tokens of the assistant' }),
  'products:create': () => ({ name: 'Handbook', recurring_interval: null, prices }),
  'products:update': () => ({ name: 'The Handbook' }),
  'products:update_benefits': () => ({ benefits: [] }),
  'files:create': () => aFileBody(aFile),
  'files:update': () => ({ name: 'The handbook.pdf' }),
  'files:uploaded': ({ merchant }) => completions.get(merchant) ?? {},
  'custom-fields:create': () => ({ type: 'text', slug: newSlug(), name: 'Company', properties: {} }),
  'custom-fields:update': () => ({ type: 'text', name: 'Another name' }),
  'benefits:create': () => ({ type: 'custom', description: 'Answers within a day', properties: {} }),
  'benefits:update': () => ({ type: 'custom', description: 'Answers within an hour' }),
  'discounts:create': () => ({ type: 'percentage', basis_points: 1000, duration: 'once', name: 'Ten percent' }),
  'discounts:update': () => ({ name: 'Another name' }),
  'checkout-links:create': ({ sale }) => ({ payment_processor: 'stripe', products: [sale.productId] }),
  'checkout-links:update': () => ({ label: 'Another label' }),
  'checkout-links:open': () => ({ utm_source: 'newsletter' }),
  'refunds:create': ({ sale }) => ({ order_id: sale.orderId, reason: 'customer_request', amount: 1 }),
  'checkouts:create': ({ sale }) => ({ products: [sale.productId] }),
  'checkouts:update': () => ({ metadata: { seen: true } }),
  'webhooks:create_webhook_endpoint': () => ({
    url: 'https://example.com/hook',
    format: 'raw',
    secret: 'a secret of the tests',
    events: ['order.paid'],
  }),
  'webhooks:update_webhook_endpoint': () => ({ events: [] }),
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
  orders: { existing: ({ sale }) => sale.orderId },
  refunds: {
    create: async ({ merchant, sale }) => {
      const body = { order_id: sale.orderId, reason: 'customer_request', amount: 1 }
      return (await merchant.request('POST', '/v1/refunds/', { body })).json.id
    },
  },
  payments: { create: async ({ merchant }) => (await merchant.request('GET', '/v1/payments/')).json.items[0].id },
  checkouts: {
    existing: ({ sale }) => sale.checkoutId,
    create: async ({ server, merchant, sale }) => (await aCheckout(server, merchant, { products: [sale.productId] })).id,
  },
  files: { create: uploaded },
  'custom-fields': { create: (owner) => created(owner, '/v1/custom-fields/', 'custom-fields:create') },
  benefits: { create: (owner) => created(owner, '/v1/benefits/', 'benefits:create') },
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

/** Creates a customer with an external id, which it returns. */
async function createExternal({ merchant }: ResourceOwner): Promise<string> {
  const email = uniqueEmail()
  const answer = await merchant.request('POST', '/v1/customers/', { body: { email, external_id: email } })
  if (answer.status !== 201) throw new Error(`The customer was answered ${answer.status}: ${answer.text}`)
  return answer.json.external_id
}

/** Creates a resource through the API. Returns its id. */
async function created(owner: ResourceOwner, path: string, operation: string): Promise<string> {
  const answer = await owner.merchant.request('POST', path, { body: validBodies[operation]?.(owner) })
  if (answer.status !== 201) throw new Error(`${operation} was answered ${answer.status}: ${answer.text}`)
  return answer.json.id
}

function resourceOf(path: string): TestResource {
  const [, name = ''] = /\/([a-z-]+)\/\{[a-z_]+\}/.exec(path) ?? []
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

/** Paths that name a resource by something else than its id. */
const otherNames: Readonly<Record<string, string>> = { 'checkout-links/{client_secret}': 'open' }

/** The path with the id of one of `ids`; a path without an id stays as it is. */
export function pathWithId(path: string, ids: Readonly<Record<string, string>>): string {
  if (!path.includes('{')) return path
  resourceOf(path)
  return path.replace(/([a-z-]+)\/\{[a-z_]+\}/, (whole, name: string) => `${name}/${ids[otherNames[whole] ?? name]}`)
}

/** The path with the id of a new resource, or of the existing one where nothing creates a further one; a path without an id stays. */
export async function pathWithNewId(path: string, owner: ResourceOwner): Promise<string> {
  if (!path.includes('{')) return path
  const { existing, create } = resourceOf(path)
  const id = (await create?.(owner)) ?? existing?.(owner) ?? ''
  return path.replace(/\{[a-z_]+\}/, id)
}
