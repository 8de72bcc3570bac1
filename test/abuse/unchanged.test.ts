// Updates that change nothing, by every updating route: no row is written, no event is emitted, nothing is recorded.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { anAdministrator, type TestUser } from '#test/support/a-user.ts'
import { aGrant } from '#test/support/grants/a-grant.ts'
import { pathWithNewId, type ResourceOwner, validBodies } from '#test/support/operations/resources.ts'
import { aPortal, PORTAL } from '#test/support/portal/a-portal.ts'
import { sharedServer } from '#test/support/server.ts'
import { aPlan, aSubscription } from '#test/support/subscriptions/a-subscription.ts'

const server = await sharedServer()
const ORGANIZATION = '/api/auth/organization'
let merchant: TestMerchant
let owner: ResourceOwner

interface Update {
  readonly path: string
  /** Requests that change nothing, after the first one. */
  readonly bodies: readonly object[]
  readonly isOwners?: boolean
  /** For what administrators of the platform update. */
  readonly administrator?: TestUser
  /** The headers of a customer, for what customers update. */
  readonly customer?: Readonly<Record<string, string>>
}

const again = (body: object) => [body, {}, body]

/** Those of /v1 that need no more than a valid body. */
const plain = composition.routes
  .filter(
    ({ method, path, name }) =>
      method === 'PATCH' && path.startsWith('/v1/') && !path.startsWith('/v1/customer-portal/') && validBodies[name],
  )
  .map(({ name, path }) => {
    const prepare = async (): Promise<Update> => {
      const body = validBodies[name]?.(owner) ?? {}
      return { path: await pathWithNewId(path, owner), bodies: again(body) }
    }
    return [name, prepare] as const
  })

/** An update by the customer of the sale in the portal. */
async function ofCustomer({ path, bodies }: Pick<Update, 'path' | 'bodies'>): Promise<Update> {
  const { token } = await aPortal(server, merchant, owner.sale.customerId)
  return { path: `${PORTAL}${path}`, bodies, customer: { authorization: `Bearer ${token}` } }
}

const updates: Readonly<Record<string, () => Promise<Update>>> = {
  ...Object.fromEntries(plain),
  'organizations:update': async () => ({
    path: `/v1/organizations/${merchant.organizationId}`,
    bodies: [{ email: 'shop@example.com', socials: [] }, {}, { email: 'shop@example.com', name: null }],
  }),
  'api_calls:update_settings': async () => ({
    path: `/v1/organizations/${merchant.organizationId}/api-call-settings`,
    bodies: [{ records_bodies: true }, { records_bodies: true }],
    isOwners: true,
  }),
  'taxes:update_settings': async () => {
    const settings = { enabled: false, origin: 'DE', behavior: 'location', registrations: [{ place: 'DE', tax_id: null }], rates: [] }
    return {
      path: `/v1/organizations/${merchant.organizationId}/tax-settings`,
      bodies: [settings, {}, { ...settings, engine: 'built_in' }],
    }
  },
  'organization-access-tokens:update': async () => ({
    path: `/v1/organization-access-tokens/${merchant.tokenId}`,
    bodies: [{ comment: 'Same' }, {}, { comment: 'Same' }],
    isOwners: true,
  }),
  'products:update': async () => ({
    path: `/v1/products/${(await aProduct(merchant)).id}`,
    bodies: [{ name: 'Same', metadata: { a: 1, b: 'x' } }, {}, { name: 'Same' }, { metadata: { b: 'x', a: 1 } }],
  }),
  'products:update_benefits': async () => {
    const benefit = { type: 'custom', description: 'Answers within a day', properties: {} }
    const { id } = (await merchant.request('POST', '/v1/benefits/', { body: benefit })).json
    const body = { benefits: [id] }
    return { path: `/v1/products/${(await aProduct(merchant)).id}/benefits`, bodies: [body, body, { benefits: [id, id] }] }
  },
  // The bodies of both name the type in any case.
  'custom-fields:update': async () => ({
    path: await pathWithNewId('/v1/custom-fields/{id}', owner),
    bodies: [{ type: 'text', name: 'Same' }, { type: 'text' }, { type: 'text', name: 'Same', properties: {} }],
  }),
  'benefits:update': async () => ({
    path: await pathWithNewId('/v1/benefits/{id}', owner),
    bodies: [{ type: 'custom', description: 'Same note' }, { type: 'custom' }, { type: 'custom', description: 'Same note' }],
  }),
  'customer_portal:customers:update': () => ofCustomer({ path: '/customers/me', bodies: again({ name: 'Same', tax_id: null }) }),
  'customer_portal:orders:update': () => ofCustomer({ path: `/orders/${owner.sale.orderId}`, bodies: again({ billing_name: 'Same' }) }),
  'customer_portal:subscriptions:update': async () => {
    const productId = await aPlan(merchant, 900)
    const { id } = await aSubscription(server, merchant, { productId, customerId: owner.sale.customerId })
    return ofCustomer({ path: `/subscriptions/${id}`, bodies: [{ cancel_at_period_end: true }, {}] })
  },
  'customer_portal:benefit-grants:update': async () => {
    const { customerId } = owner.sale
    const { organizationId } = merchant
    const benefit = { type: 'custom', description: 'Answers within a day', properties: {} }
    const { id: benefitId } = (await merchant.request('POST', '/v1/benefits/', { body: benefit })).json
    const id = await aGrant(server, { organizationId, customerId, benefitId })
    const same = { benefit_type: 'custom' }
    return ofCustomer({ path: `/benefit-grants/${id}`, bodies: [same, same] })
  },
  // A body says which of the changes it is.
  'subscriptions:update': async () => ({
    path: await pathWithNewId('/v1/subscriptions/{id}', owner),
    bodies: [{ discount_id: null }, { discount_id: null }],
  }),
  'checkouts:update': async () => ({
    path: `/v1/checkouts/${(await aCheckout(server, merchant)).id}`,
    bodies: [{ customer_name: 'Same' }, {}, { customer_name: 'Same', metadata: {} }],
  }),
  'checkouts:client_update': async () => ({
    path: `/v1/checkouts/client/${(await aCheckout(server, merchant)).secret}`,
    bodies: [{ customer_name: 'Same', customer_billing_address: { country: 'FR' } }, {}, { customer_billing_address: { country: 'FR' } }],
  }),
  'webhooks:update_webhook_endpoint': async () => {
    const body = { url: 'http://127.0.0.1:9/', format: 'raw', secret: 'a secret of tests', events: ['order.paid'] }
    const { id } = (await merchant.request('POST', '/v1/webhooks/endpoints', { body })).json
    return { path: `/v1/webhooks/endpoints/${id}`, bodies: [{ events: ['order.created'] }, {}, { ...body, events: ['order.created'] }] }
  },
  'auth:admin-webhooks-update-endpoint': async () => {
    const administrator = await anAdministrator(server)
    const body = { url: 'http://127.0.0.1:9/', events: ['user.created'] }
    const { json } = await administrator.request('POST', '/api/auth/admin/webhooks/create-endpoint', { body })
    const same = { id: json.id, ...body, events: ['user.deleted'], isEnabled: true }
    return { path: '/api/auth/admin/webhooks/update-endpoint', bodies: [same, { id: json.id }, same], administrator }
  },
  'auth:update-user': async () => ({
    path: '/api/auth/update-user',
    bodies: [{ name: 'Same' }, {}, { name: 'Same' }],
  }),
  'organization:update': async () => ({
    path: `${ORGANIZATION}/update`,
    bodies: [{ data: { name: 'Same', metadata: { a: 1 } } }, { data: {} }, { data: { name: 'Same', metadata: { a: 1 } } }],
  }),
  'organization:update-role': async () => {
    await merchant.owner.request('POST', `${ORGANIZATION}/create-role`, { body: { name: 'clerk', permissions: {} } })
    const body = { name: 'clerk', permissions: { billing: ['orders:read'] } }
    return { path: `${ORGANIZATION}/update-role`, bodies: [body, body] }
  },
  'organization:update-team': async () => {
    const { id } = (await merchant.owner.request('POST', `${ORGANIZATION}/create-team`, { body: { name: 'Team' } })).json
    const body = { teamId: id, data: { name: 'Same' } }
    return { path: `${ORGANIZATION}/update-team`, bodies: [body, body, { teamId: id, data: {} }] }
  },
  'organization:update-member-role': async () => {
    const { members } = (await merchant.owner.request('GET', `${ORGANIZATION}/get-full-organization`)).json
    const body = { memberId: members[0].id, role: 'owner' }
    return { path: `${ORGANIZATION}/update-member-role`, bodies: [body, body] }
  },
}

beforeAll(async () => {
  merchant = await aMerchant(server)
  owner = { server, merchant, sale: await aSale(server, merchant) }
})

// Sequences and inserted rows: what grows with each event and each entry of the audit log.
async function written(): Promise<unknown> {
  const { rows } = await sql`select (select count(*) from domain_events) as events, (select count(*) from audit_entries) as entries,
    (select count(*) from idempotency_keys) as keys, (select count(*) from jobs) as jobs,
    (select count(*) from product_prices) as prices`.execute(server.platform.database.db)
  return rows
}

// It changes something in any case.
const RESET = 'webhooks:reset_webhook_endpoint_secret'

test('every route that updates something is tested here', () => {
  const updating = composition.routes.filter(({ method, name }) => (method === 'PATCH' && name !== RESET) || /[:-]update/.test(name))
  expect(updating.map(({ name }) => name).sort()).toEqual(Object.keys(updates).sort())
})

test.each(Object.entries(updates))('%s writes and emits nothing where nothing changes', async (name, prepare) => {
  const { path, bodies, isOwners, administrator, customer } = await prepare()
  const method = composition.routes.find((route) => route.name === name)?.method ?? 'PATCH'
  const send = (body: object) => {
    if (customer) return server.request(method, path, { body, headers: customer })
    return path.startsWith('/api/auth/') || isOwners
      ? (administrator ?? merchant.owner).request(method, path, { body })
      : merchant.request(method, path, { body })
  }
  const [change, ...same] = bodies
  expect((await send(change ?? {})).status).toBe(200)
  const before = await written()
  server.clock.advance(1)
  for (const body of same) {
    const answer = await send(body)
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
    expect(answer.statements.filter((text) => /^\s*(insert|update|delete)\b/i.test(text))).toEqual([])
  }
  expect(await written()).toEqual(before)
})
