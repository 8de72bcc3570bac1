import { expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, type TestUser } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const { database } = server.platform
const BASE = '/api/auth/organization'

const post = (person: TestUser, path: string, body: object) => person.request('POST', `${BASE}/${path}`, { body })

async function memberIdOf(organizationId: string, person: TestUser): Promise<string> {
  const rows = database.db.selectFrom('members').select('id').where('organization_id', '=', organizationId).where('user_id', '=', person.id)
  return (await rows.executeTakeFirstOrThrow()).id
}

async function withClerk() {
  const made = await anOrganization(server)
  const permissions = { invitation: ['create'], billing: ['products:read'] }
  const role = await post(made.owner, 'create-role', { name: 'clerk', permissions })
  const clerk = await aMember(server, made.id, 'member')
  const memberId = await memberIdOf(made.id, clerk)
  const given = await post(made.owner, 'update-member-role', { memberId, role: 'clerk' })
  return { ...made, role, clerk, memberId, given }
}

test('an organization makes a role, gives it to a member, and it counts at once on both halves', async () => {
  const { id, role, clerk, given } = await withClerk()
  expect([role.status, role.json]).toEqual([200, { name: 'clerk', permissions: { invitation: ['create'], billing: ['products:read'] } }])
  expect([given.status, given.json.role]).toEqual([200, 'clerk'])
  const may = async (permissions: object) => (await post(clerk, 'has-permission', { permissions, organizationId: id })).json.success
  expect([await may({ invitation: ['create'] }), await may({ invitation: ['cancel'] })]).toEqual([true, false])
  expect((await clerk.request('GET', `/v1/products/?organization_id=${id}`)).status).toBe(200)
  expect((await clerk.request('GET', `/v1/orders/?organization_id=${id}`)).status).toBe(403)
})

test('a role that permits something else counts from the next request on', async () => {
  const { owner, id, clerk } = await withClerk()
  const changed = await post(owner, 'update-role', { name: 'clerk', permissions: { billing: ['products:read', 'products:write'] } })
  expect([changed.status, changed.json.permissions]).toEqual([200, { billing: ['products:read', 'products:write'] }])
  const body = {
    organization_id: id,
    name: 'Lamp',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1200, price_currency: 'usd' }],
  }
  const made = await clerk.request('POST', '/v1/products/', { body })
  expect([made.status, made.json.name]).toEqual([201, 'Lamp'])
})

test('a role permits each thing once, however often it is said', async () => {
  const { owner } = await anOrganization(server)
  const often = { team: Array.from({ length: 50_000 }, (_, at) => (at % 2 ? 'create' : 'update')) }
  const made = await post(owner, 'create-role', { name: 'clerk', permissions: often })
  expect([made.status, made.json.permissions]).toEqual([200, { team: ['update', 'create'] }])
  const changed = await post(owner, 'update-role', { name: 'clerk', permissions: often })
  expect([changed.status, changed.json.permissions]).toEqual([200, { team: ['update', 'create'] }])
})

test('a role in use stays; nobody has it any more, and it goes', async () => {
  const { owner, id, memberId } = await withClerk()
  const refused = await post(owner, 'delete-role', { name: 'clerk' })
  expect([refused.status, refused.json.code]).toEqual([400, 'THE_ROLE_IS_IN_USE'])
  await post(owner, 'update-member-role', { memberId, role: 'member' })
  expect((await post(owner, 'delete-role', { name: 'clerk' })).status).toBe(200)
  const again = await post(owner, 'delete-role', { name: 'clerk' })
  expect([again.status, again.json.message]).toEqual([400, 'Role not found'])
  const given = await post(owner, 'update-member-role', { memberId, role: 'clerk', organizationId: id })
  expect([given.status, given.json.message]).toEqual([400, 'Role not found'])
})

test('a role of one organization means nothing in another', async () => {
  const { clerk } = await withClerk()
  const other = await anOrganization(server)
  const memberId = await memberIdOf(other.id, await aMember(server, other.id, 'member', clerk))
  const answer = await post(other.owner, 'update-member-role', { memberId, role: 'clerk' })
  expect([answer.status, answer.json.message]).toEqual([400, 'Role not found'])
})

test.each([
  ['owner', {}, 'name'],
  ['Clerk', {}, 'name'],
  ['clerk two', {}, 'name'],
  ['clerk', { sales: ['create'] }, 'permissions'],
  ['clerk', { team: ['paint'] }, 'permissions'],
  ['clerk', { team: 'create' }, 'permissions.team'],
])('a role %s with %j is refused by its field', async (name, permissions, path) => {
  const { owner } = await anOrganization(server)
  const answer = await post(owner, 'create-role', { name, permissions })
  expect([answer.status, answer.json.errors[0].path]).toEqual([400, path])
})

test('of several who make the same role at once one does', async () => {
  const { owner } = await anOrganization(server)
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(owner, 'create-role', { name: 'clerk', permissions: {} })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
})

test('members see all roles and who has them, in one statement; members without the right and outsiders change none', async () => {
  const { id, clerk } = await withClerk()
  const listed = await clerk.request('GET', `${BASE}/list-roles?organizationId=${id}`)
  expect([listed.status, listed.messages]).toEqual([200, 2])
  expect(listed.json.map((role: { name: string; source: string; members: number }) => [role.name, role.source, role.members])).toEqual([
    ['owner', 'built-in', 1],
    ['admin', 'built-in', 0],
    ['member', 'built-in', 0],
    ['clerk', 'organization', 1],
  ])
  const outsider = await aUser(server)
  expect((await outsider.request('GET', `${BASE}/list-roles?organizationId=${id}`)).json.message).toBe(
    'User is not a member of the organization',
  )
  for (const path of ['create-role', 'update-role', 'delete-role']) {
    const body = { name: 'clerk', permissions: {}, organizationId: id }
    const refused = await post(clerk, path, body)
    expect([refused.status, refused.json.message]).toEqual([403, 'You are not allowed to manage the roles of this organization'])
    expect([
      (await post(outsider, path, body)).json.message,
      (await post(outsider, path, { ...body, organizationId: undefined })).json.message,
    ]).toEqual(['User is not a member of the organization', 'No active organization'])
  }
})

test('an admin grants nothing that an admin does not have', async () => {
  const { id } = await anOrganization(server)
  const admin = await aMember(server, id, 'admin')
  const body = { name: 'heir', permissions: { organization: ['delete'] }, organizationId: id }
  const answer = await post(admin, 'create-role', body)
  expect([answer.status, answer.json.message]).toEqual([403, 'You are not allowed to grant permissions that you do not hold yourself'])
})

test('what is done to roles is on record', async () => {
  const { owner, id } = await anOrganization(server)
  for (const path of ['create-role', 'update-role', 'delete-role'])
    await post(owner, path, { name: 'clerk', permissions: { team: ['create'] } })
  const entries = database.db.selectFrom('audit_entries').select(['action', 'target']).where('organization_id', '=', id)
  const found = (await entries.execute()).filter(({ target }) => target?.type === 'role')
  expect(found.map(({ action }) => action).sort()).toEqual(['role.created', 'role.deleted', 'role.updated'])
})
