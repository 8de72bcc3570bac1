// Who may do what when selling: every operation of /v1 that acts for an organization, asked by everybody who might.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowsScope, isScope, type Scope, tokenScopes } from '#kernel/access.ts'
import type { Route } from '#platform/http/route.ts'
import { composition } from '#server/app.ts'
import { aCheckout } from '#test/support/a-checkout.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aProduct, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale, type TestSale } from '#test/support/a-sale.ts'
import { aUser, newSlug } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

type Headers = Readonly<Record<string, string>>

let server: TestServer
let merchant: TestMerchant
let sale: TestSale
const people: Record<string, Headers> = {}
const tokens = new Map<string, Headers>()

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
  sale = await aSale(server, merchant)
  const { organizationId: id } = merchant
  const elsewhere = (await aMerchant(server)).owner
  people['the owner'] = { cookie: merchant.cookie }
  people['an admin'] = { cookie: (await aMember(server, id, 'admin')).cookie }
  people['an admin by bearer'] = { authorization: `Bearer ${(await aMember(server, id, 'admin')).token}` }
  people['a member'] = { cookie: (await aMember(server, id, 'member')).cookie }
  people['a member who owns another organization'] = {
    cookie: (await aMember(server, id, 'member', (await aMerchant(server)).owner)).cookie,
  }
  people['the owner of another organization'] = { cookie: elsewhere.cookie }
  people['somebody without an organization'] = { cookie: (await aUser(server)).cookie }
  people['nobody'] = {}
})
afterAll(() => server.close())

/** The headers of a token with these scopes; each set is made once. */
async function withToken(scopes: readonly Scope[]): Promise<Headers> {
  const key = scopes.join()
  const known = tokens.get(key)
  if (known) return known
  const { token } = await aToken(merchant.owner, merchant.organizationId, scopes)
  const headers = { authorization: `Bearer ${token}` }
  tokens.set(key, headers)
  return headers
}

const prices = [{ amount_type: 'fixed', price_amount: 900, price_currency: 'usd' }]
const endpoint = { url: 'https://example.com/hook', format: 'raw', secret: 'a secret of the tests', events: ['order.paid'] }
const madeEndpoint = async () => (await merchant.request('POST', '/v1/webhooks/endpoints', { body: endpoint })).json.id
const madeToken = async () => (await aToken(merchant.owner, merchant.organizationId, ['orders:read'])).tokenId

/** A thing of the merchant for each path with an id, made anew so that no act stands in another's way. */
const things: Readonly<Record<string, () => Promise<string> | string>> = {
  organizations: () => merchant.organizationId,
  'organization-access-tokens': madeToken,
  products: async () => (await aProduct(merchant)).id,
  customers: () => sale.customerId,
  orders: () => sale.orderId,
  checkouts: async () => (await aCheckout(server, merchant, { products: [sale.productId] })).id,
  endpoints: madeEndpoint,
  events: () => sale.webhookEventId,
}

/** A body that each operation takes. */
const bodies: Readonly<Record<string, () => Readonly<Record<string, unknown>>>> = {
  'organizations:create': () => ({ name: 'Another shop', slug: newSlug() }),
  'organizations:update': () => ({ name: 'Byron and Sons' }),
  'organization-access-tokens:create': () => ({ comment: 'For tests', scopes: ['orders:read'] }),
  'organization-access-tokens:update': () => ({ comment: 'Another comment' }),
  'products:create': () => ({ name: 'Handbook', recurring_interval: null, prices }),
  'products:update': () => ({ name: 'The Handbook' }),
  'checkouts:create': () => ({ products: [sale.productId] }),
  'checkouts:update': () => ({ metadata: { seen: true } }),
  'webhooks:create_webhook_endpoint': () => endpoint,
  'webhooks:update_webhook_endpoint': () => ({ events: [] }),
}

/** Asks an operation about a thing of the merchant; a person names the organization that something new belongs to. */
async function ask(route: Route, headers: Headers): Promise<TestAnswer> {
  const { method, path, name } = route
  const [, room = ''] = /\/([a-z-]+)\/\{[a-z_]+\}/.exec(path) ?? []
  const id = path.includes('{') ? await things[room]?.() : ''
  if (id === undefined) throw new Error(`No thing of the merchant is known for ${path}: add it to \`things\`.`)
  const url = path.replace(/\{[a-z_]+\}/, id) + (method === 'GET' && id === '' ? `?organization_id=${merchant.organizationId}` : '')
  const isToken = headers['authorization']?.includes('gh_oat_')
  const isNew = method === 'POST' && id === '' && !isToken && !mayMake(route)
  const body = bodies[name] && { ...bodies[name](), ...(isNew && { organization_id: merchant.organizationId }) }
  return server.request(method, url, { headers, ...(body && { body }) })
}

/** What a refusal looks like from outside: the status with its error, or where a field is at fault. */
function told(answer: TestAnswer): string {
  if (answer.status < 300) {
    const page = answer.text !== '' && answer.json?.pagination
    return page ? `${answer.status} ${page.total_count > 0 ? 'some' : 'none'}` : String(answer.status)
  }
  const { error, detail } = answer.json
  return `${answer.status} ${error}${Array.isArray(detail) ? ` ${detail[0].loc.join('.')}` : ''}`
}

const isSelling = ({ path }: Route) => path.startsWith('/v1/')
const scoped = composition.routes.filter((route) => isSelling(route) && route.access.startsWith('scope:'))
const mayMake = ({ name }: Route) => name === 'organizations:create'
// Making an organization comes last: whoever does it has a say somewhere from then on.
const personal = composition.routes
  .filter((route) => isSelling(route) && route.access === 'session')
  .toSorted((a, b) => Number(mayMake(a)) - Number(mayMake(b)))
const named = (routes: readonly Route[]) => routes.map((route) => [`${route.method} ${route.path}`, route] as const)

function scopeOf({ access }: Route): Scope {
  const scope = access.slice('scope:'.length)
  if (!isScope(scope)) throw new Error(`${access} names no scope`)
  return scope
}

/** What success looks like: the declared status, and for a list that there is something in it. */
function successOf({ method, path, status = 200 }: Route): string {
  return method === 'GET' && !path.includes('{') ? `${status} some` : String(status)
}

/** What somebody hears who does not belong here: an empty list, not found, or that the organization is unknown. */
function strangeOf({ method, path }: Route, has: 'some' | 'none' = 'some'): string {
  if (path.includes('{')) return '404 ResourceNotFound'
  if (path === '/v1/organizations/') return `200 ${has}`
  return method === 'GET' ? '200 none' : '422 RequestValidationError body.organization_id'
}

/** What somebody hears who belongs here, may not do this, and may elsewhere: where things have no name yet, that they may not. */
function lackingOf({ path }: Route): string {
  return path.includes('{') ? '404 ResourceNotFound' : '403 NotPermitted'
}

describe.each(named(scoped))('%s', (_name, route) => {
  const scope = scopeOf(route)
  const isReading = scope.endsWith(':read')

  test('is open to owners and admins, and to members where it reads', async () => {
    for (const who of ['the owner', 'an admin', 'an admin by bearer']) {
      expect([who, told(await ask(route, people[who] ?? {}))]).toEqual([who, successOf(route)])
    }
    const expected = isReading ? successOf(route) : '403 NotPermitted'
    expect(told(await ask(route, people['a member'] ?? {}))).toBe(expected)
  })

  test('is closed to whoever may do it elsewhere alone, has no organization, or is not known', async () => {
    const asMember = isReading ? successOf(route) : lackingOf(route)
    expect(told(await ask(route, people['a member who owns another organization'] ?? {}))).toBe(asMember)
    expect(told(await ask(route, people['the owner of another organization'] ?? {}))).toBe(strangeOf(route))
    expect(told(await ask(route, people['somebody without an organization'] ?? {}))).toBe(strangeOf(route, 'none'))
    expect(told(await ask(route, people['nobody'] ?? {}))).toBe('401 Unauthorized')
  })

  test('takes a token with its scope alone, and none with all the others', async () => {
    const enough = tokenScopes.filter((each) => allowsScope([each], scope))
    for (const each of enough) expect([each, told(await ask(route, await withToken([each])))]).toEqual([each, successOf(route)])
    const others = tokenScopes.filter((each) => !enough.includes(each))
    expect(told(await ask(route, await withToken(others)))).toBe('403 insufficient_scope')
  })
})

describe.each(named(personal))('%s', (_name, route) => {
  const isOpen = mayMake(route)
  const refused = isOpen ? '201' : '403 NotPermitted'

  test('is for people: owners and admins may, members may not, a program never', async () => {
    for (const who of ['the owner', 'an admin', 'an admin by bearer']) {
      expect([who, told(await ask(route, people[who] ?? {}))]).toEqual([who, successOf(route)])
    }
    expect(told(await ask(route, people['a member'] ?? {}))).toBe(refused)
    expect(told(await ask(route, await withToken(tokenScopes)))).toBe('403 NotPermitted')
  })

  test('is closed to strangers', async () => {
    expect(told(await ask(route, people['a member who owns another organization'] ?? {}))).toBe(isOpen ? '201' : lackingOf(route))
    expect(told(await ask(route, people['the owner of another organization'] ?? {}))).toBe(isOpen ? '201' : strangeOf(route))
    expect(told(await ask(route, people['nobody'] ?? {}))).toBe('401 Unauthorized')
  })
})

test('a token that was ended opens nothing, at once', async () => {
  const ended = await aToken(merchant.owner, merchant.organizationId)
  await merchant.owner.request('DELETE', `/v1/organization-access-tokens/${ended.tokenId}`)
  for (const route of scoped) expect(told(await ask(route, { authorization: `Bearer ${ended.token}` }))).toBe('401 invalid_token')
})

test('somebody who was taken out of an organization has no more say in it, at once', async () => {
  const person = await aMember(server, merchant.organizationId, 'admin')
  const list = scoped.find(({ name }) => name === 'orders:list')
  if (!list) throw new Error('Orders cannot be listed.')
  expect(told(await ask(list, { cookie: person.cookie }))).toBe('200 some')
  await server.platform.database.transaction((tx) => tx.deleteFrom('members').where('user_id', '=', person.id).execute())
  expect(told(await ask(list, { cookie: person.cookie }))).toBe('200 none')
})
