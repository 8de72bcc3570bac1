import { afterAll, expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, PASSWORD, type TestUser } from '#test/support/a-user.ts'
import { sharedServer, testServer } from '#test/support/server.ts'

const SERVICE = 'a-service-token-of-32-random-characters-9f3kq'
const server = await sharedServer()
const served = await testServer({
  settings: { SERVICE_TOKEN: SERVICE, MEMBERSHIP_LIMIT: '3', ORGANIZATION_ROLES: '{"clerk":{"billing":["orders:read"]}}' },
})
afterAll(() => served.close())
const { database } = server.platform
const BASE = '/api/auth/organization'

const post = (user: TestUser, path: string, body: unknown) => user.request('POST', `${BASE}/${path}`, { body })
const byServer = (path: string, body: unknown) =>
  served.request('POST', `${BASE}/${path}`, { headers: { authorization: `Bearer ${SERVICE}` }, body })

async function memberIdOf(organizationId: string, user: TestUser): Promise<string> {
  const rows = database.db.selectFrom('members').select('id').where('organization_id', '=', organizationId).where('user_id', '=', user.id)
  return (await rows.executeTakeFirstOrThrow()).id
}

async function ownersOf(organizationId: string): Promise<string[]> {
  const rows = await database.db.selectFrom('members').select(['user_id', 'role']).where('organization_id', '=', organizationId).execute()
  return rows.filter(({ role }) => role.split(',').includes('owner')).map(({ user_id: id }) => id)
}

test('the roles of a member are replaced, as text or as a list, and stored comma-joined', async () => {
  const { owner, id } = await anOrganization(server)
  const member = await aMember(server, id, 'member')
  const memberId = await memberIdOf(id, member)
  const first = await post(owner, 'update-member-role', { memberId, role: ['admin', 'member'] })
  expect([first.status, first.json]).toEqual([
    200,
    { id: memberId, organizationId: id, userId: member.id, role: 'admin,member', teamId: null, createdAt: expect.any(String) },
  ])
  const second = await post(owner, 'update-member-role', { memberId, role: 'member', organizationId: id })
  expect(second.json.role).toBe('member')
})

test.each([
  ['an unknown role', { role: 'king' }, 400, 'Role not found'],
  ['no role', { role: [] }, 400, 'Role not found'],
  ['an empty role beside another', { role: 'member,,' }, 400, 'Role not found'],
  ['a role with white space', { role: 'owner\n' }, 400, 'Role not found'],
  ['an empty role', { role: '' }, 400, 'Role not found'],
  ['an unknown member', { memberId: crypto.randomUUID() }, 400, 'Member not found'],
  ['what is no id', { memberId: 'nope' }, 400, 'Member not found'],
  ['a foreign organization', { organizationId: crypto.randomUUID() }, 400, 'Member not found'],
])('changing a role with %s is refused', async (_, changed, status, message) => {
  const { owner, id } = await anOrganization(server)
  const memberId = await memberIdOf(id, await aMember(server, id, 'member'))
  const answer = await post(owner, 'update-member-role', { memberId, role: 'admin', ...changed })
  expect([answer.status, answer.json.message]).toEqual([status, message])
})

test('a member of another organization is not found by any caller', async () => {
  const [own, foreign] = [await anOrganization(server), await anOrganization(server)]
  const memberId = await memberIdOf(foreign.id, foreign.owner)
  const changed = await post(own.owner, 'update-member-role', { memberId, role: 'member' })
  const removed = await post(own.owner, 'remove-member', { memberIdOrEmail: memberId })
  const byAddress = await post(own.owner, 'remove-member', { memberIdOrEmail: foreign.owner.email })
  for (const answer of [changed, removed, byAddress]) expect([answer.status, answer.json.message]).toEqual([400, 'Member not found'])
  expect(await ownersOf(foreign.id)).toEqual([foreign.owner.id])
})

test.each(['owner', 'admin,owner', ['admin', 'owner']])('an admin cannot make a member an owner with %j', async (role) => {
  const { id } = await anOrganization(server)
  const admin = await aMember(server, id, 'admin')
  const memberId = await memberIdOf(id, admin)
  const answer = await post(admin, 'update-member-role', { memberId, role, organizationId: id })
  expect([answer.status, answer.json.message]).toEqual([403, 'You are not allowed to update this member'])
})

test.each(['update-member-role', 'remove-member', 'has-permission'])('%s is refused without an active organization', async (path) => {
  const body = { memberId: 'x', memberIdOrEmail: 'x', role: 'member', permissions: { team: ['create'] } }
  const answer = await post(await aUser(server), path, body)
  expect([answer.status, answer.json]).toEqual([400, { code: 'NO_ACTIVE_ORGANIZATION', message: 'No active organization' }])
})

test('a member is removed by id or by email in any case, and at once in cached sessions too', async () => {
  const { owner, id } = await anOrganization(server)
  for (const key of ['id', 'email']) {
    const member = await aMember(server, id, 'member')
    const set = await post(member, 'set-active', { organizationId: id })
    const cached = [...set.cookies.values()].map((line) => line.split(';', 1)[0]).join('; ')
    const memberIdOrEmail = key === 'id' ? await memberIdOf(id, member) : member.email.toUpperCase()
    const answer = await post(owner, 'remove-member', { memberIdOrEmail })
    expect([answer.status, answer.json.member]).toMatchObject([200, { userId: member.id, role: 'member', user: { email: member.email } }])
    const session = await server.request('GET', '/api/auth/get-session', { headers: { cookie: cached } })
    expect(session.json.session.activeOrganizationId).toBeNull()
    expect((await member.request('GET', `/v1/organizations/${id}`)).status).toBe(404)
    expect((await member.request('GET', `${BASE}/get-active-member`)).text).toBe('null')
  }
})

test('a member who activates an organization during their removal has no active organization', async () => {
  const { owner, id } = await anOrganization(server)
  for (let round = 0; round < 5; round += 1) {
    const member = await aMember(server, id, 'member')
    const [opened, removed] = await Promise.all([
      post(member, 'set-active', { organizationId: id }),
      post(owner, 'remove-member', { memberIdOrEmail: member.email, organizationId: id }),
    ])
    expect([removed.status, [200, 403].includes(opened.status)]).toEqual([200, true])
    expect((await member.request('GET', '/api/auth/get-session')).json.session.activeOrganizationId).toBeNull()
  }
})

test('a removal without the permission is refused with its reason', async () => {
  const { owner, id } = await anOrganization(server)
  const [member, other, admin] = [
    await aMember(server, id, 'member'),
    await aMember(server, id, 'member'),
    await aMember(server, id, 'admin'),
  ]
  const asMember = await post(member, 'remove-member', { memberIdOrEmail: await memberIdOf(id, other), organizationId: id })
  expect([asMember.status, asMember.json.message]).toEqual([401, 'You are not allowed to delete this member'])
  const asAdmin = await post(admin, 'remove-member', { memberIdOrEmail: owner.email, organizationId: id })
  expect([asAdmin.status, asAdmin.json.message]).toEqual([400, 'You cannot leave the organization as the only owner'])
  const outsider = await post(await aUser(server), 'remove-member', { memberIdOrEmail: owner.email, organizationId: id })
  expect([outsider.status, outsider.json.message]).toEqual([400, 'Member not found'])
})

test('the only owner can neither leave, be removed, give up the role nor delete the account', async () => {
  const { owner, id } = await anOrganization(server)
  await aMember(server, id, 'admin')
  const memberId = await memberIdOf(id, owner)
  const answers = [
    await post(owner, 'leave', { organizationId: id }),
    await post(owner, 'remove-member', { memberIdOrEmail: memberId }),
    await post(owner, 'update-member-role', { memberId, role: 'admin' }),
    await owner.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD } }),
  ]
  for (const { status, json } of answers)
    expect([status, json.message]).toEqual([400, 'You cannot leave the organization as the only owner'])
  expect(await ownersOf(id)).toEqual([owner.id])
})

test('leave answers the former membership', async () => {
  const { id } = await anOrganization(server)
  const member = await aMember(server, id, 'admin')
  const answer = await post(member, 'leave', { organizationId: id })
  expect([answer.status, answer.json]).toMatchObject([
    200,
    { organizationId: id, userId: member.id, role: 'admin', user: { id: member.id } },
  ])
  for (const organizationId of [id, 'nope', '']) {
    const again = await post(member, 'leave', { organizationId })
    expect([again.status, again.json.message]).toEqual([400, 'Member not found'])
  }
})

test.each([
  ['leave', async (user: TestUser, id: string) => post(user, 'leave', { organizationId: id })],
  [
    'step down',
    async (user: TestUser, id: string) =>
      post(user, 'update-member-role', { memberId: await memberIdOf(id, user), role: 'member', organizationId: id }),
  ],
  ['delete their accounts', async (user: TestUser) => user.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD } })],
])('one owner remains when two of them %s concurrently', async (_, act) => {
  const { owner, id } = await anOrganization(server)
  const second = await aMember(server, id, 'owner')
  const answers = await Promise.all([act(owner, id), act(second, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await ownersOf(id)).toHaveLength(1)
})

test('a user who becomes an owner while deleting their account does not leave the organization without an owner', async () => {
  const { owner, id } = await anOrganization(server)
  const member = await aMember(server, id, 'member')
  const memberId = await memberIdOf(id, member)
  await Promise.all([
    post(owner, 'update-member-role', { memberId, role: 'owner' }).then(() => post(owner, 'leave', { organizationId: id })),
    member.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD } }),
  ])
  expect(await ownersOf(id)).toHaveLength(1)
})

test.each([
  ['owner', { organization: ['delete'], billing: ['products:write'] }, true],
  ['admin', { organization: ['delete'] }, false],
  ['admin', { member: ['create'], team: ['update'] }, true],
  ['member', { invitation: ['create'] }, false],
  ['member', { nothing: ['create'] }, false],
  ['member', {}, false],
] as const)('has-permission for a member with the role %s and %j answers %s', async (role, permissions, success) => {
  const { id } = await anOrganization(server)
  const user = await aMember(server, id, role)
  for (const permissionsInput of [{ permissions }, { permission: permissions }]) {
    const answer = await post(user, 'has-permission', { ...permissionsInput, organizationId: id })
    expect([answer.status, answer.json]).toEqual([200, { error: null, success }])
  }
})

test('has-permission needs exactly one of permission and permissions, and a member', async () => {
  const { owner, id } = await anOrganization(server)
  for (const body of [{}, { permission: {}, permissions: {} }])
    expect((await post(owner, 'has-permission', body)).json.code).toBe('VALIDATION_ERROR')
  const outsider = await post(await aUser(server), 'has-permission', { permissions: { team: ['create'] }, organizationId: id })
  expect([outsider.status, outsider.json.message]).toEqual([401, 'User is not a member of the organization'])
})

test('members are listed page by page and searched by name or email, for members only, in one statement', async () => {
  const { owner, id } = await anOrganization(server)
  const grace = await aMember(server, id, 'member', await aUser(server, { name: 'Grace 100%' }))
  const all = await owner.request('GET', `${BASE}/list-members?limit=1&offset=1`)
  expect([all.roundTrips, all.json.total, all.json.members.length]).toEqual([2, 2, 1])
  const found = await owner.request('GET', `${BASE}/list-members?search=100%25`)
  expect([found.json.total, found.json.members[0].user]).toEqual([1, { id: grace.id, name: 'Grace 100%', email: grace.email, image: null }])
  const outsider = await (await aUser(server)).request('GET', `${BASE}/list-members?organizationId=${id}`)
  expect([outsider.status, outsider.json.message]).toEqual([403, 'User is not a member of the organization'])
})

test('members are found by several roles and by team, and sorted by name', async () => {
  const { owner, id } = await anOrganization(server)
  const [grace, both] = [await aUser(server, { name: 'grace' }), await aUser(server, { name: 'Bo' })]
  await aMember(server, id, 'member', grace)
  await aMember(server, id, 'admin,member', both)
  const { id: teamId } = (await post(owner, 'create-team', { name: 'Support' })).json
  await post(owner, 'set-member-team', { memberId: await memberIdOf(id, grace), teamId })
  const found = async (query: string) => {
    const { json } = await owner.request('GET', `${BASE}/list-members?${query}`)
    return json.members.map(({ userId }: { userId: string }) => userId)
  }
  expect(await found('role=admin')).toEqual([both.id])
  expect(await found('role=owner&role=admin')).toEqual([owner.id, both.id])
  expect(await found(`teamId=${teamId}`)).toEqual([grace.id])
  expect(await found(`teamId=none&role=member`)).toEqual([both.id])
  expect(await found(`teamId=none&teamId=${teamId}&role=member`)).toEqual([grace.id, both.id])
  expect(await found('role=member&sortBy=name&sortDirection=desc')).toEqual([grace.id, both.id])
  expect(await found('role=member&sortBy=name')).toEqual([both.id, grace.id])
  expect((await owner.request('GET', `${BASE}/list-members?teamId=nope`)).status).toBe(400)
})

test('a server call adds a member, also with roles of the settings; for other callers the endpoint does not exist', async () => {
  const { owner, id } = await anOrganization(served)
  const user = await aUser(served)
  const teamId = (await owner.request('GET', `${BASE}/get-full-organization`)).json.teams[0].id
  const answer = await byServer('add-member', { userId: user.id, organizationId: id, role: ['clerk'], teamId })
  expect([answer.status, answer.json]).toMatchObject([200, { userId: user.id, organizationId: id, role: 'clerk', teamId }])
  expect((await user.request('GET', `/v1/orders/?organization_id=${id}`)).status).toBe(200)
  expect((await user.request('GET', `/v1/products/?organization_id=${id}`)).status).toBe(403)
  const asOwner = await post(owner, 'add-member', { userId: user.id, organizationId: id, role: 'member' })
  expect([asOwner.status, asOwner.text]).toEqual([404, ''])
})

test('a server call with an unknown id is refused', async () => {
  const { owner, id } = await anOrganization(served)
  const foreign = await anOrganization(served)
  const foreignTeam = (await foreign.owner.request('GET', `${BASE}/get-full-organization`)).json.teams[0].id
  const { id: userId } = await aUser(served)
  const refused = async (changed: object) => {
    const answer = await byServer('add-member', { userId, organizationId: id, role: 'member', ...changed })
    return `${answer.status} ${answer.json.message}`
  }
  expect(await refused({ organizationId: undefined })).toBe('400 No active organization')
  expect(await refused({ organizationId: crypto.randomUUID() })).toBe('400 Organization not found')
  expect(await refused({ organizationId: 'nope' })).toBe('400 Organization not found')
  expect(await refused({ userId: undefined })).toBe('400 Either userId or session is required')
  expect(await refused({ userId: crypto.randomUUID() })).toBe('400 User not found')
  expect(await refused({ role: 'king' })).toBe('400 Role not found')
  expect(await refused({ teamId: foreignTeam })).toBe('400 Team not found')
  expect(await refused({ userId: owner.id })).toBe('400 User is already a member of this organization')
})

test('concurrent additions do not exceed the membership limit, and one user joins once', async () => {
  const { id } = await anOrganization(served)
  const users = await Promise.all(Array.from({ length: 4 }, () => aUser(served)))
  const add = (userId: string) => byServer('add-member', { userId, organizationId: id, role: 'member' })
  const same = await Promise.all(Array.from({ length: 3 }, () => add(users[0]?.id ?? '')))
  expect(same.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const rest = await Promise.all(users.slice(1).map(({ id: userId }) => add(userId)))
  expect(rest.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  expect(rest.find(({ status }) => status === 403)?.json.message).toBe('Organization membership limit reached')
})

test('a server call creates an organization for a user, whose session does not change', async () => {
  const user = await aUser(served)
  const answer = await byServer('create', { name: 'Made for you', slug: `made-${user.id}`, userId: user.id })
  expect([answer.status, answer.json.members]).toMatchObject([200, [{ userId: user.id, role: 'owner' }]])
  expect((await user.request('GET', '/api/auth/get-session')).json.session.activeOrganizationId).toBeNull()
  const nameless = await byServer('create', { name: 'A', slug: 'made-for-nobody' })
  expect([nameless.status, nameless.json.message]).toEqual([400, 'Either userId or session is required'])
  for (const userId of ['nope', crypto.randomUUID()]) {
    const unknown = await byServer('create', { name: 'A', slug: 'made-for-nobody', userId })
    expect([unknown.status, unknown.json.message]).toEqual([400, 'User not found'])
  }
})

test('changes of members are emitted for the operator and recorded', async () => {
  const { owner, id } = await anOrganization(server)
  const member = await aMember(server, id, 'member')
  await post(owner, 'update-member-role', { memberId: await memberIdOf(id, member), role: 'admin' })
  await post(member, 'leave', { organizationId: id })
  const events = database.db.selectFrom('domain_events').select('name').where('organization_id', '=', id).orderBy('position')
  expect((await events.execute()).map(({ name }) => name)).toEqual([
    'organization.created',
    'member.added',
    'member.updated',
    'member.removed',
  ])
  const entries = database.db.selectFrom('audit_entries').select(['action', 'user_id']).where('organization_id', '=', id).orderBy('id')
  expect(new Map((await entries.execute()).map(({ action, user_id: by }) => [action, by]))).toEqual(
    new Map([
      ['organization.created', owner.id],
      ['member.updated', owner.id],
      ['member.removed', member.id],
    ]),
  )
})
