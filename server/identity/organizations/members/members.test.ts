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

const post = (person: TestUser, path: string, body: unknown) => person.request('POST', `${BASE}/${path}`, { body })
const byServer = (path: string, body: unknown) =>
  served.request('POST', `${BASE}/${path}`, { headers: { authorization: `Bearer ${SERVICE}` }, body })

async function memberIdOf(organizationId: string, person: TestUser): Promise<string> {
  const rows = database.db.selectFrom('members').select('id').where('organization_id', '=', organizationId).where('user_id', '=', person.id)
  return (await rows.executeTakeFirstOrThrow()).id
}

async function ownersOf(organizationId: string): Promise<string[]> {
  const rows = await database.db.selectFrom('members').select(['user_id', 'role']).where('organization_id', '=', organizationId).execute()
  return rows.filter(({ role }) => role.split(',').includes('owner')).map(({ user_id: id }) => id)
}

test('a member gets other roles, as text or as a list, stored comma-joined', async () => {
  const { owner, id } = await anOrganization(server)
  const member = await aMember(server, id, 'member')
  const memberId = await memberIdOf(id, member)
  const first = await post(owner, 'update-member-role', { memberId, role: ['admin', ' member'] })
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

test('a member of another organization is not found, whoever asks', async () => {
  const [own, foreign] = [await anOrganization(server), await anOrganization(server)]
  const memberId = await memberIdOf(foreign.id, foreign.owner)
  const changed = await post(own.owner, 'update-member-role', { memberId, role: 'member' })
  const removed = await post(own.owner, 'remove-member', { memberIdOrEmail: memberId })
  const byAddress = await post(own.owner, 'remove-member', { memberIdOrEmail: foreign.owner.email })
  for (const answer of [changed, removed, byAddress]) expect([answer.status, answer.json.message]).toEqual([400, 'Member not found'])
  expect(await ownersOf(foreign.id)).toEqual([foreign.owner.id])
})

test.each(['owner', 'admin,owner', ' owner', ['admin', 'owner']])('an admin makes nobody an owner by %j', async (role) => {
  const { id } = await anOrganization(server)
  const admin = await aMember(server, id, 'admin')
  const memberId = await memberIdOf(id, admin)
  const answer = await post(admin, 'update-member-role', { memberId, role, organizationId: id })
  expect([answer.status, answer.json.message]).toEqual([403, 'You are not allowed to update this member'])
})

test.each(['update-member-role', 'remove-member', 'has-permission'])('%s without an active organization says so', async (path) => {
  const body = { memberId: 'x', memberIdOrEmail: 'x', role: 'member', permissions: { team: ['create'] } }
  const answer = await post(await aUser(server), path, body)
  expect([answer.status, answer.json]).toEqual([400, { code: 'NO_ACTIVE_ORGANIZATION', message: 'No active organization' }])
})

test('a member is removed by id or by address in any case, and is nobody there at once, in cached sessions too', async () => {
  const { owner, id } = await anOrganization(server)
  for (const key of ['id', 'address']) {
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

test('whoever opens an organization while they are taken out of it is left without', async () => {
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

test('who may not remove is told so', async () => {
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

test('the only owner can neither leave, be removed, step down nor delete the account', async () => {
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

test('a member leaves, and is answered what they were', async () => {
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
  ['leave', async (person: TestUser, id: string) => post(person, 'leave', { organizationId: id })],
  [
    'step down',
    async (person: TestUser, id: string) =>
      post(person, 'update-member-role', { memberId: await memberIdOf(id, person), role: 'member', organizationId: id }),
  ],
  ['delete their accounts', async (person: TestUser) => person.request('POST', '/api/auth/delete-user', { body: { password: PASSWORD } })],
])('of two owners who %s at once one stays', async (_, act) => {
  const { owner, id } = await anOrganization(server)
  const second = await aMember(server, id, 'owner')
  const answers = await Promise.all([act(owner, id), act(second, id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await ownersOf(id)).toHaveLength(1)
})

test('whoever is made an owner while deleting their account is not left as the one who is gone', async () => {
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
] as const)('has-permission tells %s of %j: %s', async (role, permissions, success) => {
  const { id } = await anOrganization(server)
  const person = await aMember(server, id, role)
  for (const asked of [{ permissions }, { permission: permissions }]) {
    const answer = await post(person, 'has-permission', { ...asked, organizationId: id })
    expect([answer.status, answer.json]).toEqual([200, { error: null, success }])
  }
})

test('has-permission takes exactly one question, of a member', async () => {
  const { owner, id } = await anOrganization(server)
  for (const body of [{}, { permission: {}, permissions: {} }])
    expect((await post(owner, 'has-permission', body)).json.code).toBe('VALIDATION_ERROR')
  const outsider = await post(await aUser(server), 'has-permission', { permissions: { team: ['create'] }, organizationId: id })
  expect([outsider.status, outsider.json.message]).toEqual([401, 'User is not a member of the organization'])
})

test('members are listed in pages and looked for by name or address, for members alone, in one statement', async () => {
  const { owner, id } = await anOrganization(server)
  const grace = await aMember(server, id, 'member', await aUser(server, { name: 'Grace 100%' }))
  const all = await owner.request('GET', `${BASE}/list-members?limit=1&offset=1`)
  expect([all.messages, all.json.total, all.json.members.length]).toEqual([2, 2, 1])
  const found = await owner.request('GET', `${BASE}/list-members?search=100%25`)
  expect([found.json.total, found.json.members[0].user]).toEqual([1, { id: grace.id, name: 'Grace 100%', email: grace.email, image: null }])
  const outsider = await (await aUser(server)).request('GET', `${BASE}/list-members?organizationId=${id}`)
  expect([outsider.status, outsider.json.message]).toEqual([403, 'User is not a member of the organization'])
})

test('a server call adds a member, with roles of the settings too; to everybody else there is no such call', async () => {
  const { owner, id } = await anOrganization(served)
  const person = await aUser(served)
  const teamId = (await owner.request('GET', `${BASE}/get-full-organization`)).json.teams[0].id
  const answer = await byServer('add-member', { userId: person.id, organizationId: id, role: ['clerk'], teamId })
  expect([answer.status, answer.json]).toMatchObject([200, { userId: person.id, organizationId: id, role: 'clerk', teamId }])
  expect((await person.request('GET', `/v1/orders/?organization_id=${id}`)).status).toBe(200)
  expect((await person.request('GET', `/v1/products/?organization_id=${id}`)).status).toBe(403)
  const asOwner = await post(owner, 'add-member', { userId: person.id, organizationId: id, role: 'member' })
  expect([asOwner.status, asOwner.text]).toEqual([404, ''])
})

test('a server call that names what is not known is refused', async () => {
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

test('the limit of members holds when many join at once, and one person joins once', async () => {
  const { id } = await anOrganization(served)
  const people = await Promise.all(Array.from({ length: 4 }, () => aUser(served)))
  const add = (userId: string) => byServer('add-member', { userId, organizationId: id, role: 'member' })
  const same = await Promise.all(Array.from({ length: 3 }, () => add(people[0]?.id ?? '')))
  expect(same.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const rest = await Promise.all(people.slice(1).map(({ id: userId }) => add(userId)))
  expect(rest.map(({ status }) => status).sort()).toEqual([200, 403, 403])
  expect(rest.find(({ status }) => status === 403)?.json.message).toBe('Organization membership limit reached')
})

test('a server call makes an organization for somebody, whose session keeps what it has', async () => {
  const person = await aUser(served)
  const answer = await byServer('create', { name: 'Made for you', slug: `made-${person.id}`, userId: person.id })
  expect([answer.status, answer.json.members]).toMatchObject([200, [{ userId: person.id, role: 'owner' }]])
  expect((await person.request('GET', '/api/auth/get-session')).json.session.activeOrganizationId).toBeNull()
  const nameless = await byServer('create', { name: 'A', slug: 'made-for-nobody' })
  expect([nameless.status, nameless.json.message]).toEqual([400, 'Either userId or session is required'])
  for (const userId of ['nope', crypto.randomUUID()]) {
    const unknown = await byServer('create', { name: 'A', slug: 'made-for-nobody', userId })
    expect([unknown.status, unknown.json.message]).toEqual([400, 'User not found'])
  }
})

test('what is done to members is told to the operator and on record', async () => {
  const { owner, id } = await anOrganization(server)
  const member = await aMember(server, id, 'member')
  await post(owner, 'update-member-role', { memberId: await memberIdOf(id, member), role: 'admin' })
  await post(member, 'leave', { organizationId: id })
  const facts = database.db.selectFrom('facts').select('name').where('organization_id', '=', id).orderBy('position')
  expect((await facts.execute()).map(({ name }) => name)).toEqual([
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
