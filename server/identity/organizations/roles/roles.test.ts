import { expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, type TestUser } from '#test/support/a-user.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const { database } = server.platform
const BASE = '/api/auth/organization'

const post = (user: TestUser, path: string, body: object) => user.request('POST', `${BASE}/${path}`, { body })

async function memberIdOf(organizationId: string, user: TestUser): Promise<string> {
  const rows = database.db.selectFrom('members').select('id').where('organization_id', '=', organizationId).where('user_id', '=', user.id)
  return (await rows.executeTakeFirstOrThrow()).id
}

async function withClerk() {
  const created = await anOrganization(server)
  const permissions = { invitation: ['create'], billing: ['products:read'] }
  const role = await post(created.owner, 'create-role', { name: 'clerk', permissions })
  const clerk = await aMember(server, created.id, 'member')
  const memberId = await memberIdOf(created.id, clerk)
  const assigned = await post(created.owner, 'update-member-role', { memberId, role: 'clerk' })
  return { ...created, role, clerk, memberId, assigned }
}

test('a custom role that is assigned to a member takes effect at once on /api/auth and /v1', async () => {
  const { id, role, clerk, assigned } = await withClerk()
  const permissions = { invitation: ['create'], billing: ['products:read'] }
  expect([role.status, role.json]).toMatchObject([
    200,
    { name: 'clerk', permissions, roleData: { role: 'clerk', permission: permissions } },
  ])
  expect([assigned.status, assigned.json.role]).toEqual([200, 'clerk'])
  const may = async (permissions: object) => (await post(clerk, 'has-permission', { permissions, organizationId: id })).json.success
  expect([await may({ invitation: ['create'] }), await may({ invitation: ['cancel'] })]).toEqual([true, false])
  expect((await clerk.request('GET', `/v1/products/?organization_id=${id}`)).status).toBe(200)
  expect((await clerk.request('GET', `/v1/orders/?organization_id=${id}`)).status).toBe(403)
})

test('changed permissions of a role take effect with the next request', async () => {
  const { owner, id, clerk } = await withClerk()
  const changed = await post(owner, 'update-role', { name: 'clerk', permissions: { billing: ['products:read', 'products:write'] } })
  expect([changed.status, changed.json.permissions]).toEqual([200, { billing: ['products:read', 'products:write'] }])
  const body = {
    organization_id: id,
    name: 'Lamp',
    recurring_interval: null,
    prices: [{ amount_type: 'fixed', price_amount: 1200, price_currency: 'usd' }],
  }
  const created = await clerk.request('POST', '/v1/products/', { body })
  expect([created.status, created.json.name]).toEqual([201, 'Lamp'])
})

test('duplicate permissions of a role are stored once', async () => {
  const { owner } = await anOrganization(server)
  const often = { team: Array.from({ length: 5000 }, (_, at) => (at % 2 ? 'create' : 'update')) }
  const created = await post(owner, 'create-role', { name: 'clerk', permissions: often })
  expect([created.status, created.json.permissions]).toEqual([200, { team: ['update', 'create'] }])
  const changed = await post(owner, 'update-role', { name: 'clerk', permissions: often })
  expect([changed.status, changed.json.permissions]).toEqual([200, { team: ['update', 'create'] }])
})

test('a role in use cannot be deleted; an unused one can', async () => {
  const { owner, id, memberId } = await withClerk()
  const refused = await post(owner, 'delete-role', { name: 'clerk' })
  expect([refused.status, refused.json.code]).toEqual([400, 'THE_ROLE_IS_IN_USE'])
  await post(owner, 'update-member-role', { memberId, role: 'member' })
  expect((await post(owner, 'delete-role', { name: 'clerk' })).status).toBe(200)
  const again = await post(owner, 'delete-role', { name: 'clerk' })
  expect([again.status, again.json.message]).toEqual([400, 'Role not found'])
  const assigned = await post(owner, 'update-member-role', { memberId, role: 'clerk', organizationId: id })
  expect([assigned.status, assigned.json.message]).toEqual([400, 'Role not found'])
})

test('a custom role is unknown in other organizations', async () => {
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

test('one of concurrent creations of the same role succeeds', async () => {
  const { owner } = await anOrganization(server)
  const answers = await Promise.all(Array.from({ length: 4 }, () => post(owner, 'create-role', { name: 'clerk', permissions: {} })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
})

test('members list all roles with their member counts, in one statement; without the permission they cannot change roles', async () => {
  const { id, clerk } = await withClerk()
  const listed = await clerk.request('GET', `${BASE}/list-roles?organizationId=${id}`)
  expect([listed.status, listed.roundTrips]).toEqual([200, 2])
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

test('an admin cannot grant permissions that admins do not have', async () => {
  const { id } = await anOrganization(server)
  const admin = await aMember(server, id, 'admin')
  const body = { name: 'heir', permissions: { organization: ['delete'] }, organizationId: id }
  const answer = await post(admin, 'create-role', body)
  expect([answer.status, answer.json.message]).toEqual([403, 'You are not allowed to grant permissions that you do not hold yourself'])
})

test('changes of roles are recorded', async () => {
  const { owner, id } = await anOrganization(server)
  for (const [path, team] of [
    ['create-role', ['create']],
    ['update-role', ['update']],
    ['delete-role', []],
  ] as const)
    await post(owner, path, { name: 'clerk', permissions: { team } })
  const entries = database.db.selectFrom('audit_entries').select(['action', 'target']).where('organization_id', '=', id)
  const found = (await entries.execute()).filter(({ target }) => target?.type === 'role')
  expect(found.map(({ action }) => action).sort()).toEqual(['role.created', 'role.deleted', 'role.updated'])
})

test('the names of the newer published client create, read, rename, change and delete a role', async () => {
  const { owner, id } = await anOrganization(server)
  const permission = { team: ['create'] }
  const created = await post(owner, 'create-role', { role: 'Clerk', permission })
  expect([created.status, created.json]).toMatchObject([
    200,
    { success: true, roleData: { id: 'clerk', organizationId: id, role: 'clerk', permission, updatedAt: null }, statements: permission },
  ])
  const renamed = await post(owner, 'update-role', { roleId: 'clerk', data: { roleName: 'Scribe', permission: { team: ['update'] } } })
  expect([renamed.status, renamed.json.roleData]).toMatchObject([200, { role: 'scribe', permission: { team: ['update'] } }])
  const read = await owner.request('GET', `${BASE}/get-role?roleName=scribe`)
  expect(read.json).toMatchObject({ role: 'scribe', permission: { team: ['update'] }, source: 'organization', members: 0 })
  const gone = await owner.request('GET', `${BASE}/get-role?roleName=clerk`)
  expect([gone.status, gone.json.message]).toEqual([400, 'Role not found'])
  const builtIn = await owner.request('GET', `${BASE}/get-role?roleId=admin&organizationId=${id}`)
  expect(builtIn.json).toMatchObject({ role: 'admin', source: 'built-in', createdAt: expect.stringMatching(/Z$/) })
  expect((await post(owner, 'delete-role', { roleName: 'scribe' })).json.success).toBe(true)
})

test('a role that a member or an invitation holds keeps its name; its permissions change', async () => {
  const { owner } = await withClerk()
  const renamed = await post(owner, 'update-role', { roleName: 'clerk', data: { roleName: 'scribe' } })
  expect([renamed.status, renamed.json.message]).toEqual([400, 'The role is in use'])
  const changed = await post(owner, 'update-role', { roleName: 'clerk', data: { permission: {} } })
  expect([changed.status, changed.json.roleData.permission]).toEqual([200, {}])
})

test.each([
  ['create-role', { name: 'clerk', role: 'clerk', permissions: {} }, 'name'],
  ['create-role', { permissions: {} }, 'name'],
  ['create-role', { role: 'clerk' }, 'permissions'],
  ['update-role', { name: 'clerk', permissions: {}, data: {} }, 'permissions'],
  ['delete-role', { name: 'clerk', roleId: 'clerk' }, 'name'],
  ['delete-role', {}, 'name'],
])('%s with %j names the field that is missing or given twice', async (path, body, field) => {
  const { owner } = await anOrganization(server)
  const answer = await post(owner, path, body)
  expect([answer.status, answer.json.errors[0].path]).toEqual([400, field])
})

test('a user outside the organization reads none of its roles', async () => {
  const { id } = await anOrganization(server)
  const answer = await (await aUser(server)).request('GET', `${BASE}/get-role?roleName=owner&organizationId=${id}`)
  expect([answer.status, answer.json.message]).toEqual([403, 'User is not a member of the organization'])
})
