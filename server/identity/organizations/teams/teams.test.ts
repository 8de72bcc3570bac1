import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, type TestOrganization, type TestUser } from '#test/support/a-user.ts'
import { sharedServer, type TestServer, testServer } from '#test/support/server.ts'

const server = await sharedServer()
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const BASE = '/api/auth/organization'

/** Settings with the lowest limits. */
let strict: TestServer
beforeAll(async () => {
  strict = await testServer({ settings: { MAX_TEAMS: '2', ALLOW_REMOVING_ALL_TEAMS: 'true' } })
})
afterAll(() => strict.close())

const create = (who: TestUser, body: object) => who.request('POST', '/api/auth/organization/create-team', { body })
const update = (who: TestUser, body: object) => who.request('POST', '/api/auth/organization/update-team', { body })
const remove = (who: TestUser, body: object) => who.request('POST', '/api/auth/organization/remove-team', { body })
const move = (who: TestUser, body: object) => who.request('POST', '/api/auth/organization/set-member-team', { body })
const list = (who: TestUser, query = '') => who.request('GET', `/api/auth/organization/list-teams?${query}`)
const namesOf = async (who: TestUser) => (await list(who)).json.map(({ name }: { name: string }) => name)
const setActive = (who: TestUser, organizationId: string | null) => who.request('POST', `${BASE}/set-active`, { body: { organizationId } })

/** An organization, its owner, an admin, a member, and a user of another organization. */
async function setUp(at: TestServer = server) {
  const organization = await anOrganization(at)
  const [admin, member] = [await aMember(at, organization.id, 'admin'), await aMember(at, organization.id, 'member')]
  return { organization, owner: organization.owner, admin, member, outsider: (await anOrganization(at)).owner }
}

async function firstTeam({ owner }: TestOrganization): Promise<{ id: string; name: string }> {
  return (await list(owner)).json[0]
}

async function memberIdOf(organization: TestOrganization, user: TestUser): Promise<string> {
  const full = await organization.owner.request('GET', `${BASE}/get-full-organization`)
  return full.json.members.find(({ userId }: { userId: string }) => userId === user.id).id
}

describe('create-team', () => {
  test('creates a team in the active organization, or in the named one', async () => {
    const { organization, owner, admin } = await setUp()
    const created = await create(owner, { name: 'Sales' })
    const at = server.clock.now().toISOString()
    const expected = { id: expect.any(String), name: 'Sales', organizationId: organization.id, createdAt: at, updatedAt: null }
    expect([created.status, created.json]).toEqual([200, expected])
    expect((await create(admin, { name: 'Support', organizationId: organization.id })).status).toBe(200)
    expect((await namesOf(owner)).toSorted()).toEqual([organization.name, 'Sales', 'Support'].toSorted())
  })

  test('is refused without an active organization, and to members, non-members and anonymous callers', async () => {
    const { organization, member, outsider } = await setUp()
    const organizationId = organization.id
    const answers = [
      await create(await aUser(server), { name: 'Sales' }),
      await create(member, { name: 'Sales', organizationId }),
      await create(outsider, { name: 'Sales', organizationId }),
      await create(outsider, { name: 'Sales', organizationId: UNKNOWN }),
      await create(outsider, { name: 'Sales', organizationId: 'nothing' }),
    ]
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [400, 'No active organization'],
      [403, 'You are not allowed to create teams in this organization'],
      [403, 'You are not allowed to invite users to this organization'],
      [403, 'You are not allowed to invite users to this organization'],
      [403, 'You are not allowed to invite users to this organization'],
    ])
    const anonymous = await server.request('POST', '/api/auth/organization/create-team', { body: { name: 'Sales' } })
    expect([anonymous.status, anonymous.text]).toEqual([401, ''])
  })

  test('a team needs a name', async () => {
    const { owner } = await setUp()
    for (const name of ['', 7, null, 'x'.repeat(256)]) {
      const answer = await create(owner, { name })
      expect([answer.status, answer.json.code]).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  test('MAX_TEAMS counts the first team of an organization', async () => {
    const { owner } = await setUp(strict)
    expect((await create(owner, { name: 'Second' })).status).toBe(200)
    const third = await create(owner, { name: 'Third' })
    expect([third.status, third.json.message]).toEqual([400, 'You have reached the maximum number of teams'])
  })
})

test('concurrent creations do not exceed MAX_TEAMS, and concurrent deletions leave one team', async () => {
  const { owner } = await setUp(strict)
  const created = await Promise.all(Array.from({ length: 50 }, () => create(owner, { name: 'Sales' })))
  expect(created.filter(({ status }) => status === 200)).toHaveLength(1)
  const { owner: other } = await setUp()
  const first = (await list(other)).json[0].id
  const teams = await Promise.all(Array.from({ length: 49 }, async (_, at) => (await create(other, { name: `Team ${at}` })).json.id))
  const memberId = (await other.request('GET', `${BASE}/get-active-member`)).json.id
  await move(other, { memberId, teamId: null })
  const removed = await Promise.all([first, ...teams].map((teamId) => remove(other, { teamId })))
  expect(removed.filter(({ status }) => status === 200)).toHaveLength(49)
  expect(await namesOf(other)).toHaveLength(1)
})

describe('update-team', () => {
  test('changes the name and the update time only', async () => {
    const { organization, owner, admin, outsider } = await setUp()
    const team = await firstTeam(organization)
    const other = (await firstTeam({ ...organization, owner: outsider })).id
    const body = { teamId: team.id, data: { name: 'Everybody', organizationId: organization.id, id: other, createdAt: 'never' } }
    const changed = await update(admin, body)
    expect([changed.status, changed.json]).toEqual([
      200,
      { ...team, name: 'Everybody', organizationId: organization.id, updatedAt: server.clock.now().toISOString() },
    ])
    expect((await update(owner, { teamId: team.id, data: {} })).json).toEqual(changed.json)
  })

  test('is refused without the permission, and for teams of other organizations', async () => {
    const { organization, owner, member, outsider } = await setUp()
    const organizationId = organization.id
    const team = await firstTeam(organization)
    const foreign = await firstTeam({ ...organization, owner: outsider })
    const answers = [
      await update(await aUser(server), { teamId: team.id, data: { name: 'x' } }),
      await update(member, { teamId: team.id, data: { name: 'x', organizationId } }),
      await update(outsider, { teamId: team.id, data: { name: 'x', organizationId } }),
      await update(outsider, { teamId: team.id, data: { name: 'x' } }),
      await update(owner, { teamId: foreign.id, data: { name: 'x' } }),
      await update(owner, { teamId: UNKNOWN, data: { name: 'x' } }),
      await update(owner, { teamId: 'nothing', data: { name: 'x' } }),
    ]
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [400, 'No active organization'],
      [403, 'You are not allowed to update this team'],
      [403, 'You are not allowed to update this team'],
      [400, 'Team not found'],
      [400, 'Team not found'],
      [400, 'Team not found'],
      [400, 'Team not found'],
    ])
    expect(await firstTeam(organization)).toEqual(team)
  })
})

describe('remove-team', () => {
  test('deletes the team; its members stay in the organization without a team', async () => {
    const { organization, owner, member } = await setUp()
    const { json: team } = await create(owner, { name: 'Sales' })
    await move(owner, { memberId: await memberIdOf(organization, member), teamId: team.id })
    const removed = await remove(owner, { teamId: team.id })
    expect([removed.status, removed.json]).toEqual([200, { message: 'Team removed successfully.' }])
    expect(await namesOf(owner)).toEqual([organization.name])
    await setActive(member, organization.id)
    expect((await member.request('GET', `${BASE}/get-active-member`)).json.teamId).toBeNull()
  })

  test('is refused without the permission, for one’s own team, and for teams of other organizations', async () => {
    const { organization, owner, admin, member, outsider } = await setUp()
    const organizationId = organization.id
    const { json: team } = await create(owner, { name: 'Sales' })
    const own = (await create(owner, { name: 'Support' })).json
    await move(owner, { memberId: await memberIdOf(organization, admin), teamId: own.id })
    const answers = [
      await remove(await aUser(server), { teamId: team.id }),
      await remove(outsider, { teamId: team.id, organizationId }),
      await remove(admin, { teamId: own.id.toUpperCase(), organizationId: organizationId.toUpperCase() }),
      await remove(member, { teamId: team.id, organizationId }),
      await remove(outsider, { teamId: team.id }),
      await remove(owner, { teamId: UNKNOWN }),
      await remove(owner, { teamId: 'nothing' }),
    ]
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [400, 'No active organization'],
      [403, 'You are not allowed to delete this team'],
      [403, 'You are not allowed to delete this team'],
      [403, 'You are not allowed to delete teams in this organization'],
      [400, 'Team not found'],
      [400, 'Team not found'],
      [400, 'Team not found'],
    ])
    expect(await namesOf(owner)).toHaveLength(3)
  })

  test('the last team can be deleted with ALLOW_REMOVING_ALL_TEAMS only', async () => {
    for (const [at, expected] of [
      [server, [400, 'Unable to remove last team']],
      [strict, [200, 'Team removed successfully.']],
    ] as const) {
      const { organization, admin } = await setUp(at)
      const answer = await remove(admin, { teamId: (await firstTeam(organization)).id, organizationId: organization.id })
      expect([answer.status, answer.json.message]).toEqual(expected)
    }
  })
})

describe('list-teams', () => {
  test('lists the teams of the active organization even if another one is named', async () => {
    const { organization, owner, outsider } = await setUp()
    const other = await list(outsider)
    expect(other.json).toHaveLength(1)
    expect((await list(outsider, `organizationId=${organization.id}`)).json).toEqual(other.json)
    expect((await list(owner, `organizationId=${other.json[0].organizationId}`)).json[0].organizationId).toBe(organization.id)
  })

  test('without an active organization lists the teams of the named one, for its members only, in one statement', async () => {
    const { organization, owner, member } = await setUp()
    const named = await list(member, `organizationId=${organization.id}`)
    expect([named.json.length, named.roundTrips]).toEqual([1, 2])
    await setActive(owner, null)
    const withoutOrganization = await list(owner)
    expect([withoutOrganization.status, withoutOrganization.json.message]).toEqual([400, 'No active organization'])
    for (const id of [organization.id, UNKNOWN, 'nothing']) {
      const answer = await list(await aUser(server), `organizationId=${id}`)
      expect([answer.status, answer.text]).toEqual([403, ''])
    }
  })
})

describe('set-member-team', () => {
  test('moves a member to a team, and out of it', async () => {
    const { organization, owner, member } = await setUp()
    const memberId = await memberIdOf(organization, member)
    const { id: teamId } = await firstTeam(organization)
    const moved = await move(owner, { memberId, teamId })
    expect([moved.status, moved.json]).toMatchObject([200, { id: memberId, userId: member.id, role: 'member', teamId }])
    expect((await move(owner, { memberId, teamId: null })).json.teamId).toBeNull()
  })

  test('only owners move owners', async () => {
    const { organization, owner, admin, member } = await setUp()
    const { id: teamId } = await firstTeam(organization)
    const organizationId = organization.id
    const statusOf = async (who: TestUser, whom: TestUser) =>
      (await move(who, { memberId: await memberIdOf(organization, whom), teamId, organizationId })).status
    expect([await statusOf(admin, member), await statusOf(admin, owner), await statusOf(owner, owner)]).toEqual([200, 403, 200])
  })

  test('is refused without the permission, and for members and teams of other organizations', async () => {
    const { organization, owner, member, outsider } = await setUp()
    const organizationId = organization.id
    const memberId = await memberIdOf(organization, member)
    const { id: teamId } = await firstTeam(organization)
    const foreign = await firstTeam({ ...organization, owner: outsider })
    const answers = [
      await move(await aUser(server), { memberId, teamId }),
      await move(member, { memberId, teamId, organizationId }),
      await move(outsider, { memberId, teamId, organizationId }),
      await move(outsider, { memberId, teamId: foreign.id }),
      await move(owner, { memberId: UNKNOWN, teamId }),
      await move(owner, { memberId, teamId: foreign.id }),
      await move(owner, { memberId, teamId: 'nothing' }),
    ]
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [400, 'No active organization'],
      [403, 'You are not allowed to update this member'],
      [403, 'You are not allowed to update this member'],
      [400, 'Member not found'],
      [400, 'Member not found'],
      [400, 'Team not found'],
      [400, 'Team not found'],
    ])
  })
})
