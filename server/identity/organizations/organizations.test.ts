import { afterAll, expect, test } from 'vitest'
import { anOrganization, aUser, newSlug, type TestUser } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'
import { lockOrganization } from './store.ts'

const server = await sharedServer()
const opened: TestServer[] = []
afterAll(() => Promise.all(opened.map((each) => each.close())))

async function serverWith(settings: Record<string, string>): Promise<TestServer> {
  const created = await testServer({ settings })
  opened.push(created)
  return created
}

const BASE = '/api/auth/organization'
const { database } = server.platform

function create(user: TestUser, body: unknown) {
  return user.request('POST', '/api/auth/organization/create', { body })
}

async function activeOf(user: TestUser): Promise<string | null> {
  return (await user.request('GET', '/api/auth/get-session')).json.session.activeOrganizationId
}

/** Later than the creator of an organization that is created at this moment. */
const joinedAt = () => new Date(server.clock.now().getTime() + 1000)

async function join(organizationId: string, user: TestUser, role = 'member'): Promise<void> {
  const id = crypto.randomUUID()
  const row = { organization_id: organizationId, id, user_id: user.id, role, created_at: joinedAt() }
  await database.transaction((tx) => tx.insertInto('members').values(row).execute())
}

test('create answers the organization with its owner as the only member, and makes it the active one', async () => {
  const user = await aUser(server)
  const slug = newSlug()
  const body = { name: 'Acme', slug, logo: 'https://acme.test/a.png', metadata: { tier: 1 }, userId: crypto.randomUUID() }
  const answer = await create(user, body)
  const at = server.clock.now().toISOString()
  expect(answer.status).toBe(200)
  const member = {
    id: expect.any(String),
    organizationId: answer.json.id,
    userId: user.id,
    role: 'owner',
    teamId: expect.any(String),
    createdAt: at,
  }
  expect(answer.json).toEqual({
    id: expect.any(String),
    name: 'Acme',
    slug,
    logo: 'https://acme.test/a.png',
    metadata: { tier: 1 },
    createdAt: at,
    members: [member],
  })
  expect(await activeOf(user)).toBe(answer.json.id)
})

test('create takes two round trips: the lookup of the session, and all writes', async () => {
  const user = await aUser(server)
  const answer = await create(user, { name: 'Acme', slug: newSlug() })
  expect([answer.status, answer.roundTrips]).toEqual([200, 2])
})

test('a new organization has a team with its name, and its creator is in it', async () => {
  const { owner, id, name } = await anOrganization(server)
  const { teams, members } = (await owner.request('GET', `${BASE}/get-full-organization`)).json
  expect(teams).toEqual([{ id: members[0].teamId, name, organizationId: id, createdAt: expect.any(String), updatedAt: null }])
})

test('the active organization stays with keepCurrentActiveOrganization', async () => {
  const { owner, id } = await anOrganization(server)
  await create(owner, { name: 'Second', slug: newSlug(), keepCurrentActiveOrganization: true })
  expect(await activeOf(owner)).toBe(id)
})

test.each([
  ['one that is taken', undefined, 'ORGANIZATION_ALREADY_EXISTS'],
  ['reserved', 'admin', 'ORGANIZATION_ALREADY_EXISTS'],
  ['a path', 'a/b', 'VALIDATION_ERROR'],
  ['parent folders', '..', 'VALIDATION_ERROR'],
  ['markup', '<b>', 'VALIDATION_ERROR'],
  ['capitals', 'Acme', 'VALIDATION_ERROR'],
  ['nothing', '', 'VALIDATION_ERROR'],
  ['65 characters', 'a'.repeat(65), 'VALIDATION_ERROR'],
])('a slug that is %s is refused, also by check-slug', async (_, requested, code) => {
  const { owner, slug } = await anOrganization(server)
  const answer = await create(owner, { name: 'Acme', slug: requested ?? slug })
  expect([answer.status, answer.json.code]).toEqual([400, code])
  const checked = await owner.request('POST', '/api/auth/organization/check-slug', { body: { slug: requested ?? slug } })
  expect([checked.status, checked.json.code]).toEqual([400, code === 'VALIDATION_ERROR' ? code : 'SLUG_IS_TAKEN'])
})

test('check-slug accepts a free slug, and one of concurrent requests gets it', async () => {
  const user = await aUser(server)
  const slug = newSlug()
  const checked = await user.request('POST', '/api/auth/organization/check-slug', { body: { slug } })
  expect([checked.status, checked.text]).toEqual([200, '{"status":true}'])
  const answers = await Promise.all(Array.from({ length: 3 }, () => create(user, { name: 'Acme', slug })))
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400, 400])
})

test.each([
  ['name', { slug: 'x-y' }, 'Required'],
  ['slug', { name: 'A' }, 'Required'],
  ['metadata', { name: 'A', slug: 'x-y', metadata: 'text' }, 'Expected object, received string'],
  ['logo', { name: 'A', slug: 'x-y', logo: 5 }, 'Expected string, received number'],
])('create with an invalid %s reports the field before the caller is checked', async (path, body, message) => {
  const answer = await server.request('POST', '/api/auth/organization/create', { body })
  expect([answer.status, answer.json.errors]).toEqual([400, [{ path, message }]])
})

test('metadata above 10,000 characters is refused', async () => {
  const user = await aUser(server)
  const answer = await create(user, { name: 'A', slug: newSlug(), metadata: { text: 'x'.repeat(10_000) } })
  expect([answer.status, answer.json.errors[0].path]).toEqual([400, 'metadata'])
})

test('with ORGANIZATION_CREATION_DISABLED only a server call creates organizations', async () => {
  const SERVICE_TOKEN = 'a-service-token-of-32-random-characters-7d2mx'
  const closed = await serverWith({ ORGANIZATION_CREATION_DISABLED: 'true', SERVICE_TOKEN })
  const user = await aUser(closed)
  const answer = await create(user, { name: 'A', slug: newSlug() })
  expect([answer.status, answer.json.message]).toEqual([403, 'You are not allowed to create a new organization'])
  const headers = { authorization: `Bearer ${SERVICE_TOKEN}` }
  const body = { name: 'A', slug: newSlug(), userId: user.id }
  const created = await closed.request('POST', '/api/auth/organization/create', { headers, body })
  expect([created.status, created.json.members[0].userId]).toEqual([200, user.id])
})

test('concurrent creations do not exceed the limit, and the creator role of the settings applies', async () => {
  const limited = await serverWith({ ORGANIZATION_LIMIT: '2', ORGANIZATION_CREATOR_ROLE: 'admin' })
  const user = await aUser(limited)
  const answers = await Promise.all(Array.from({ length: 4 }, () => create(user, { name: 'A', slug: newSlug() })))
  const [created] = answers.filter((answer) => answer.status === 200)
  expect(created?.json.members[0].role).toBe('admin')
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 403, 403])
  const [refused] = answers.filter((answer) => answer.status === 403)
  expect(refused?.json.message).toBe('You have reached the maximum number of organizations')
})

test('giving up the owner role does not allow another organization: the limit counts memberships', async () => {
  const limited = await serverWith({ ORGANIZATION_LIMIT: '1' })
  const [founder, partner] = [await aUser(limited), await aUser(limited)]
  const { id } = (await create(founder, { name: 'A', slug: newSlug() })).json
  await join(id, partner, 'owner')
  const members = (await founder.request('GET', '/api/auth/organization/get-full-organization')).json.members
  const memberId = members.find((member: { userId: string }) => member.userId === founder.id).id
  const down = { memberId, role: 'admin', organizationId: id }
  expect((await founder.request('POST', '/api/auth/organization/update-member-role', { body: down })).status).toBe(200)
  for (const user of [founder, partner]) expect((await create(user, { name: 'B', slug: newSlug() })).status).toBe(403)
})

test.each(['   ', 'a\r\nBcc: x', '\u0000', '\u200b', 'a\u2028b'])(
  'a name of which nothing shows, or of two lines, is refused: %j',
  async (name) => {
    const user = await aUser(server)
    const answer = await create(user, { name, slug: newSlug() })
    expect([answer.status, answer.json.errors?.[0].path ?? answer.json.code]).toEqual([400, expect.any(String)])
  },
)

test('list returns the caller’s organizations with metadata as text, in one statement', async () => {
  const { owner } = await anOrganization(server)
  await anOrganization(server)
  await create(owner, { name: 'Second', slug: newSlug(), metadata: { a: 1 } })
  const answer = await owner.request('GET', '/api/auth/organization/list')
  const listed = answer.json.map((each: { name: string; metadata: string }) => [each.name, each.metadata])
  expect(new Map(listed)).toEqual(
    new Map([
      ['Byron and Daughters', null],
      ['Second', '{"a":1}'],
    ]),
  )
  expect(answer.roundTrips).toBe(1)
})

test('get-full-organization returns members with their users, by default of the active organization, in one statement', async () => {
  const { owner, id, slug, name } = await anOrganization(server)
  const other = await aUser(server, { name: 'Grace' })
  await join(id, other)
  const answer = await owner.request('GET', '/api/auth/organization/get-full-organization')
  expect([answer.status, answer.roundTrips]).toEqual([200, 1])
  expect(answer.json).toMatchObject({ id, slug, name, logo: null, metadata: null, invitations: [], teams: [{ name }] })
  expect(answer.json.members).toEqual([
    {
      id: expect.any(String),
      organizationId: id,
      userId: owner.id,
      role: 'owner',
      teamId: expect.any(String),
      createdAt: server.clock.now().toISOString(),
      user: { id: owner.id, name: owner.name, email: owner.email, image: null },
    },
    expect.objectContaining({ userId: other.id, role: 'member', createdAt: joinedAt().toISOString() }),
  ])
  for (const query of [`organizationId=${id}`, `organizationSlug=${slug}`]) {
    expect((await other.request('GET', `${BASE}/get-full-organization?${query}`)).json.id).toBe(id)
  }
})

test('get-full-organization returns a hundred members in one statement, and none above the limit', async () => {
  const { owner, id } = await anOrganization(server)
  const rows = Array.from({ length: 105 }, () => ({ id: crypto.randomUUID(), name: 'Somebody', at: joinedAt() }))
  const users = rows.map(({ id: userId, name, at }) => ({
    id: userId,
    name,
    email: `${userId}@example.test`,
    is_email_verified: false,
    created_at: at,
    updated_at: at,
  }))
  const members = rows.map(({ id: userId, at }) => ({ organization_id: id, id: userId, user_id: userId, role: 'member', created_at: at }))
  await database.transaction(async (tx) => {
    await tx.insertInto('users').values(users).execute()
    await tx.insertInto('members').values(members).execute()
  })
  const answer = await owner.request('GET', `${BASE}/get-full-organization`)
  expect([answer.roundTrips, answer.json.members.length, answer.json.members[0].userId]).toEqual([1, 100, owner.id])
})

test('a foreign and an unknown organization get the same answer', async () => {
  const foreign = await anOrganization(server)
  const user = await aUser(server)
  const queries = [`organizationId=${foreign.id}`, `organizationSlug=${foreign.slug}`, `organizationId=${crypto.randomUUID()}`]
  for (const query of [...queries, 'organizationId=nope', 'organizationSlug=..']) {
    const answer = await user.request('GET', `${BASE}/get-full-organization?${query}`)
    const message = 'User is not a member of the organization'
    expect([answer.status, answer.json]).toEqual([403, { code: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION', message }])
  }
})

test('without an active organization the full organization and the active member are null', async () => {
  const user = await aUser(server)
  for (const path of ['get-full-organization', 'get-active-member']) {
    const answer = await user.request('GET', `${BASE}/${path}`)
    expect([answer.status, answer.text]).toEqual([200, 'null'])
  }
})

test('get-active-member returns the membership of the active organization, and refuses after it was deleted', async () => {
  const { owner, id } = await anOrganization(server)
  const answer = await owner.request('GET', '/api/auth/organization/get-active-member')
  expect(answer.json).toMatchObject({ organizationId: id, userId: owner.id, role: 'owner', user: { email: owner.email } })
  await database.transaction((tx) => tx.deleteFrom('members').where('organization_id', '=', id).execute())
  const missing = await owner.request('GET', '/api/auth/organization/get-active-member')
  expect([missing.status, missing.json.message]).toEqual([400, 'Member not found'])
})

test('set-active accepts an id or a slug, sends the cookie again and answers the full organization without teams', async () => {
  const first = await anOrganization(server)
  const { owner } = first
  const second = await anOrganization(server, owner)
  expect(await activeOf(owner)).toBe(second.id)
  const answer = await owner.request('POST', '/api/auth/organization/set-active', { body: { organizationId: first.id } })
  expect(answer.json).toMatchObject({ id: first.id, metadata: null, invitations: [], teams: null, members: [{ userId: owner.id }] })
  expect(answer.cookies.get('better-auth.session_token')).toMatch(/; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(await activeOf(owner)).toBe(first.id)
  const bySlug = await owner.request('POST', `${BASE}/set-active`, { body: { organizationSlug: second.slug } })
  expect([bySlug.json.id, await activeOf(owner)]).toEqual([second.id, second.id])
  expect((await owner.request('POST', `${BASE}/set-active`, { body: {} })).json.id).toBe(second.id)
})

test('set-active with null clears it', async () => {
  const { owner } = await anOrganization(server)
  const answer = await owner.request('POST', `${BASE}/set-active`, { body: { organizationId: null } })
  expect([answer.status, answer.text, answer.cookies.size]).toEqual([200, 'null', 2])
  expect(await activeOf(owner)).toBeNull()
  expect((await owner.request('POST', `${BASE}/set-active`, { body: {} })).text).toBe('null')
})

test.each(['a foreign id', 'nope', ''])(
  'set-active with %j is refused, and the active one is cleared unless nothing was named',
  async (requested) => {
    const { owner, id } = await anOrganization(server)
    const organizationId = requested === 'a foreign id' ? (await anOrganization(server)).id : requested
    const answer = await owner.request('POST', `${BASE}/set-active`, { body: { organizationId } })
    const named = requested !== ''
    expect([answer.status, await activeOf(owner)]).toEqual(named ? [403, null] : [200, id])
  },
)

test('a bearer client creates organizations and sets the active one without cookies or an origin', async () => {
  const { token } = await aUser(server)
  const headers = { authorization: `Bearer ${token}` }
  const created = await server.request('POST', `${BASE}/create`, { headers, body: { name: 'A', slug: newSlug() } })
  const set = await server.request('POST', `${BASE}/set-active`, { headers, body: { organizationId: created.json.id } })
  expect([created.status, set.status, set.cookies.size]).toEqual([200, 200, 0])
})

test.each([
  ['POST', 'create', { name: 'A', slug: 'some-slug' }],
  ['POST', 'check-slug', { slug: 'some-slug' }],
  ['POST', 'set-active', {}],
  ['GET', 'list', undefined],
  ['GET', 'get-full-organization', undefined],
  ['GET', 'get-active-member', undefined],
] as const)('%s %s without a session is 401 with an empty body', async (method, path, body) => {
  const answer = await server.request(method, `${BASE}/${path}`, { body })
  expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([401, '', 'application/json'])
})

test('lockOrganization finds organizations of the tenant scope only', async () => {
  const { id } = await anOrganization(server)
  const foundAmong = async (tenants: readonly string[]) => (await database.transaction((tx) => lockOrganization(tx, tenants, id)))?.id
  expect([await foundAmong([id]), await foundAmong([crypto.randomUUID()]), await foundAmong([])]).toEqual([id, undefined, undefined])
})

test('create emits an event with the creator for the operator, and is recorded', async () => {
  const { id, owner } = await anOrganization(server)
  const { db } = database
  const event = await db
    .selectFrom('domain_events')
    .select(['name', 'audience', 'payload'])
    .where('resource_id', '=', id)
    .executeTakeFirst()
  expect(event).toMatchObject({ name: 'organization.created', audience: 'operator', payload: { id, createdBy: owner.id } })
  const entry = await db.selectFrom('audit_entries').select(['action', 'user_id']).where('organization_id', '=', id).executeTakeFirst()
  expect(entry).toEqual({ action: 'organization.created', user_id: owner.id })
})
