// Every operation of /v1, called with the token of another organization, by a member and a customer of another organization, and
// anonymously. The tests are generated from the routes, so a new operation is covered at once; its ids are in
// test/support/operations/resources.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { flushTokenUses } from '#merchant/tokens/actions/record-token-use.ts'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale, type TestSale } from '#test/support/a-sale.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { pathWithId, resourcesOf, validBodies, withFurtherQuery } from '#test/support/operations/resources.ts'
import { type JsonSchema, type SchemaDocument, sampleOf } from '#test/support/operations/samples.ts'
import { benefitServices } from '#test/support/providers/benefit-services.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

interface Operation {
  readonly 'x-scopes'?: readonly string[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}
interface OpenApi extends SchemaDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

let server: TestServer
let victim: TestMerchant
let sale: TestSale
let ids: Readonly<Record<string, string>>
let stranger: TestMerchant
let ownSession: string
let foreignSession: string
let strangerSale: TestSale
/** Of a customer of the victim who has bought nothing. */
let neighbourSession: string
let document: OpenApi
let before: string

/** The operations that act for an organization, as `GET /v1/products/{id}`. */
const operations = composition.routes
  .filter(({ path }) => path.startsWith('/v1/'))
  .filter(({ access }) => access.startsWith('scope:') || access === 'session')
/** Ids that every customer of a merchant may read: the organization, and what it sells. */
const COMMON: ReadonlySet<string> = new Set(['organizations', 'organization-slugs', 'products', 'productId', 'priceId'])
/** The operations of customers: each acts for the customer of the session. */
const portal = composition.routes.filter(({ access }) => access === 'customer' || access === 'buyer')
const named = operations.map(({ method, path }) => [`${method} ${path}`, method as Method, path] as const)

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase(), settings: benefitServices })
  victim = await aMerchant(server)
  sale = await aSale(server, victim)
  ids = await resourcesOf({ server, merchant: victim, sale })
  stranger = await aMerchant(server)
  ownSession = await aSession(victim, sale)
  strangerSale = await aSale(server, stranger)
  foreignSession = await aSession(stranger, strangerSale)
  const { json: neighbour } = await victim.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })
  neighbourSession = (await victim.request('POST', '/v1/customer-sessions/', { body: { customer_id: neighbour.id } })).json.token
  document = (await server.request('GET', '/openapi.json')).json
  // The time of the last use of a token is written asynchronously.
  await flushTokenUses(server.platform)
  before = await readEverything()
})
afterAll(() => server.close())

/** The token of a new session of a sale's customer, as if a code to their email had opened it: with it they may change the email. */
async function aSession(merchant: TestMerchant, { customerId }: TestSale): Promise<string> {
  const { json } = await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_id: customerId } })
  const { db } = server.platform.database
  await db.updateTable('customer_sessions').set({ verified_email: json.customer.email }).where('id', '=', json.id).execute()
  return json.token
}

/** Everything that the victim can read, but the log of its own calls; no request of a stranger may change it. */
async function readEverything(): Promise<string> {
  const lists = named.filter(([, method, path]) => method === 'GET' && !path.includes('{') && path !== '/v1/api-calls/')
  const answers = await Promise.all(
    lists.map(([, , path]) =>
      victim.owner.request('GET', withFurtherQuery(pathWithId(path, ids), `limit=100&organization_id=${victim.organizationId}`)),
    ),
  )
  return answers.map(({ status, text }) => `${status} ${text}`).join('\n')
}

/** The smallest body that the operation accepts, with references to resources of the victim. */
function bodyOf(path: string, method: Method, isToken: boolean): unknown {
  const operation = document.paths[path]?.[method.toLowerCase()]
  const schema = operation?.requestBody?.content['application/json'].schema
  if (!schema) return undefined
  const sample = sampleOf(schema, document) as Record<string, unknown>
  if ('products' in sample) sample['products'] = [sale.productId]
  return method === 'POST' && !isToken ? { ...sample, organization_id: victim.organizationId } : sample
}

/** The ids of the victim in an answer. */
function leaked(answer: TestAnswer): string[] {
  return [...Object.values(ids), ...Object.values(sale)].filter((id) => answer.text.includes(id))
}

async function send(path: string, method: Method, as: 'token' | 'member' | 'customer' | 'anonymous'): Promise<TestAnswer> {
  const named = pathWithId(path, ids)
  const url =
    method === 'GET' && !path.includes('{') ? withFurtherQuery(named, `limit=100&organization_id=${victim.organizationId}`) : named
  const body = bodyOf(path, method, as === 'token')
  const sent = body === undefined ? {} : { body }
  if (as === 'token') return stranger.request(method, url, sent)
  if (as === 'customer') return server.request(method, url, { ...sent, headers: { authorization: `Bearer ${ownSession}` } })
  return as === 'member' ? stranger.owner.request(method, url, sent) : server.request(method, url, sent)
}

describe.each(named)('%s', (_name, method, path) => {
  test('an anonymous request gets 401', async () => {
    const answer = await send(path, method, 'anonymous')
    expect([answer.status, leaked(answer)]).toEqual([401, []])
  })

  test("the session of a merchant's own customer gets 401", async () => {
    const answer = await send(path, method, 'customer')
    expect([answer.status, answer.json.error, leaked(answer)]).toEqual([401, 'invalid_token', []])
  })

  test.each(['token', 'member'] as const)('a %s of another organization reads and changes nothing', async (as) => {
    const answer = await send(path, method, as)
    expect(leaked(answer)).toEqual([])
    // Every user may list their own organizations, and create another.
    if (path === '/v1/organizations/') return
    if (path.endsWith('/export')) expect([answer.status, answer.text.trim().split('\r\n').length]).toEqual([200, 1])
    // The sample has no events.
    else if (path === '/v1/events/ingest') expect(answer.json).toEqual({ inserted: 0, duplicates: 0 })
    else if (path.endsWith('/metrics/limits')) expect(answer.status).toBe(200)
    else if (path === '/v1/metrics/') expect(new Set(Object.values(answer.json.totals))).toEqual(new Set([0]))
    else if (answer.status === 200 && method === 'GET') expect(answer.json.items).toEqual([])
    // It connects the stranger's own organization.
    else if (path.endsWith('/authorize') && as === 'token') expect(answer.status).toBe(200)
    // A body without references creates a resource of the stranger's own organization.
    else if (answer.status === 201) expect(answer.json.organization_id).toBe(stranger.organizationId)
    else expect([401, 403, 404, 422]).toContain(answer.status)
  })
})

describe.each(portal.map(({ method, path, name }) => [`${method} ${path}`, { method: method as Method, path, name }] as const))(
  '%s',
  (_name, { method, path, name }) => {
    const sendWith = (headers: Readonly<Record<string, string>>) => {
      const body = validBodies[name]?.({ server, merchant: victim, sale })
      return server.request(method, pathWithId(path, ids), { headers, ...(body && { body }) })
    }

    test('merchants and their members get 401, for no customer of theirs either', async () => {
      for (const headers of [{}, victim.headers, { cookie: victim.cookie }, { authorization: `Bearer ${victim.owner.token}` }])
        expect((await sendWith(headers)).status).toBe(401)
    })

    // One of another merchant with the same email, and another customer of the same one, which leaves its own record as it is.
    const changesOwn = method !== 'GET' && !path.includes('{id}')
    const others = changesOwn ? (['another merchant'] as const) : (['another merchant', 'the same merchant'] as const)
    test.each(others)('another customer, of %s, reaches nothing of this one', async (of) => {
      // The sign-out ends its own session, which the other operations need.
      const foreign = path.endsWith('/customer-session') ? await aSession(stranger, strangerSale) : foreignSession
      const answer = await sendWith({ authorization: `Bearer ${of === 'the same merchant' ? neighbourSession : foreign}` })
      const isNeighbour = of === 'the same merchant'
      const hidden = Object.entries({ ...ids, ...sale }).filter(([key]) => !(isNeighbour && COMMON.has(key)))
      expect(hidden.filter(([, id]) => answer.text.includes(id))).toEqual([])
      if (/\{(id|token)\}/.test(path)) expect(answer.status).toBe(404)
      // The neighbour has bought nothing; the other one sees its own purchase.
      else if (isNeighbour && path.endsWith('/')) expect([answer.status, answer.json.items]).toEqual([200, []])
      // The customer has no account to unlink.
      else if (method === 'DELETE') expect([204, 404]).toContain(answer.status)
      else expect(answer.status).toBeLessThan(300)
    })
  },
)

test('after all foreign requests the data of the victim is unchanged', async () => {
  expect(await readEverything()).toBe(before)
})
