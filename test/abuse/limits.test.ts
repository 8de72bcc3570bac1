// Every creating route until its limit, with limits lowered by settings and several requests at once.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSettings } from '#platform/config.ts'
import { type LimitName, limitSettings } from '#platform/settings/limit-settings.ts'
import { composition } from '#server/app.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aProduct, type TestMerchant } from '#test/support/a-merchant.ts'
import { aUser, newSlug, uniqueEmail } from '#test/support/a-user.ts'
import { type TestAnswer, testServer } from '#test/support/server.ts'

const LIMIT = 3
const AT_ONCE = 6
const SERVICE = 'a-service-token-of-32-random-characters-9f3kq'
const ORGANIZATION = '/api/auth/organization'

const lowered = Object.fromEntries(Object.keys(limitSettings).map((name) => [name, String(LIMIT)]))
const server = await testServer({
  settings: { ...lowered, SERVICE_TOKEN: SERVICE, INVITATION_REQUIRES_VERIFIED_EMAIL: 'false' },
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
const asOwner = (path: string, body: object) => merchant.owner.request('POST', path, { body })
const v1 = (path: string, body: object) => () => merchant.request('POST', path, { body })

type Create = (at: number) => Promise<TestAnswer>

/** For each limit the request that creates one more, and how many there are already. */
const fills: Readonly<Record<LimitName, { readonly present: number; create(): Promise<Create> | Create }>> = {
  ORGANIZATION_LIMIT: { present: 1, create: () => () => asOwner(`${ORGANIZATION}/create`, { name: 'More', slug: newSlug() }) },
  MEMBERSHIP_LIMIT: {
    present: 1,
    create: async () => {
      const users = await Promise.all(Array.from({ length: AT_ONCE }, () => aUser(server)))
      const body = (at: number) => ({ userId: users[at]?.id, role: 'member', organizationId: merchant.organizationId })
      return (at) =>
        server.request('POST', `${ORGANIZATION}/add-member`, { headers: { authorization: `Bearer ${SERVICE}` }, body: body(at) })
    },
  },
  INVITATION_LIMIT: { present: 0, create: () => () => asOwner(`${ORGANIZATION}/invite-member`, { email: uniqueEmail(), role: 'member' }) },
  MAX_TEAMS: { present: 1, create: () => (at) => asOwner(`${ORGANIZATION}/create-team`, { name: `Team ${at}` }) },
  ROLE_LIMIT: { present: 0, create: () => (at) => asOwner(`${ORGANIZATION}/create-role`, { name: `role-${at}`, permissions: {} }) },
  TOKEN_LIMIT: {
    present: 1,
    create: () => () =>
      asOwner('/v1/organization-access-tokens/', {
        organization_id: merchant.organizationId,
        comment: 'One more',
        scopes: ['products:read'],
      }),
  },
  WEBHOOK_ENDPOINT_LIMIT: {
    present: 0,
    create: () => v1('/v1/webhooks/endpoints', { url: 'http://127.0.0.1:9/', format: 'raw', secret: 'a secret of tests', events: [] }),
  },
  PRODUCT_LIMIT: { present: 0, create: () => v1('/v1/products/', PRODUCT) },
  PRODUCT_PRICE_LIMIT: {
    present: 1,
    create: async () => {
      const { id } = await aProduct(merchant)
      return (at) => merchant.request('PATCH', `/v1/products/${id}`, { body: { prices: [{ ...FIXED, price_amount: 5000 + at }] } })
    },
  },
  OPEN_CHECKOUT_LIMIT: {
    present: 0,
    create: async () => v1('/v1/checkouts/', { products: [(await aProduct(merchant)).id] }),
  },
  CUSTOMER_SESSION_LIMIT: {
    present: 1,
    create: async () => {
      await (await aCheckout(server, merchant)).confirm()
      const { items } = (await merchant.request('GET', '/v1/customers/')).json
      return v1('/v1/customer-sessions/', { customer_id: items[0].id })
    },
  },
}

/** What /api/auth answers by its contract. */
const contracted: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ORGANIZATION_LIMIT: [403, 'You have reached the maximum number of organizations'],
  MEMBERSHIP_LIMIT: [403, 'Organization membership limit reached'],
  INVITATION_LIMIT: [403, 'Invitation limit reached'],
  MAX_TEAMS: [400, 'You have reached the maximum number of teams'],
  ROLE_LIMIT: [403, 'Role limit reached'],
}

test.each(Object.entries(fills))('%s holds against concurrent requests, and the refusal names the limit', async (name, fill) => {
  const create = await fill.create()
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => create(at)))
  const refused = answers.filter(({ status }) => status >= 400)
  expect(refused.length).toBe(AT_ONCE - LIMIT + fill.present)
  for (const { status, json } of refused) {
    if (contracted[name]) expect([status, json.message]).toEqual(contracted[name])
    else {
      const detail = expect.stringMatching(new RegExp(`^There can be at most ${LIMIT} .* \\(${name}\\)\\.$`))
      expect([status, json]).toEqual([409, { error: 'LimitReached', detail, limit: name, maximum: LIMIT }])
    }
  }
})

test('a user cannot join an organization that is full, by an invitation either', async () => {
  const guest = await aUser(server)
  const body = { email: guest.email, role: 'member' }
  const { id: invitationId } = (await asOwner(`${ORGANIZATION}/invite-member`, body)).json
  for (let at = 1; at < LIMIT; at += 1) await aMember(server, merchant.organizationId, 'member')
  const answer = await guest.request('POST', `${ORGANIZATION}/accept-invitation`, { body: { invitationId } })
  expect([answer.status, answer.json.message]).toEqual(contracted['MEMBERSHIP_LIMIT'])
})

test('a deleted webhook endpoint makes room for another, and so does a checkout that is not open any more', async () => {
  const create = await fills.WEBHOOK_ENDPOINT_LIMIT.create()
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

test('an organization of /v1 counts like every other', async () => {
  const create = () => merchant.owner.request('POST', '/v1/organizations/', { body: { name: 'Another', slug: newSlug() } })
  const statuses = []
  for (let at = 0; at < LIMIT; at += 1) statuses.push((await create()).status)
  expect(statuses).toEqual([201, 201, 403])
})

test('by default each limit is a number, and all can be set', () => {
  const settings = readSettings({ WEBHOOK_ENDPOINT_LIMIT: '7' })
  expect(settings).toMatchObject({ WEBHOOK_ENDPOINT_LIMIT: 7, TOKEN_LIMIT: 100, PRODUCT_LIMIT: 10_000, ORGANIZATION_LIMIT: 100 })
})
