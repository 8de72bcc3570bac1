// The permissions of every operation of /v1 that acts for an organization, for every kind of caller.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isScope, type Scope, tokenScopes, usedScopes } from '#contract/access.ts'
import { allowsScope } from '#contract/allows-scope.ts'
import type { Route } from '#platform/http/route.ts'
import { composition } from '#server/app.ts'
import { aMember } from '#test/support/a-member.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { aSale, type TestSale } from '#test/support/a-sale.ts'
import { aUser } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import {
  inOrganization,
  pathWithNewId,
  removeExisting,
  resourcesOf,
  validBodies,
  withFurtherQuery,
} from '#test/support/operations/resources.ts'
import { benefitServices } from '#test/support/providers/benefit-services.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

type Headers = Readonly<Record<string, string>>

let server: TestServer
let merchant: TestMerchant
let sale: TestSale
const callers: Record<string, Headers> = {}
const tokens = new Map<string, Headers>()

beforeAll(async () => {
  server = await testServer({ database: await ownDatabase(), settings: { WEBHOOK_ENDPOINT_LIMIT: '1000', ...benefitServices } })
  merchant = await aMerchant(server)
  sale = await aSale(server, merchant)
  // Each list has an entry.
  await resourcesOf({ server, merchant, sale })
  const { organizationId: id } = merchant
  const elsewhere = (await aMerchant(server)).owner
  callers['the owner'] = { cookie: merchant.cookie }
  callers['an admin'] = { cookie: (await aMember(server, id, 'admin')).cookie }
  callers['an admin by bearer'] = { authorization: `Bearer ${(await aMember(server, id, 'admin')).token}` }
  callers['a member'] = { cookie: (await aMember(server, id, 'member')).cookie }
  callers['a member who owns another organization'] = {
    cookie: (await aMember(server, id, 'member', (await aMerchant(server)).owner)).cookie,
  }
  callers['the owner of another organization'] = { cookie: elsewhere.cookie }
  callers['a user without an organization'] = { cookie: (await aUser(server)).cookie }
  callers['an anonymous caller'] = {}
})
afterAll(() => server.close())

/** The headers of a token with these scopes; one token is created for each set of scopes. */
async function withToken(scopes: readonly Scope[]): Promise<Headers> {
  const key = scopes.join()
  const existing = tokens.get(key)
  if (existing) return existing
  const { token } = await aToken(merchant.owner, merchant.organizationId, scopes)
  const headers = { authorization: `Bearer ${token}` }
  tokens.set(key, headers)
  return headers
}

/** Calls an operation on a resource of the merchant; a user names the organization of a new resource. */
async function call(route: Route, headers: Headers): Promise<TestAnswer> {
  const { method, path, name } = route
  const owner = { server, merchant, sale }
  await removeExisting(name, owner)
  // Three can be unfinished.
  if (name === 'event_imports:create')
    await sql`update event_imports set status = 'failed', ended_at = created_at where organization_id = ${merchant.organizationId}`.execute(
      server.platform.database.db,
    )
  const found = await pathWithNewId(path, owner)
  if (name === 'orders:invoice') await merchant.request('POST', found)
  const isList = method === 'GET' && !path.includes('{')
  const url = isList ? withFurtherQuery(found, `organization_id=${merchant.organizationId}`) : found
  const isToken = headers['authorization']?.includes('gh_oat_')
  const isNew = method === 'POST' && !path.includes('{') && !isToken && !isCreation(route)
  const valid = validBodies[name]?.(owner)
  const body = valid && isNew ? inOrganization(name, valid, merchant.organizationId) : valid
  return server.request(method, url, { headers, ...(body && { body }) })
}

/** The outcome of an answer: its status, with the error and the invalid field of a refusal. */
function outcomeOf(answer: TestAnswer): string {
  if (answer.headers['content-type']?.toString().startsWith('text/csv'))
    return `${answer.status} ${answer.text.trim().includes('\n') ? 'some' : 'none'}`
  if (answer.status < 300) {
    const page = answer.text !== '' && (answer.json?.pagination ?? (answer.json?.totals && { total_count: answer.json.totals.orders }))
    return page ? `${answer.status} ${page.total_count > 0 ? 'some' : 'none'}` : String(answer.status)
  }
  const { error, detail } = answer.json
  return `${answer.status} ${error}${Array.isArray(detail) ? ` ${detail[0].loc.join('.')}` : ''}`
}

const isV1 = ({ path }: Route) => path.startsWith('/v1/')
const scoped = composition.routes.filter((route) => isV1(route) && route.access.startsWith('scope:'))
const isCreation = ({ name }: Route) => name === 'organizations:create'
// The creation of an organization comes last: it gives its caller permissions elsewhere.
const personal = composition.routes
  .filter((route) => isV1(route) && route.access === 'session')
  .toSorted((a, b) => Number(isCreation(a)) - Number(isCreation(b)))
const named = (routes: readonly Route[]) => routes.map((route) => [`${route.method} ${route.path}`, route] as const)

/** Operations that ask more of a signed-in user than of a token: what is done once cannot be undone, and a member of the role only reads. */
const writesOfUsers: ReadonlySet<string> = new Set(['orders:generate_invoice'])

function scopeOf({ access }: Route): Scope {
  const scope = access.slice('scope:'.length)
  if (!isScope(scope)) throw new Error(`${access} names no scope`)
  return scope
}

/** The outcome of a success: the declared status, and for a list that it is not empty. */
function successOf({ method, path, name, status = 200 }: Route): string {
  // The organization has open checks, which are found after the permission.
  if (name === 'live-mode:activate') return '409 NotReady'
  // No organization of this file has connected a Discord server, which is found after the permission.
  if (name === 'connections:discord_roles') return '422 RequestValidationError body.guild_token'
  // A file without a fault has a report of its header alone, and the customer of the sale has saved no card.
  if (method === 'GET' && /\/(refused-lines|payment-methods)$/.test(path)) return `${status} none`
  // The same for everyone.
  if (path.endsWith('/metrics/limits')) return String(status)
  const isList = !path.includes('{') || /\/(timeline|triggers|grants)$/.test(path)
  return method === 'GET' && isList ? `${status} some` : String(status)
}

/** Operations on a resource that the body names: it does not exist for callers without the permission in its organization. */
const namedInBody: Readonly<Record<string, string>> = {
  'refunds:create': '422 RequestValidationError body.order_id',
  'sandbox:create_refund': '422 RequestValidationError body.charge_id',
  'license_keys:validate': '404 ResourceNotFound',
  'license_keys:activate': '404 ResourceNotFound',
  'license_keys:deactivate': '404 ResourceNotFound',
}

/** The outcome for a caller outside the organization: an empty list, 404, or an invalid id. */
function outsiderOutcomeOf({ method, path, name }: Route, has: 'some' | 'none' = 'some'): string {
  if (path.includes('{')) return '404 ResourceNotFound'
  if (path === '/v1/organizations/') return `200 ${has}`
  if (path.endsWith('/metrics/limits')) return '200'
  const field = name === 'events:ingest' ? 'events.0.organization_id' : 'organization_id'
  return method === 'GET' ? '200 none' : (namedInBody[name] ?? `422 RequestValidationError body.${field}`)
}

/** The outcome for a member without the permission who has it in another organization: 404 for a resource, otherwise 403. */
function forbiddenOutcomeOf({ path, name }: Route): string {
  return path.includes('{') ? '404 ResourceNotFound' : (namedInBody[name] ?? '403 NotPermitted')
}

describe.each(named(scoped))('%s', (_name, route) => {
  const scope = scopeOf(route)
  const isReading = scope.endsWith(':read')

  test('is allowed to owners and admins, and to members if it only reads', async () => {
    for (const who of ['the owner', 'an admin', 'an admin by bearer']) {
      expect([who, outcomeOf(await call(route, callers[who] ?? {}))]).toEqual([who, successOf(route)])
    }
    const expected = isReading && !writesOfUsers.has(route.name) ? successOf(route) : '403 NotPermitted'
    expect(outcomeOf(await call(route, callers['a member'] ?? {}))).toBe(expected)
  })

  test('is refused to callers with the permission in another organization only, without an organization, or without a session', async () => {
    const asReader = writesOfUsers.has(route.name) ? '403 NotPermitted' : successOf(route)
    const asMember = isReading ? asReader : forbiddenOutcomeOf(route)
    expect(outcomeOf(await call(route, callers['a member who owns another organization'] ?? {}))).toBe(asMember)
    expect(outcomeOf(await call(route, callers['the owner of another organization'] ?? {}))).toBe(outsiderOutcomeOf(route))
    expect(outcomeOf(await call(route, callers['a user without an organization'] ?? {}))).toBe(outsiderOutcomeOf(route, 'none'))
    expect(outcomeOf(await call(route, callers['an anonymous caller'] ?? {}))).toBe('401 Unauthorized')
  })

  test('is allowed to a token with its scope, and refused to one with all other scopes', async () => {
    const enough = tokenScopes.filter((each) => allowsScope([each], scope))
    for (const each of enough) expect([each, outcomeOf(await call(route, await withToken([each])))]).toEqual([each, successOf(route)])
    const others = tokenScopes.filter((each) => !enough.includes(each))
    expect(outcomeOf(await call(route, await withToken(others)))).toBe('403 insufficient_scope')
  })
})

describe.each(named(personal))('%s', (_name, route) => {
  const isOpen = isCreation(route)
  const refused = isOpen ? '201' : '403 NotPermitted'

  test('is allowed to owners and admins, and refused to members and tokens', async () => {
    for (const who of ['the owner', 'an admin', 'an admin by bearer']) {
      expect([who, outcomeOf(await call(route, callers[who] ?? {}))]).toEqual([who, successOf(route)])
    }
    expect(outcomeOf(await call(route, callers['a member'] ?? {}))).toBe(refused)
    expect(outcomeOf(await call(route, await withToken(tokenScopes)))).toBe('403 NotPermitted')
  })

  test('is refused to callers outside the organization', async () => {
    expect(outcomeOf(await call(route, callers['a member who owns another organization'] ?? {}))).toBe(
      isOpen ? '201' : forbiddenOutcomeOf(route),
    )
    expect(outcomeOf(await call(route, callers['the owner of another organization'] ?? {}))).toBe(isOpen ? '201' : outsiderOutcomeOf(route))
    expect(outcomeOf(await call(route, callers['an anonymous caller'] ?? {}))).toBe('401 Unauthorized')
  })
})

test('a deleted token is refused at once by every operation', async () => {
  const deleted = await aToken(merchant.owner, merchant.organizationId)
  await merchant.owner.request('DELETE', `/v1/organization-access-tokens/${deleted.tokenId}`)
  for (const route of scoped) expect(outcomeOf(await call(route, { authorization: `Bearer ${deleted.token}` }))).toBe('401 invalid_token')
})

test('a removed member loses access to the organization at once', async () => {
  const member = await aMember(server, merchant.organizationId, 'admin')
  const list = scoped.find(({ name }) => name === 'orders:list')
  if (!list) throw new Error('Orders cannot be listed.')
  expect(outcomeOf(await call(list, { cookie: member.cookie }))).toBe('200 some')
  await server.platform.database.transaction((tx) => tx.deleteFrom('members').where('user_id', '=', member.id).execute())
  expect(outcomeOf(await call(list, { cookie: member.cookie }))).toBe('200 none')
})

test('the scopes that are called used are those that an operation asks for', () => {
  const needed = composition.routes.flatMap(({ access }) => (access.startsWith('scope:') ? [access.slice('scope:'.length)] : []))
  expect(usedScopes).toEqual(tokenScopes.filter((scope) => needed.includes(scope)))
})
