// What a look costs: messages to the database, counted. What a confirm costs is told in test/journeys/first-sale.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale } from '#test/support/a-sale.ts'
import { anAdministrator } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

let merchant: TestMerchant
let administrator: string
const things: Record<string, string> = {}

beforeAll(async () => {
  merchant = await aMerchant(server)
  administrator = (await anAdministrator(server)).cookie
  const sale = await aSale(server, merchant)
  await aSale(server, merchant)
  things['organizations'] = merchant.organizationId
  things['products'] = sale.productId
  things['customers'] = sale.customerId
  things['orders'] = sale.orderId
  things['checkouts'] = sale.checkoutId
  things['endpoints'] = sale.endpointId
  things['client'] = sale.clientSecret
})

const looks = composition.routes.filter(({ method, name }) => method === 'GET' && name !== 'checkouts:client_stream')
const selling = looks.filter(({ path }) => path.startsWith('/v1/'))
const named = (routes: typeof looks) => routes.map((route) => [route.path, route] as const)

/** The lists of selling, and those of people and organizations. */
const lists = selling.filter(({ path }) => !path.includes('{'))
const single = selling.filter(({ path }) => path.includes('{')).concat(looks.filter(({ path }) => path.startsWith('/avatars/')))
/** What is told without being asked for one thing by its id; what those cost is told beside them. */
const people = looks.filter(
  ({ path, isNavigated, query }) => path.startsWith('/api/auth/') && !isNavigated && (query?.safeParse({}).success ?? true),
)
/** What a mailed link opens: with a token that nobody has. */
const links = looks.filter(({ isNavigated }) => isNavigated)

function addressOf(path: string): string {
  const [, room = ''] = /\/([a-z-]+)\/\{/.exec(path) ?? []
  return path.replace(/\{[a-z_]+\}/, room === 'avatars' ? (things['customers'] ?? '') : (things[room] ?? `nothing is known for ${path}`))
}

describe.each(named(lists))('the list %s', (path, { access }) => {
  const asProgram = access === 'session' ? [] : [['a token', () => merchant.headers] as const]

  test.each([...asProgram, ['a cookie', () => ({ cookie: merchant.cookie })] as const])(
    'costs two messages with %s: who is calling, and the page',
    async (_, headersOf) => {
      const answer = await server.request('GET', `${path}?limit=100`, { headers: headersOf() })
      expect([answer.status, answer.messages, answer.texts.length]).toEqual([200, 2, 2])
      expect(answer.json.items.length).toBe(answer.json.pagination.total_count)
      expect(answer.json.items.length).toBeGreaterThan(0)
    },
  )

  test('costs no more when it is narrowed, sorted, or beyond its last page', async () => {
    const narrowed = `organization_id=${merchant.organizationId}&product_id=${UNKNOWN}&customer_id=${UNKNOWN}&checkout_id=${UNKNOWN}`
    for (const query of [narrowed, 'query=nothing&metadata[a]=b&metadata[c]=d', 'sorting=-created_at&sorting=created_at', 'page=900']) {
      const answer = await server.request('GET', `${path}?${query}`, { headers: { cookie: merchant.cookie } })
      // Not every list can be sorted by every property; a refusal costs less.
      expect([200, 422]).toContain(answer.status)
      expect(answer.messages).toBeLessThanOrEqual(2)
    }
  })
})

test.each(named(single))('%s costs two messages at most: who is calling, and the thing', async (path) => {
  for (const headers of [merchant.headers, { cookie: merchant.cookie }]) {
    const answer = await server.request('GET', addressOf(path), { headers })
    expect([200, 410]).toContain(answer.status)
    expect(answer.messages).toBeLessThanOrEqual(2)
  }
})

test.each(named(people))('%s costs two messages at most', async (path) => {
  const cookie = path.startsWith('/api/auth/admin/') ? administrator : merchant.cookie
  const answer = await server.request('GET', path, { headers: { cookie } })
  expect(answer.status).toBe(200)
  // What leaves as a table is written down: BEGIN, the entry, COMMIT, and before it whether the member may.
  expect(answer.messages).toBeLessThanOrEqual(path.includes('/export-') ? 6 : 2)
})

test.each(named(links))('%s costs two messages at most for a link that nobody was mailed', async (path) => {
  const url = `${path.replace('{token}', 'unknown')}?token=unknown&callbackURL=/`
  const answer = await server.request('GET', url, { headers: { cookie: merchant.cookie } })
  expect([302, 404]).toContain(answer.status)
  // Deleting an account is one transaction: BEGIN, the token, ROLLBACK, and who is calling.
  expect(answer.messages).toBeLessThanOrEqual(path.endsWith('/delete-user/callback') ? 4 : 2)
})

test('whoever is not let in costs at most the look-up of what they brought', async () => {
  for (const path of lists.map((route) => route.path)) {
    expect((await server.request('GET', path)).messages).toBe(0)
    expect((await server.request('GET', path, { headers: { authorization: 'Bearer gh_oat_wrong' } })).messages).toBeLessThanOrEqual(1)
  }
})
