// Every creating route until its limit, one after another and then many at once, on both databases.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { PLATFORM_ID } from '#kernel/id.ts'
import { readSettings } from '#platform/config.ts'
import { type LimitName, limitSettings } from '#platform/settings/limit-settings.ts'
import { composition } from '#server/app.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { anAdministrator, aUser, newSlug, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'

const LIMIT = 3
/** Simultaneous requests where one more is allowed. */
const AT_ONCE = 20
/** Each of the simultaneous acceptances has an invitation of its own. */
const INVITATION_LIMIT = AT_ONCE + 5
const SERVICE = 'a-service-token-of-32-random-characters-9f3kq'
const ORGANIZATION = '/api/auth/organization'

const lowered = Object.fromEntries(Object.keys(limitSettings).map((name) => [name, String(LIMIT)]))
const server = await testServer({
  settings: { ...lowered, INVITATION_LIMIT: String(INVITATION_LIMIT), SERVICE_TOKEN: SERVICE, INVITATION_REQUIRES_VERIFIED_EMAIL: 'false' },
})
afterAll(() => server.close())

let merchant: TestMerchant
beforeEach(async () => {
  merchant = await aMerchant(server)
})

const creating = composition.routes.filter(
  ({ method, name, status }) =>
    method !== 'GET' && (status === 201 || /[:-](create|add|invite|accept|sign-up|impersonate|import|upload)(-|_|$)/.test(name)),
)
const limited = [...new Set(composition.routes.flatMap(({ limit }) => (typeof limit === 'string' ? [limit] : [])))].sort()

test('every route that creates something names its limit, or states why there is none', () => {
  expect(creating.length).toBeGreaterThan(12)
  expect(creating.filter(({ limit }) => limit === undefined).map(({ name }) => name)).toEqual([])
})

test('every limit of the settings belongs to a route', () => {
  expect(limited).toEqual(Object.keys(limitSettings).sort())
})

const FIXED = { amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }
const PRODUCT = { name: 'One of many', recurring_interval: null, prices: [FIXED] }
const FILE = { service: 'downloadable', name: 'a.pdf', mime_type: 'application/pdf', size: 100 }
const METER = { name: 'One of many', filter: { conjunction: 'and', clauses: [] }, aggregation: { func: 'count' } }
const asOwner = (path: string, body: object) => merchant.owner.request('POST', path, { body })
/** The customer who is given credit. */
let credited: Promise<TestAnswer> | undefined

const v1 = (path: string, body: object) => () => merchant.request('POST', path, { body })

type Create = (at: number) => Promise<TestAnswer>

interface Fill {
  /** The number that exists already. */
  readonly present: number
  /** The request that creates one more. `at` is below `LIMIT + AT_ONCE`. */
  create(): Promise<Create> | Create
}

// Users for simultaneous memberships: one for each request.
let users: Promise<readonly TestUser[]> | undefined
const newcomers = (): Promise<readonly TestUser[]> => {
  users ??= Promise.all(Array.from({ length: LIMIT + AT_ONCE }, () => aUser(server)))
  return users
}

/** The request by which each route that has a limit creates one more. */
const fills: Readonly<Record<string, Fill>> = {
  'organization:create': { present: 1, create: () => () => asOwner(`${ORGANIZATION}/create`, { name: 'More', slug: newSlug() }) },
  'organizations:create': { present: 1, create: () => () => asOwner('/v1/organizations/', { name: 'More', slug: newSlug() }) },
  'organization:add-member': {
    present: 1,
    create: async () => {
      const added = await newcomers()
      const body = (at: number) => ({ userId: added[at]?.id, role: 'member', organizationId: merchant.organizationId })
      return (at) =>
        server.request('POST', `${ORGANIZATION}/add-member`, { headers: { authorization: `Bearer ${SERVICE}` }, body: body(at) })
    },
  },
  'organization:accept-invitation': {
    present: 1,
    create: async () => {
      const invited = await newcomers()
      const invite = ({ email }: TestUser) => asOwner(`${ORGANIZATION}/invite-member`, { email, role: 'member' })
      const invitations = await Promise.all(invited.map(async (user) => (await invite(user)).json.id))
      return async (at) =>
        (invited[at] as TestUser).request('POST', `${ORGANIZATION}/accept-invitation`, { body: { invitationId: invitations[at] } })
    },
  },
  'organization:invite-member': {
    present: 0,
    create: () => () => asOwner(`${ORGANIZATION}/invite-member`, { email: uniqueEmail(), role: 'member' }),
  },
  'organization:create-team': { present: 1, create: () => (at) => asOwner(`${ORGANIZATION}/create-team`, { name: `Team ${at}` }) },
  'organization:create-role': {
    present: 0,
    create: () => (at) => asOwner(`${ORGANIZATION}/create-role`, { name: `role-${at}`, permissions: {} }),
  },
  'organization-access-tokens:create': {
    present: 1,
    create: () => () =>
      asOwner('/v1/organization-access-tokens/', {
        organization_id: merchant.organizationId,
        comment: 'One more',
        scopes: ['products:read'],
      }),
  },
  'webhooks:create_webhook_endpoint': {
    present: 0,
    create: () => v1('/v1/webhooks/endpoints', { url: 'http://127.0.0.1:9/', format: 'raw', secret: 'a secret of tests', events: [] }),
  },
  'auth:admin-webhooks-create-endpoint': {
    present: 0,
    create: async () => {
      // Other files have left endpoints of the platform in the shared database.
      await server.platform.database.db.deleteFrom('webhook_endpoints').where('organization_id', '=', PLATFORM_ID).execute()
      const administrator = await anAdministrator(server)
      return () =>
        administrator.request('POST', '/api/auth/admin/webhooks/create-endpoint', { body: { url: 'http://127.0.0.1:9/', events: [] } })
    },
  },
  'customers:create': {
    present: 0,
    create: () => () => merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } }),
  },
  'meters:create': { present: 0, create: () => v1('/v1/meters/', METER) },
  'usage_alerts:create': {
    present: 0,
    create: async () => {
      const { json } = await merchant.request('POST', '/v1/meters/', { body: METER })
      return v1('/v1/usage-alerts/', { name: 'One of many', meter_id: json.id, threshold: 5 })
    },
  },
  'products:create': { present: 0, create: () => v1('/v1/products/', PRODUCT) },
  'products:update': {
    present: 1,
    create: async () => {
      const { id } = await aProduct(merchant)
      return (at) => merchant.request('PATCH', `/v1/products/${id}`, { body: { prices: [{ ...FIXED, price_amount: 5000 + at }] } })
    },
  },
  'checkouts:create': { present: 0, create: async () => v1('/v1/checkouts/', { products: [(await aProduct(merchant)).id] }) },
  'files:create': {
    present: 0,
    create: () => v1('/v1/files/', { ...FILE, upload: { parts: [{ number: 1, chunk_start: 0, chunk_end: 100 }] } }),
  },
  'custom-fields:create': {
    present: 0,
    create: () => (at) =>
      merchant.request('POST', '/v1/custom-fields/', { body: { type: 'checkbox', slug: `box-${at}`, name: 'Box', properties: {} } }),
  },
  'benefits:create': {
    present: 0,
    create: () => v1('/v1/benefits/', { type: 'custom', description: 'One of many', properties: {} }),
  },
  'discounts:create': {
    present: 0,
    create: () => v1('/v1/discounts/', { type: 'percentage', basis_points: 1000, duration: 'once', name: 'One of many' }),
  },
  'refunds:create': {
    present: 0,
    create: async () => {
      await (await aCheckout(server, merchant)).confirm()
      const { items } = (await merchant.request('GET', '/v1/orders/')).json
      return v1('/v1/refunds/', { order_id: items[0].id, reason: 'other', amount: 1 })
    },
  },
  'customers:give_credit': {
    present: 0,
    create: async () => {
      credited ??= merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })
      return v1(`/v1/customers/${(await credited).json.id}/credits`, { amount: 1, currency: 'usd' })
    },
  },
  'sandbox:create_refund': {
    present: 0,
    create: async () => {
      await (await aCheckout(server, merchant)).confirm()
      const { items } = (await merchant.request('GET', '/v1/sandbox/charges/?limit=1')).json
      return v1('/v1/sandbox/refunds/', { charge_id: items[0].id, amount: 1 })
    },
  },
  'checkout-links:create': {
    present: 0,
    create: async () => v1('/v1/checkout-links/', { payment_processor: 'stripe', products: [(await aProduct(merchant)).id] }),
  },
  'checkout-links:open': {
    present: 0,
    create: async () => {
      const body = { payment_processor: 'stripe', products: [(await aProduct(merchant)).id] }
      const { client_secret } = (await merchant.request('POST', '/v1/checkout-links/', { body })).json
      return () => server.request('POST', `/v1/checkout-links/open/${client_secret}`, { body: {} })
    },
  },
  // The session that the checkout has issued does not count.
  'customer-sessions:create': {
    present: 0,
    create: async () => {
      await (await aCheckout(server, merchant)).confirm()
      const { items } = (await merchant.request('GET', '/v1/customers/')).json
      return v1('/v1/customer-sessions/', { customer_id: items[0].id })
    },
  },
}
const withLimit = composition.routes.filter(({ limit }) => typeof limit === 'string')

test('every route that has a limit is tried here', () => {
  expect(withLimit.map(({ name }) => name).sort()).toEqual(Object.keys(fills).sort())
})

/** The answers of /api/auth, by its contract or for an operation of its own. */
const contracted: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ORGANIZATION_LIMIT: [403, 'You have reached the maximum number of organizations'],
  MEMBERSHIP_LIMIT: [403, 'Organization membership limit reached'],
  INVITATION_LIMIT: [403, 'Invitation limit reached'],
  MAX_TEAMS: [400, 'You have reached the maximum number of teams'],
  ROLE_LIMIT: [403, 'Role limit reached'],
  'auth:admin-webhooks-create-endpoint': [403, 'You have reached the maximum number of webhook endpoints'],
}

/** Routes that strangers call have half of the number of the setting. */
const halved = ['checkout-links:open']

test.each(withLimit.map(({ name, limit }) => [name, limit as LimitName] as const))(
  '%s succeeds exactly once more when many ask at once where %s leaves one place',
  async (name, limit) => {
    const { present, create: prepare } = fills[name] as Fill
    const create = await prepare()
    const maximum = halved.includes(name) ? Math.floor(server.settings[limit] / 2) : server.settings[limit]
    const before: number[] = []
    for (let at = 0; at < maximum - 1 - present; at += 1) before.push((await create(at)).status)
    expect(before.filter((status) => status >= 300)).toEqual([])
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => create(before.length + at)))
    const refused = answers.filter(({ status }) => status >= 300)
    expect(AT_ONCE - refused.length).toBe(1)
    for (const { status, json } of refused) {
      const sentence = contracted[name] ?? contracted[limit]
      if (sentence) expect([status, json.message ?? json.detail]).toEqual(sentence)
      else {
        const detail = expect.stringMatching(new RegExp(`^There can be at most ${maximum} .* \\(${limit}\\)\\.$`))
        expect([status, json]).toEqual([409, { error: 'LimitReached', detail, limit, maximum }])
      }
    }
  },
)

test('a user cannot join an organization that is full, by an invitation either', async () => {
  const guest = await aUser(server)
  const body = { email: guest.email, role: 'member' }
  const { id: invitationId } = (await asOwner(`${ORGANIZATION}/invite-member`, body)).json
  for (let at = 1; at < LIMIT; at += 1) await aMember(server, merchant.organizationId, 'member')
  const answer = await guest.request('POST', `${ORGANIZATION}/accept-invitation`, { body: { invitationId } })
  expect([answer.status, answer.json.message]).toEqual(contracted['MEMBERSHIP_LIMIT'])
})

test('a deleted webhook endpoint makes room for another, and so does a checkout that is not open any more', async () => {
  const create = await (fills['webhooks:create_webhook_endpoint'] as Fill).create()
  for (let at = 0; at < LIMIT; at += 1) await create(at)
  const { items } = (await merchant.request('GET', '/v1/webhooks/endpoints')).json
  await merchant.request('DELETE', `/v1/webhooks/endpoints/${items[0].id}`)
  expect([(await create(0)).status, (await create(1)).status]).toEqual([201, 409])
  const products = [(await aProduct(merchant)).id]
  const [checkout] = await Promise.all(Array.from({ length: LIMIT }, () => aCheckout(server, merchant, { products })))
  await checkout?.confirm()
  const statuses = []
  for (const _ of [1, 2]) statuses.push((await merchant.request('POST', '/v1/checkouts/', { body: { products } })).status)
  expect(statuses).toEqual([201, 409])
})

test('by default each limit is a number, and all can be set', () => {
  const settings = readSettings({ WEBHOOK_ENDPOINT_LIMIT: '7' })
  expect(settings).toMatchObject({ WEBHOOK_ENDPOINT_LIMIT: 7, TOKEN_LIMIT: 100, PRODUCT_LIMIT: 10_000, ORGANIZATION_LIMIT: 100 })
})
