// The cost of requests in round trips to the database. The cost of a confirm is tested in test/journeys/first-sale.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { anAdministrator } from '#test/support/a-user.ts'
import {
  pathWithId,
  pathWithNewId,
  type ResourceOwner,
  removeExisting,
  resourcesOf,
  validBodies,
} from '#test/support/operations/resources.ts'
import { benefitServices } from '#test/support/providers/benefit-services.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer({ settings: benefitServices })
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

let merchant: TestMerchant
let administrator: string
let ids: Readonly<Record<string, string>>
let owner: ResourceOwner

afterAll(() => server.close())

beforeAll(async () => {
  merchant = await aMerchant(server)
  administrator = (await anAdministrator(server)).cookie
  const sale = await aSale(server, merchant)
  await aSale(server, merchant)
  owner = { server, merchant, sale }
  ids = await resourcesOf(owner)
  await merchant.request('POST', `/v1/orders/${ids['billed-orders']}/invoice`)
  await merchant.request('GET', `/v1/orders/${ids['billed-orders']}/invoice`)
  // list-team-members lists those of the active team.
  const [team] = (await merchant.owner.request('GET', '/api/auth/organization/list-teams')).json
  await merchant.owner.request('POST', '/api/auth/organization/set-active-team', { body: { teamId: team.id } })
})

const reads = composition.routes.filter(({ method, name }) => method === 'GET' && name !== 'checkouts:client_stream')
// The reads of customers are tested in merchant/customer-sessions.
const v1Reads = reads.filter(({ path, access }) => path.startsWith('/v1/') && access !== 'customer' && access !== 'buyer')
const named = (routes: typeof reads) => routes.map((route) => [route.path, route] as const)

/** The lists of /v1. */
const lists = v1Reads.filter(({ path, answer }) => !path.includes('{') && answer && !/^\/v1\/(metrics|stripe)\//.test(path))
const exports = v1Reads.filter(({ path, answerType }) => answerType === 'text/csv' && !path.includes('{'))
/** A document of several lists. */
const isDocument = ({ answerType }: (typeof reads)[number]) => answerType === 'application/json'
const single = v1Reads
  .filter((route) => route.path.includes('{') && !isDocument(route))
  .concat(reads.filter(({ path }) => path.startsWith('/avatars/')))
/** Reads of /api/auth without required parameters; the cost of the others is tested in their modules. */
const authReads = reads.filter(
  ({ path, isNavigated, query }) => path.startsWith('/api/auth/') && !isNavigated && (query?.safeParse({}).success ?? true),
)
/** The operations that a mailed link opens, called with an unknown token. */
const links = reads.filter(({ isNavigated }) => isNavigated)

const urlOf = (path: string) => (path.startsWith('/avatars/') ? path.replace('{id}', ids['customers'] ?? '') : pathWithId(path, ids))

describe.each(named(lists))('the list %s', (path, { access }) => {
  const tokenHeaders = access === 'session' ? [] : [['a token', () => merchant.headers] as const]

  test.each([...tokenHeaders, ['a cookie', () => ({ cookie: merchant.cookie })] as const])(
    'takes two round trips with %s: the caller and the page',
    async (_, headersOf) => {
      const answer = await server.request('GET', `${path}?limit=100`, { headers: headersOf() })
      expect([answer.status, answer.roundTrips, answer.statements.length]).toEqual([200, 2, 2])
      expect(answer.json.items.length).toBe(answer.json.pagination.total_count)
      expect(answer.json.items.length).toBeGreaterThan(0)
    },
  )

  test('takes no more round trips when it is filtered, sorted, or beyond its last page', async () => {
    const narrowed = `organization_id=${merchant.organizationId}&product_id=${UNKNOWN}&customer_id=${UNKNOWN}&checkout_id=${UNKNOWN}`
    for (const query of [narrowed, 'query=nothing&metadata[a]=b&metadata[c]=d', 'sorting=-created_at&sorting=created_at', 'page=900']) {
      const answer = await server.request('GET', `${path}?${query}`, { headers: { cookie: merchant.cookie } })
      // Not every list can be sorted by every property; a refusal takes fewer round trips.
      expect([200, 422]).toContain(answer.status)
      expect(answer.roundTrips).toBeLessThanOrEqual(2)
    }
  })
})

// A round trip for the caller, one for the ids, one for each batch, one for the slugs of custom fields, and three for the log.
test.each(named(exports))('%s takes no more round trips than its log and its batches', async (path) => {
  const answer = await server.request('GET', path, { headers: merchant.headers })
  expect([answer.status, answer.text.trim().split('\r\n').length > 1]).toEqual([200, true])
  expect(answer.roundTrips).toBeLessThanOrEqual(7)
})

test.each(named(v1Reads.filter(isDocument)))(
  '%s takes a round trip for the caller, one for the resource, and two for each list',
  async (path) => {
    const answer = await server.request('GET', urlOf(path), { headers: merchant.headers })
    expect(answer.status).toBe(200)
    expect(answer.roundTrips).toBeLessThanOrEqual(2 + 2 * (Object.keys(JSON.parse(answer.text)).length - 1))
  },
)

/** The round trips of reads that take more than the caller and the resource. */
const roundTripsOf: Readonly<Record<string, number>> = {
  // An email is composed from its order, the merchant and the purchase.
  '/v1/orders/{id}/receipt-email': 4,
  // A month begins at midnight in the zone of the organization.
  '/v1/organizations/{id}/books': 3,
  // A download is counted in a transaction of its own.
  '/v1/customer-portal/downloadables/{token}': 4,
  // A check counts the grants of outside services, which belong to a module above that of the organization.
  '/v1/organizations/{id}/live-mode': 3,
  // The zone in which days begin belongs to the organization of the meter.
  '/v1/meters/{id}/quantities': 3,
}

test.each(named(single))(
  '%s takes two round trips, the caller and the resource, or as many as it is listed with',
  async (path, { access }) => {
    for (const headers of [...(access === 'session' ? [] : [merchant.headers]), { cookie: merchant.cookie }]) {
      const answer = await server.request('GET', urlOf(path), { headers })
      expect([200, 302, 410]).toContain(answer.status)
      expect(answer.roundTrips).toBeLessThanOrEqual(roundTripsOf[path] ?? 2)
    }
  },
)

test.each(named(authReads))('%s takes at most two round trips', async (path) => {
  const cookie = path.startsWith('/api/auth/admin/') ? administrator : merchant.cookie
  const answer = await server.request('GET', path, { headers: { cookie } })
  expect(answer.status).toBe(200)
  // An export is recorded in the audit log: the permission of the member, BEGIN, the entry, COMMIT.
  expect(answer.roundTrips).toBeLessThanOrEqual(path.includes('/export-') ? 6 : 2)
})

test.each(named(links))('%s takes at most two round trips for an unknown link', async (path) => {
  const url = `${path.replace('{token}', 'unknown')}?token=unknown&callbackURL=/`
  const answer = await server.request('GET', url, { headers: { cookie: merchant.cookie } })
  expect([302, 404]).toContain(answer.status)
  // The deletion of an account is one transaction: the caller, BEGIN, the token, ROLLBACK.
  expect(answer.roundTrips).toBeLessThanOrEqual(path.endsWith('/delete-user/callback') ? 4 : 2)
})

test('an unauthorized request takes at most the round trip that looks up its token', async () => {
  for (const path of lists.map((route) => route.path)) {
    expect((await server.request('GET', path)).roundTrips).toBe(0)
    expect((await server.request('GET', path, { headers: { authorization: 'Bearer gh_oat_wrong' } })).roundTrips).toBeLessThanOrEqual(1)
  }
})

// The roles of a Discord server are read at Discord, and not from the database.
const writes = composition.routes.filter(
  ({ method, path, access, name }) =>
    method !== 'GET' && path.startsWith('/v1/') && access.startsWith('scope:') && name !== 'connections:discord_roles',
)

describe('a write', () => {
  // A preview reads what it is computed from: the subscription, the merchant, the credit, the items that wait for the next renewal.
  // A checkout reads its products, and what its answer shows of them. A refund, and the removal of a payment method, are two transactions,
  // and between them that of the sandbox.
  const more: Readonly<Record<string, number>> = {
    'subscriptions:preview': 5,
    'checkouts:create': 5,
    'refunds:create': 20,
    // The dispute and its payment are read, the sandbox decides, and the books, the order and the events follow.
    'disputes:contest': 20,
    'disputes:accept': 24,
    'sandbox:create_refund': 5,
    'customers:remove_payment_method': 13,
    // They lock the subscription and its order, and a retry reads what it is charged with.
    'orders:retry_payment': 14,
    'orders:void': 6,
    // It copies what the document states from the order and the merchant, and announces the order.
    'orders:generate_invoice': 9,
    // It locks all keys of the grant, and writes the old one and the new one.
    'license_keys:reissue': 6,
    // They lock the key and look for the activation, and the answer reads the key with its customer.
    'license_keys:validate': 5,
    'license_keys:activate': 6,
    'license_keys:deactivate': 5,
    // It writes the event, its payload and its job.
    'webhooks:send_webhook_sample': 5,
    // It looks for what waits, and for what has paid the period.
    'subscriptions:revoke': 5,
    // It looks for a place before it begins an upload at the store, which the limits of its transaction could refuse.
    'event_imports:create': 5,
  }
  const most = (name: string) => more[name] ?? 4

  test.each(writes.map((route) => [route.name, route] as const))('%s takes few round trips', async (name, { method, path }) => {
    await removeExisting(name, owner)
    const url = await pathWithNewId(path, owner)
    const body = validBodies[name]?.(owner)
    const answer = await server.request(method as 'POST', url, { headers: merchant.headers, ...(body && { body }) })
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(answer.roundTrips, answer.statements.join('\n')).toBeLessThanOrEqual(most(name))
  })
})
