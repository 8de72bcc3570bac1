// Generated from the mounted document: every operation of selling, asked by the token of another organization, by a member of
// another organization, and by nobody. What is new is covered the moment it is mounted; what it needs is added to `things`.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeUses } from '#merchant/tokens/actions/note-use.ts'
import { composition } from '#server/app.ts'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale, type TestSale } from '#test/support/a-sale.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type JsonSchema, type SchemaBook, sampleOf } from '#test/support/samples.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

interface Operation {
  readonly 'x-scopes'?: readonly string[]
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
}
interface OpenApi extends SchemaBook {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

let server: TestServer
let victim: TestMerchant
let sale: TestSale
let stranger: TestMerchant
let book: OpenApi
let before: string

/** The operations that act for an organization, as `GET /v1/products/{id}`. */
const operations = composition.routes
  .filter(({ path }) => path.startsWith('/v1/'))
  .filter(({ access }) => access.startsWith('scope:') || access === 'session')
const named = operations.map(({ method, path }) => [`${method} ${path}`, method as Method, path] as const)

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  victim = await aMerchant(server)
  sale = await aSale(server, victim)
  stranger = await aMerchant(server)
  book = (await server.request('GET', '/openapi.json')).json
  // When a token was last used is written behind.
  await writeUses(server.platform)
  before = await everything()
})
afterAll(() => server.close())

/** All that the victim can see of itself: a stranger's act must not change a character of it. */
async function everything(): Promise<string> {
  const lists = named.filter(([, method, path]) => method === 'GET' && !path.includes('{'))
  const answers = await Promise.all(
    lists.map(([, , path]) => victim.owner.request('GET', `${path}?limit=100&organization_id=${victim.organizationId}`)),
  )
  return answers.map(({ status, text }) => `${status} ${text}`).join('\n')
}

/** The victim's own thing that a path with an id is about. */
function pathOf(path: string): string {
  const things: Readonly<Record<string, string>> = {
    organizations: victim.organizationId,
    'organization-access-tokens': victim.tokenId,
    products: sale.productId,
    customers: sale.customerId,
    orders: sale.orderId,
    checkouts: sale.checkoutId,
    endpoints: sale.endpointId,
    events: sale.webhookEventId,
  }
  const [, room = ''] = /\/([a-z-]+)\/\{[a-z_]+\}/.exec(path) ?? []
  const id = things[room]
  if (path.includes('{') && !id) throw new Error(`No thing of the victim is known for ${path}: add it to \`things\`.`)
  return path.replace(/\{[a-z_]+\}/, id ?? '')
}

/** The least body that the operation accepts, with every reference in it pointing at the victim. */
function bodyOf(path: string, method: Method, isToken: boolean): unknown {
  const operation = book.paths[path]?.[method.toLowerCase()]
  const schema = operation?.requestBody?.content['application/json'].schema
  if (!schema) return undefined
  const sample = sampleOf(schema, book) as Record<string, unknown>
  if ('products' in sample) sample['products'] = [sale.productId]
  return method === 'POST' && !isToken ? { ...sample, organization_id: victim.organizationId } : sample
}

/** The ids of the victim in an answer. */
function leaked(answer: TestAnswer): string[] {
  return [victim.organizationId, ...Object.values(sale), victim.tokenId].filter((id) => answer.text.includes(id))
}

async function ask(path: string, method: Method, as: 'token' | 'member' | 'nobody'): Promise<TestAnswer> {
  const url = pathOf(path) + (method === 'GET' && !path.includes('{') ? `?limit=100&organization_id=${victim.organizationId}` : '')
  const body = bodyOf(path, method, as === 'token')
  const sent = body === undefined ? {} : { body }
  if (as === 'token') return stranger.request(method, url, sent)
  return as === 'member' ? stranger.owner.request(method, url, sent) : server.request(method, url, sent)
}

describe.each(named)('%s', (_name, method, path) => {
  test('nobody is let in', async () => {
    const answer = await ask(path, method, 'nobody')
    expect([answer.status, leaked(answer)]).toEqual([401, []])
  })

  test.each(['token', 'member'] as const)('the %s of another organization sees and changes nothing', async (as) => {
    const answer = await ask(path, method, as)
    expect(leaked(answer)).toEqual([])
    // Everybody has organizations of their own to list, and may make another.
    if (path === '/v1/organizations/') return
    if (answer.status === 200 && method === 'GET') expect(answer.json.items).toEqual([])
    // What refers to nobody's things is the stranger's own to make.
    else if (answer.status === 201) expect(answer.json.organization_id).toBe(stranger.organizationId)
    else expect([401, 403, 404, 422]).toContain(answer.status)
  })
})

test('after all of it the victim is as it was', async () => {
  expect(await everything()).toBe(before)
})
