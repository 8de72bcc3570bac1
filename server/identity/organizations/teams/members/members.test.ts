import { afterAll, expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, type TestUser } from '#test/support/a-user.ts'
import { testServer } from '#test/support/server.ts'

const server = await testServer()
afterAll(() => server.close())

const BASE = '/api/auth/organization'
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

const post = (who: TestUser, call: string, body: object) => who.request('POST', `${BASE}/${call}`, { body })
const read = (who: TestUser, call: string, query: Record<string, string> = {}) =>
  who.request('GET', `${BASE}/${call}?${new URLSearchParams(query)}`)
const outcomeOf = async (answer: ReturnType<typeof post>) => {
  const { status, json } = await answer
  return [status, json?.message]
}
const activeTeamOf = async (who: TestUser) => (await who.request('GET', '/api/auth/get-session')).json.session.activeTeamId

/** An organization with a member in its team Sales, which is also active in the member's session. */
async function setUp() {
  const { id, owner } = await anOrganization(server)
  const member = await aMember(server, id, 'member')
  const team = (await post(owner, 'create-team', { name: 'Sales' })).json
  const added = await post(owner, 'add-team-member', { teamId: team.id, userId: member.id })
  await post(member, 'set-active', { organizationId: id })
  const active = await post(member, 'set-active-team', { teamId: team.id })
  return { id, owner, member, team, added, active }
}

test('a member is added to a team, twice without a difference, and the answer names team and user', async () => {
  const { owner, member, team, added } = await setUp()
  const expected = { id: expect.any(String), teamId: team.id, userId: member.id, createdAt: expect.stringMatching(/Z$/) }
  expect([added.status, added.json]).toEqual([200, expected])
  expect((await post(owner, 'add-team-member', { teamId: team.id, userId: member.id })).json).toEqual(added.json)
  expect((await read(member, 'list-team-members')).json).toEqual([expected])
})

test('a member in one team is not added to another; taken out, they are', async () => {
  const { owner, member, team } = await setUp()
  const other = (await post(owner, 'create-team', { name: 'Support' })).json
  const [inOther, inTeam] = [other, team].map(({ id: teamId }) => ({ teamId, userId: member.id }))
  expect(await outcomeOf(post(owner, 'add-team-member', inOther ?? {}))).toEqual([400, 'The member is in another team'])
  expect(await outcomeOf(post(owner, 'remove-team-member', inOther ?? {}))).toEqual([400, 'User is not a member of the team'])
  expect(await outcomeOf(post(owner, 'remove-team-member', inTeam ?? {}))).toEqual([200, 'Team member removed successfully.'])
  expect((await post(owner, 'add-team-member', inOther ?? {})).status).toBe(200)
})

test('only who may update members adds to a team, only members of the organization, and only to its teams', async () => {
  const { owner, member, team } = await setUp()
  const [stranger, elsewhere] = [await aUser(server), await anOrganization(server)]
  const foreign = (await post(elsewhere.owner, 'create-team', { name: 'Foreign' })).json
  const add = (who: TestUser, teamId: string, userId: string) => outcomeOf(post(who, 'add-team-member', { teamId, userId }))
  expect(await add(member, team.id, owner.id)).toEqual([403, 'You are not allowed to update this member'])
  expect(await add(owner, team.id, stranger.id)).toEqual([400, 'Member not found'])
  expect(await add(owner, foreign.id, member.id)).toEqual([400, 'Team not found'])
})

test('the active team is answered, is in the session at once, and stays until it is cleared', async () => {
  const { member, team, active } = await setUp()
  expect([active.status, active.json]).toEqual([200, team])
  expect(active.cookies.has('better-auth.session_token')).toBe(true)
  expect(await activeTeamOf(member)).toBe(team.id)
  expect((await post(member, 'set-active-team', {})).json).toEqual(team)
  expect((await post(member, 'set-active-team', { teamId: null })).json).toBeNull()
  expect(await activeTeamOf(member)).toBeNull()
  expect((await post(member, 'set-active-team', {})).json).toBeNull()
})

test('a team that the caller is not in, an unknown one, and one without an active organization do not become active', async () => {
  const { id, owner, member, team } = await setUp()
  expect(await outcomeOf(post(owner, 'set-active-team', { teamId: team.id }))).toEqual([403, 'User is not a member of the team'])
  expect(await outcomeOf(post(member, 'set-active-team', { teamId: UNKNOWN }))).toEqual([400, 'Team not found'])
  const other = await aMember(server, id, 'member')
  expect(await outcomeOf(post(other, 'set-active-team', { teamId: team.id }))).toEqual([400, 'No active organization'])
})

test.each([
  ['the member leaves the team', ({ owner, member, team }) => post(owner, 'remove-team-member', { teamId: team.id, userId: member.id })],
  ['the team is deleted', ({ owner, team }) => post(owner, 'remove-team', { teamId: team.id })],
  [
    'another organization becomes active',
    async ({ member }) => post(member, 'set-active', { organizationId: (await anOrganization(server, member)).id }),
  ],
  ['the member leaves the organization', ({ id, member }) => post(member, 'leave', { organizationId: id })],
  ['the organization is deleted', ({ id, owner }) => post(owner, 'delete', { organizationId: id })],
] as [string, (setup: Awaited<ReturnType<typeof setUp>>) => ReturnType<typeof post>][])('no team is active after %s', async (_, change) => {
  const setup = await setUp()
  expect(await activeTeamOf(setup.member)).toBe(setup.team.id)
  expect((await change(setup)).status).toBe(200)
  expect(await activeTeamOf(setup.member)).toBeNull()
})

test('a user lists their teams of all organizations, or of one', async () => {
  const { id, member, team } = await setUp()
  const own = await anOrganization(server, member)
  const names = async (query: Record<string, string> = {}) =>
    (await read(member, 'list-user-teams', query)).json.map(({ name }: { name: string }) => name)
  expect((await names()).toSorted()).toEqual([team.name, own.name].toSorted())
  expect(await names({ organizationId: id })).toEqual([team.name])
})

test('who may update members lists the teams of another member, in one organization; others are refused', async () => {
  const { id, owner, member, team } = await setUp()
  await anOrganization(server, member)
  expect((await read(owner, 'list-user-teams', { userId: member.id })).json).toEqual([team])
  const stranger = await aUser(server)
  const refused = (who: TestUser, query: Record<string, string>) =>
    outcomeOf(read(who, 'list-user-teams', { organizationId: id, ...query }))
  expect(await refused(member, { userId: owner.id })).toEqual([403, 'You are not allowed to update this member'])
  expect(await refused(owner, { userId: UNKNOWN })).toEqual([400, 'User is not a member of the organization'])
  expect(await refused(stranger, {})).toEqual([403, 'User is not a member of the organization'])
  expect(await outcomeOf(read(stranger, 'list-user-teams', { userId: owner.id }))).toEqual([400, 'No active organization'])
})

test('the members of a team are listed for those in it', async () => {
  const { owner, member, team } = await setUp()
  expect((await read(member, 'list-team-members', { teamId: team.id.toUpperCase() })).json).toHaveLength(1)
  expect(await outcomeOf(read(owner, 'list-team-members', { teamId: team.id }))).toEqual([400, 'User is not a member of the team'])
  expect(await outcomeOf(read(owner, 'list-team-members'))).toEqual([400, 'You do not have an active team'])
})

test('a member reads their own roles and those of others in an organization by id or slug; null without an organization', async () => {
  const { id, owner, member } = await setUp()
  const { slug } = (await read(member, 'get-organization')).json
  const role = async (who: TestUser, query: Record<string, string> = {}) => (await read(who, 'get-active-member-role', query)).json
  expect(await role(member)).toEqual({ role: 'member' })
  expect(await role(member, { userId: owner.id, organizationSlug: slug })).toEqual({ role: 'owner' })
  expect(await role(await aUser(server))).toBeNull()
  const stranger = await aUser(server)
  expect(await outcomeOf(read(stranger, 'get-active-member-role', { organizationId: id }))).toEqual([
    403,
    'User is not a member of the organization',
  ])
  expect(await outcomeOf(read(member, 'get-active-member-role', { userId: stranger.id }))).toEqual([
    403,
    'User is not a member of the organization',
  ])
})

test('an organization is read without its members; by strangers not at all', async () => {
  const { id, owner } = await setUp()
  const active = await read(owner, 'get-organization')
  expect(active.json).toEqual({
    id,
    name: expect.any(String),
    slug: expect.any(String),
    logo: null,
    metadata: null,
    createdAt: expect.any(String),
  })
  expect((await read(owner, 'get-organization', { organizationSlug: active.json.slug })).json).toEqual(active.json)
  const stranger = await aUser(server)
  expect((await read(stranger, 'get-organization')).json).toBeNull()
  expect(await outcomeOf(read(stranger, 'get-organization', { organizationId: id }))).toEqual([
    403,
    'User is not a member of the organization',
  ])
  expect(await outcomeOf(read(owner, 'get-organization', { organizationId: 'none' }))).toEqual([
    403,
    'User is not a member of the organization',
  ])
})
