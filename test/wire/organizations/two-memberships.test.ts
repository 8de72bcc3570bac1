// A member of one organization who owns another, which is the active one, asks for resources of the first: the answer is that for any
// member of it. For a user who owns another organization alone, the answer shows nothing of it. /v1 is tested in permissions.test.ts.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Route } from '#platform/http/route.ts'
import { composition } from '#server/app.ts'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, type TestOrganization, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { sharedServer, type TestAnswer } from '#test/support/server.ts'

const server = await sharedServer()
const BASE = '/api/auth/organization'

let organization: TestOrganization
/** A member of the organization alone, one who owns another, and the owner of another alone. */
let member: TestUser
let ownerElsewhere: TestUser
let stranger: TestUser
/** The ids that the requests name: all of the organization. */
const ids = { member: '', user: '', team: '', invitation: '', email: '' }

const inOrganization = (more: object = {}) => ({ organizationId: organization.id, ...more })
const permissions = { organization: ['update'] }

/** The body of each route that changes or asks for something of the organization. */
const bodies: Readonly<Record<string, () => object>> = {
  'organization:update': () => inOrganization({ data: { name: 'Taken over' } }),
  'organization:delete': () => inOrganization(),
  'organization:update-member-role': () => inOrganization({ memberId: ids.member, role: 'member' }),
  'organization:remove-member': () => inOrganization({ memberIdOrEmail: ids.member }),
  'organization:has-permission': () => inOrganization({ permissions }),
  'organization:create-role': () => inOrganization({ name: 'clerk', permissions }),
  'organization:update-role': () => inOrganization({ name: 'reader', permissions }),
  'organization:delete-role': () => inOrganization({ name: 'reader' }),
  'organization:create-team': () => inOrganization({ name: 'Another' }),
  'organization:update-team': () => inOrganization({ teamId: ids.team, data: { name: 'Taken over' } }),
  'organization:remove-team': () => inOrganization({ teamId: ids.team }),
  'organization:set-member-team': () => inOrganization({ memberId: ids.member, teamId: ids.team }),
  'organization:add-team-member': () => inOrganization({ userId: ids.user, teamId: ids.team }),
  'organization:remove-team-member': () => inOrganization({ userId: ids.user, teamId: ids.team }),
  'organization:set-active-team': () => ({ teamId: ids.team }),
  'organization:invite-member': () => inOrganization({ email: ids.email, role: 'member' }),
  'organization:accept-invitation': () => ({ invitationId: ids.invitation }),
  'organization:reject-invitation': () => ({ invitationId: ids.invitation }),
  'organization:cancel-invitation': () => ({ invitationId: ids.invitation }),
}
/** Routes of the caller's own, which name no resource of an organization, or change only what is the caller's. */
const PERSONAL = ['check-slug', 'list', 'list-user-invitations', 'set-active', 'leave', 'get-active-member', 'preview-invitation']

/** Routes that act in the active organization only: the resources of another are not found there. */
const IN_ACTIVE = ['organization:update-team', 'organization:list-teams', 'organization:set-active-team']

const routes = composition.routes.filter(
  ({ path, access, name }) =>
    path.startsWith(`${BASE}/`) &&
    access !== 'service' &&
    name !== 'organization:create' &&
    !PERSONAL.includes(path.slice(BASE.length + 1)),
)

beforeAll(async () => {
  organization = await anOrganization(server)
  const { owner } = organization
  const create = async (path: string, body: object) => (await owner.request('POST', `${BASE}/${path}`, { body: inOrganization(body) })).json
  ids.team = (await create('create-team', { name: 'Support' })).id
  ids.invitation = (await create('invite-member', { email: uniqueEmail(), role: 'member' })).id
  ids.email = uniqueEmail()
  await create('create-role', { name: 'reader', permissions: {} })
  member = await aMember(server, organization.id, 'member')
  ownerElsewhere = (await anOrganization(server)).owner
  await aMember(server, organization.id, 'member', ownerElsewhere)
  stranger = (await anOrganization(server)).owner
  const target = await aMember(server, organization.id, 'member', await aUser(server))
  const { members } = (await owner.request('GET', `${BASE}/get-full-organization?organizationId=${organization.id}`)).json
  ids.user = target.id
  ids.member = members.find(({ userId }: { userId: string }) => userId === target.id).id
})

function ask(user: TestUser, { method, path, name }: Route): Promise<TestAnswer> {
  if (method === 'GET') {
    return user.request(
      'GET',
      `${path}?organizationId=${organization.id}&invitationId=${ids.invitation}&id=${ids.invitation}&roleName=reader`,
    )
  }
  return user.request(method, path, { body: bodies[name]?.() ?? {} })
}

const outcomeOf = ({ status, text, json }: TestAnswer & { readonly json: unknown }): string =>
  `${status} ${status < 400 ? '' : text && (json as { code?: string }).code}`

test('every route that names a resource of an organization is tested', () => {
  const changing = routes.filter(({ method }) => method !== 'GET').map(({ name }) => name)
  expect(changing.sort()).toEqual(Object.keys(bodies).sort())
})

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (_, route) => {
  test('answers a member who owns another organization as it answers any member, and never as an owner', async () => {
    const expected = await ask(member, route)
    const answer = await ask(ownerElsewhere, route)
    if (IN_ACTIVE.includes(route.name)) expect(answer.text).not.toContain(ids.team)
    else expect(outcomeOf(answer)).toBe(outcomeOf(expected))
    if (route.method !== 'GET' && route.name !== 'organization:has-permission') expect([400, 401, 403]).toContain(answer.status)
    if (route.name === 'organization:has-permission') expect(answer.json.success).toBe(false)
  })

  test('shows nothing to the owner of another organization', async () => {
    const answer = await ask(stranger, route)
    const isEmpty = answer.status !== 200 || answer.json === null || answer.json.success === false
    expect(isEmpty || IN_ACTIVE.includes(route.name)).toBe(true)
    for (const id of [ids.member, ids.team, ids.email, organization.slug]) expect(answer.text).not.toContain(id)
  })
})

test('after all of these requests the organization is unchanged', async () => {
  const { json } = await organization.owner.request('GET', `${BASE}/get-full-organization?organizationId=${organization.id}`)
  expect([json.name, json.members.length, json.teams.map(({ name }: { name: string }) => name)]).toEqual([
    organization.name,
    4,
    expect.arrayContaining(['Support']),
  ])
})
