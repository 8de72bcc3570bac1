import { beforeAll, expect, test } from 'vitest'
import { tokenFrom } from '#contract/token.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { anAdministrator, aUser, cookieHeader, newSlug } from '#test/support/a-user.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { flushTokenUses } from './actions/record-token-use.ts'
import { TOKEN_PREFIX } from './model.ts'

let server: TestServer
let merchant: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  merchant = await aMerchant(server)
})

const list = '/v1/organization-access-tokens/'
const one = (id: string) => `/v1/organization-access-tokens/${id}`

test('a token is shown once with prefix and checksum, and only its digest is stored', async () => {
  const body = { organization_id: merchant.organizationId, comment: 'Shop', scopes: ['products:read'], expires_in: 60 }
  const created = await merchant.owner.request('POST', list, { body })
  expect(created.status).toBe(201)
  expect(created.json.token).toMatch(/^gh_oat_[0-9A-Za-z]{43}$/)
  expect(created.json.organization_access_token).toEqual({
    id: expect.any(String),
    created_at: server.clock.now().toISOString(),
    modified_at: null,
    scopes: ['products:read'],
    expires_at: new Date(server.clock.now().getTime() + 60_000).toISOString(),
    comment: 'Shop',
    last_used_at: null,
    organization_id: merchant.organizationId,
  })
  const { id } = created.json.organization_access_token
  const stored = await server.platform.database.db
    .selectFrom('organization_access_tokens')
    .select('digest')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored.digest).toBe(server.platform.secrets.digest(created.json.token))
  const listed = await merchant.owner.request('GET', list)
  expect(listed.text).not.toContain(created.json.token)
  expect(listed.json.items.map((each: { id: string }) => each.id)).toContain(id)
})

test('an impersonation session cannot create tokens', async () => {
  const administrator = await anAdministrator(server)
  const impersonated = await administrator.request('POST', '/api/auth/admin/impersonate-user', { body: { userId: merchant.owner.id } })
  const headers = { cookie: cookieHeader(impersonated), origin: server.settings.BASE_URL }
  const body = { organization_id: merchant.organizationId, comment: 'Impersonated', scopes: ['products:read'] }
  expect(await server.request('POST', list, { body, headers })).toMatchObject({ status: 403, json: { error: 'BorrowedSession' } })
  expect((await server.request('GET', list, { headers })).status).toBe(200)
})

test('the same key and body in another active organization creates another token', async () => {
  const { owner } = merchant
  const slug = newSlug()
  const other = await owner.request('POST', '/api/auth/organization/create', { body: { name: slug, slug } })
  const sent = { body: { comment: 'Keyed', scopes: ['orders:read'] }, headers: { 'idempotency-key': slug } }
  const createIn = async (organizationId: string) => {
    await owner.request('POST', '/api/auth/organization/set-active', { body: { organizationId } })
    return (await owner.request('POST', list, sent)).json.organization_access_token.organization_id
  }
  expect(await createIn(other.json.id)).toBe(other.json.id)
  expect(await createIn(merchant.organizationId)).toBe(merchant.organizationId)
})

test('without an organization in the body the token belongs to the active one', async () => {
  const created = await merchant.owner.request('POST', list, { body: { comment: 'Active', scopes: ['orders:read'] } })
  expect(created.json.organization_access_token.organization_id).toBe(merchant.organizationId)
})

test('a list takes two statements, one to authenticate the user and one to read', async () => {
  const listed = await merchant.owner.request('GET', `${list}?sorting=comment&limit=1&page=500`)
  expect(listed.statements).toHaveLength(2)
  expect(listed.json).toMatchObject({ items: [], pagination: { total_count: expect.any(Number) } })
  expect(listed.json.pagination.total_count).toBeGreaterThan(0)
})

test('a token is authenticated in one statement and its scopes are enforced', async () => {
  const { token } = await aToken(merchant.owner, merchant.organizationId, ['products:read'])
  const headers = { authorization: `Bearer ${token}` }
  const read = await server.request('GET', '/v1/products/', { headers })
  expect(read.status).toBe(200)
  expect(read.statements).toHaveLength(2)
  const refused = await server.request('GET', '/v1/customers/', { headers })
  expect(refused.status).toBe(403)
  expect(refused.json).toMatchObject({ error: 'insufficient_scope' })
})

test('a token with a wrong checksum is refused without a database statement', async () => {
  const wrong = `${merchant.token.slice(0, -1)}${merchant.token.endsWith('a') ? 'b' : 'a'}`
  const refused = await server.request('GET', '/v1/products/', { headers: { authorization: `Bearer ${wrong}` } })
  expect(refused.status).toBe(401)
  expect(refused.json).toMatchObject({ error: 'invalid_token', error_description: expect.any(String) })
  expect(refused.headers['www-authenticate']).toMatch(/^Bearer/)
  expect(refused.roundTrips).toBe(0)
})

test('an unknown, an expired and a revoked token are refused alike', async () => {
  const unknown = tokenFrom(TOKEN_PREFIX, 'a'.repeat(37))
  const living = await aToken(merchant.owner, merchant.organizationId)
  const revoked = await merchant.owner.request('DELETE', one(living.tokenId))
  expect([revoked.status, revoked.text]).toEqual([204, ''])
  const brief = await merchant.owner.request('POST', list, { body: { comment: 'Brief', scopes: ['products:read'], expires_in: 1 } })
  server.clock.advance(1)
  for (const token of [unknown, living.token, brief.json.token]) {
    const refused = await server.request('GET', '/v1/products/', { headers: { authorization: `Bearer ${token}` } })
    expect([refused.status, refused.json.error]).toEqual([401, 'invalid_token'])
  }
})

test('a change of scopes applies from the next request on', async () => {
  const { token, tokenId } = await aToken(merchant.owner, merchant.organizationId, ['products:read'])
  const changed = await merchant.owner.request('PATCH', one(tokenId), { body: { comment: 'Renamed', scopes: ['customers:read'] } })
  expect(changed.status).toBe(200)
  expect(changed.json).toMatchObject({ comment: 'Renamed', scopes: ['customers:read'], modified_at: expect.any(String) })
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.request('GET', '/v1/products/', { headers })).status).toBe(403)
  expect((await server.request('GET', '/v1/customers/', { headers })).status).toBe(200)
})

test('uses are batched and written at most once a minute', async () => {
  const { token, tokenId } = await aToken(merchant.owner, merchant.organizationId)
  const use = () => server.request('GET', '/v1/products/', { headers: { authorization: `Bearer ${token}` } })
  const lastUsedAt = async () => {
    const listed = await merchant.owner.request('GET', `${list}?limit=100`)
    return listed.json.items.find((each: { id: string }) => each.id === tokenId).last_used_at
  }
  const first = server.clock.now()
  await use()
  await flushTokenUses(server.platform)
  expect(await lastUsedAt()).toBe(first.toISOString())
  server.clock.advance(59)
  await use()
  await flushTokenUses(server.platform)
  expect(await lastUsedAt()).toBe(first.toISOString())
  server.clock.advance(1)
  await use()
  await flushTokenUses(server.platform)
  expect(await lastUsedAt()).toBe(server.clock.now().toISOString())
})

test('an access token may not read or manage tokens', async () => {
  for (const [method, url] of [
    ['GET', list],
    ['POST', list],
    ['PATCH', one(merchant.tokenId)],
    ['DELETE', one(merchant.tokenId)],
  ] as const) {
    const refused = await merchant.request(
      method,
      url,
      method === 'GET' || method === 'DELETE' ? {} : { body: { comment: 'Mine', scopes: ['products:read'] } },
    )
    expect([method, refused.status, refused.json.error]).toEqual([method, 403, 'NotPermitted'])
  }
})

test('an anonymous request is refused', async () => {
  const refused = await server.request('GET', list)
  expect([refused.status, refused.json.error]).toEqual([401, 'Unauthorized'])
})

test('a plain member may not read tokens, and a user without an organization can neither list nor create any', async () => {
  const member = await aUser(server)
  const outsider = await member.request('GET', list)
  expect([outsider.status, outsider.json.items]).toEqual([200, []])
  const created = await member.request('POST', list, { body: { comment: 'Mine', scopes: ['products:read'] } })
  expect([created.status, created.json.detail[0].loc]).toEqual([422, ['body', 'organization_id']])
  await server.platform.database.db
    .insertInto('members')
    .values({ organization_id: merchant.organizationId, id: member.id, user_id: member.id, role: 'member', created_at: server.clock.now() })
    .execute()
  const inside = await member.request('GET', `${list}?organization_id=${merchant.organizationId}`)
  expect([inside.status, inside.json.error]).toEqual([403, 'NotPermitted'])
})

test("another organization's token is not found, and its organization cannot be named", async () => {
  const other = await aMerchant(server)
  expect((await other.owner.request('PATCH', one(merchant.tokenId), { body: { comment: 'Taken' } })).json).toEqual({
    error: 'ResourceNotFound',
    detail: 'Not found',
  })
  expect((await other.owner.request('DELETE', one(merchant.tokenId))).status).toBe(404)
  const created = await other.owner.request('POST', list, {
    body: { organization_id: merchant.organizationId, comment: 'Theirs', scopes: ['products:read'] },
  })
  expect([created.status, created.json.detail[0].loc]).toEqual([422, ['body', 'organization_id']])
  expect((await other.owner.request('GET', `${list}?organization_id=${merchant.organizationId}`)).json.items).toEqual([])
  expect((await merchant.request('GET', '/v1/products/')).status).toBe(200)
})

test.each([
  [{ comment: 'x', scopes: [] }, ['body', 'scopes']],
  [{ comment: 'x', scopes: ['everything'] }, ['body', 'scopes', 0]],
  [{ comment: '', scopes: ['products:read'] }, ['body', 'comment']],
  [{ comment: 'x', scopes: ['products:read'], expires_in: 0 }, ['body', 'expires_in']],
  [{ comment: 'x', scopes: ['products:read'], expires_in: 1e308 }, ['body', 'expires_in']],
])('%j is refused at its field', async (body, loc) => {
  const refused = await merchant.owner.request('POST', list, { body })
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
})

test('creating, updating and revoking a token are audited', async () => {
  const { tokenId } = await aToken(merchant.owner, merchant.organizationId)
  await merchant.owner.request('PATCH', one(tokenId), { body: { comment: 'Changed' } })
  await merchant.owner.request('DELETE', one(tokenId))
  const entries = await server.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', 'target'])
    .where('organization_id', '=', merchant.organizationId)
    .orderBy('happened_at')
    .execute()
  const about = entries.filter((entry) => entry.target?.id === tokenId)
  expect(about.map((entry) => entry.action).sort()).toEqual([
    'organization_access_token.created',
    'organization_access_token.deleted',
    'organization_access_token.updated',
  ])
  expect(about.every((entry) => entry.user_id === merchant.owner.id)).toBe(true)
})
