import { beforeAll, expect, test } from 'vitest'
import { tokenFrom } from '#kernel/token.ts'
import { aMerchant, aToken, type TestMerchant } from '#test/support/a-merchant.ts'
import { anAdministrator, aUser, cookieHeader } from '#test/support/a-user.ts'
import { sharedServer, type TestServer } from '#test/support/server.ts'
import { writeUses } from './actions/note-use.ts'
import { TOKEN_PREFIX } from './model.ts'

let server: TestServer
let shop: TestMerchant

beforeAll(async () => {
  server = await sharedServer()
  shop = await aMerchant(server)
})

const list = '/v1/organization-access-tokens/'
const one = (id: string) => `/v1/organization-access-tokens/${id}`

test('a token is shown once with prefix and checksum, and only its digest is kept', async () => {
  const body = { organization_id: shop.organizationId, comment: 'Shop', scopes: ['products:read'], expires_in: 60 }
  const made = await shop.owner.request('POST', list, { body })
  expect(made.status).toBe(201)
  expect(made.json.token).toMatch(/^gh_oat_[0-9A-Za-z]{43}$/)
  expect(made.json.organization_access_token).toEqual({
    id: expect.any(String),
    created_at: server.clock.now().toISOString(),
    modified_at: null,
    scopes: ['products:read'],
    expires_at: new Date(server.clock.now().getTime() + 60_000).toISOString(),
    comment: 'Shop',
    last_used_at: null,
    organization_id: shop.organizationId,
  })
  const { id } = made.json.organization_access_token
  const stored = await server.platform.database.db
    .selectFrom('organization_access_tokens')
    .select('digest')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored.digest).toBe(server.platform.secrets.digest(made.json.token))
  const listed = await shop.owner.request('GET', list)
  expect(listed.text).not.toContain(made.json.token)
  expect(listed.json.items.map((each: { id: string }) => each.id)).toContain(id)
})

test('whoever acts for somebody else makes none', async () => {
  const boss = await anAdministrator(server)
  const borrowed = await boss.request('POST', '/api/auth/admin/impersonate-user', { body: { userId: shop.owner.id } })
  const headers = { cookie: cookieHeader(borrowed), origin: server.settings.BASE_URL }
  const body = { organization_id: shop.organizationId, comment: 'Borrowed', scopes: ['products:read'] }
  expect(await server.request('POST', list, { body, headers })).toMatchObject({ status: 403, json: { error: 'BorrowedSession' } })
  expect((await server.request('GET', list, { headers })).status).toBe(200)
})

test('without an organization in the body the token is of the active one', async () => {
  const made = await shop.owner.request('POST', list, { body: { comment: 'Active', scopes: ['orders:read'] } })
  expect(made.json.organization_access_token.organization_id).toBe(shop.organizationId)
})

test('a list costs two statements, the one that knows the person and the one that reads', async () => {
  const listed = await shop.owner.request('GET', `${list}?sorting=comment&limit=1&page=500`)
  expect(listed.texts).toHaveLength(2)
  expect(listed.json).toMatchObject({ items: [], pagination: { total_count: expect.any(Number) } })
  expect(listed.json.pagination.total_count).toBeGreaterThan(0)
})

test('a token is recognized in one statement and its scopes are enforced', async () => {
  const { token } = await aToken(shop.owner, shop.organizationId, ['products:read'])
  const headers = { authorization: `Bearer ${token}` }
  const read = await server.request('GET', '/v1/products/', { headers })
  expect(read.status).toBe(200)
  expect(read.texts).toHaveLength(2)
  const refused = await server.request('GET', '/v1/customers/', { headers })
  expect(refused.status).toBe(403)
  expect(refused.json).toMatchObject({ error: 'insufficient_scope' })
})

test('a token with a wrong checksum is refused without asking the database', async () => {
  const wrong = `${shop.token.slice(0, -1)}${shop.token.endsWith('a') ? 'b' : 'a'}`
  const refused = await server.request('GET', '/v1/products/', { headers: { authorization: `Bearer ${wrong}` } })
  expect(refused.status).toBe(401)
  expect(refused.json).toMatchObject({ error: 'invalid_token', error_description: expect.any(String) })
  expect(refused.headers['www-authenticate']).toMatch(/^Bearer/)
  expect(refused.messages).toBe(0)
})

test('an unknown, an expired and an ended token are refused alike', async () => {
  const unknown = tokenFrom(TOKEN_PREFIX, 'a'.repeat(37))
  const living = await aToken(shop.owner, shop.organizationId)
  const ended = await shop.owner.request('DELETE', one(living.tokenId))
  expect([ended.status, ended.text]).toEqual([204, ''])
  const brief = await shop.owner.request('POST', list, { body: { comment: 'Brief', scopes: ['products:read'], expires_in: 1 } })
  server.clock.advance(1)
  for (const token of [unknown, living.token, brief.json.token]) {
    const refused = await server.request('GET', '/v1/products/', { headers: { authorization: `Bearer ${token}` } })
    expect([refused.status, refused.json.error]).toEqual([401, 'invalid_token'])
  }
})

test('a change of scopes counts from the next request on', async () => {
  const { token, tokenId } = await aToken(shop.owner, shop.organizationId, ['products:read'])
  const changed = await shop.owner.request('PATCH', one(tokenId), { body: { comment: 'Renamed', scopes: ['customers:read'] } })
  expect(changed.status).toBe(200)
  expect(changed.json).toMatchObject({ comment: 'Renamed', scopes: ['customers:read'], modified_at: expect.any(String) })
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.request('GET', '/v1/products/', { headers })).status).toBe(403)
  expect((await server.request('GET', '/v1/customers/', { headers })).status).toBe(200)
})

test('uses are gathered and written together, and at most once a minute', async () => {
  const { token, tokenId } = await aToken(shop.owner, shop.organizationId)
  const use = () => server.request('GET', '/v1/products/', { headers: { authorization: `Bearer ${token}` } })
  const lastUse = async () => {
    const listed = await shop.owner.request('GET', `${list}?limit=100`)
    return listed.json.items.find((each: { id: string }) => each.id === tokenId).last_used_at
  }
  const first = server.clock.now()
  await use()
  await writeUses(server.platform)
  expect(await lastUse()).toBe(first.toISOString())
  server.clock.advance(59)
  await use()
  await writeUses(server.platform)
  expect(await lastUse()).toBe(first.toISOString())
  server.clock.advance(1)
  await use()
  await writeUses(server.platform)
  expect(await lastUse()).toBe(server.clock.now().toISOString())
})

test('programs may not see or change tokens', async () => {
  for (const [method, url] of [
    ['GET', list],
    ['POST', list],
    ['PATCH', one(shop.tokenId)],
    ['DELETE', one(shop.tokenId)],
  ] as const) {
    const refused = await shop.request(
      method,
      url,
      method === 'GET' || method === 'DELETE' ? {} : { body: { comment: 'Mine', scopes: ['products:read'] } },
    )
    expect([method, refused.status, refused.json.error]).toEqual([method, 403, 'NotPermitted'])
  }
})

test('nobody is asked to sign in', async () => {
  const refused = await server.request('GET', list)
  expect([refused.status, refused.json.error]).toEqual([401, 'Unauthorized'])
})

test('a plain member may not see tokens; who has no organization finds none, and none to make one for', async () => {
  const member = await aUser(server)
  const outsider = await member.request('GET', list)
  expect([outsider.status, outsider.json.items]).toEqual([200, []])
  const made = await member.request('POST', list, { body: { comment: 'Mine', scopes: ['products:read'] } })
  expect([made.status, made.json.detail[0].loc]).toEqual([422, ['body', 'organization_id']])
  await server.platform.database.db
    .insertInto('members')
    .values({ organization_id: shop.organizationId, id: member.id, user_id: member.id, role: 'member', created_at: server.clock.now() })
    .execute()
  const inside = await member.request('GET', `${list}?organization_id=${shop.organizationId}`)
  expect([inside.status, inside.json.error]).toEqual([403, 'NotPermitted'])
})

test("another organization's token is not found, and its organization cannot be named", async () => {
  const other = await aMerchant(server)
  expect((await other.owner.request('PATCH', one(shop.tokenId), { body: { comment: 'Taken' } })).json).toEqual({
    error: 'ResourceNotFound',
    detail: 'Not found',
  })
  expect((await other.owner.request('DELETE', one(shop.tokenId))).status).toBe(404)
  const made = await other.owner.request('POST', list, {
    body: { organization_id: shop.organizationId, comment: 'Theirs', scopes: ['products:read'] },
  })
  expect([made.status, made.json.detail[0].loc]).toEqual([422, ['body', 'organization_id']])
  expect((await other.owner.request('GET', `${list}?organization_id=${shop.organizationId}`)).json.items).toEqual([])
  expect((await shop.request('GET', '/v1/products/')).status).toBe(200)
})

test.each([
  [{ comment: 'x', scopes: [] }, ['body', 'scopes']],
  [{ comment: 'x', scopes: ['everything'] }, ['body', 'scopes', 0]],
  [{ comment: '', scopes: ['products:read'] }, ['body', 'comment']],
  [{ comment: 'x', scopes: ['products:read'], expires_in: 0 }, ['body', 'expires_in']],
  [{ comment: 'x', scopes: ['products:read'], expires_in: 1e308 }, ['body', 'expires_in']],
])('%j is refused by the name of the field', async (body, loc) => {
  const refused = await shop.owner.request('POST', list, { body })
  expect([refused.status, refused.json.error]).toEqual([422, 'RequestValidationError'])
  expect(refused.json.detail.map((each: { loc: unknown }) => each.loc)).toContainEqual(loc)
})

test('making, changing and ending a token are written down', async () => {
  const { tokenId } = await aToken(shop.owner, shop.organizationId)
  await shop.owner.request('PATCH', one(tokenId), { body: { comment: 'Changed' } })
  await shop.owner.request('DELETE', one(tokenId))
  const entries = await server.platform.database.db
    .selectFrom('audit_entries')
    .select(['action', 'user_id', 'target'])
    .where('organization_id', '=', shop.organizationId)
    .orderBy('happened_at')
    .execute()
  const about = entries.filter((entry) => entry.target?.id === tokenId)
  expect(about.map((entry) => entry.action).sort()).toEqual([
    'organization_access_token.created',
    'organization_access_token.deleted',
    'organization_access_token.updated',
  ])
  expect(about.every((entry) => entry.user_id === shop.owner.id)).toBe(true)
})
