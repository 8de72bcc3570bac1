// What settings say of invitations, how often addresses are written to, and who comes first of many at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, newAddress, type TestUser } from '#test/support/a-user.ts'
import { emailsTo } from '#test/support/emails.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const MANY = 50
const ROOM = '/api/auth/organization'
const ROLES = JSON.stringify({
  recruiter: { invitation: ['create', 'cancel'] },
  clerk: { invitation: ['create'], member: ['create'], billing: ['orders:read'] },
})

const settings = {
  INVITATION_LIMIT: '3',
  INVITATION_EXPIRES_IN: '7200',
  INVITATION_REQUIRES_VERIFIED_EMAIL: 'false',
  MEMBERSHIP_LIMIT: '4',
  ORGANIZATION_ROLES: ROLES,
}

let server: TestServer
/** The same house with limits. */
let counting: TestServer
beforeAll(async () => {
  server = await testServer({ settings })
  counting = await testServer({ settings: { ...settings, RATE_LIMIT_ENABLED: 'true' }, clock: server.clock })
})
afterAll(async () => {
  await counting.close()
  await server.close()
})

const call = (who: TestUser, path: string, body: object) => who.request('POST', `${ROOM}/${path}`, { body })
const invite = (who: TestUser, body: object) => call(who, 'invite-member', body)
const accept = (who: TestUser, invitationId: string) => call(who, 'accept-invitation', { invitationId })
/** The same where it is counted, from a network. */
const inviteFrom = (from: string, who: TestUser, email: string) =>
  counting.request('POST', `${ROOM}/invite-member`, { body: { email, role: 'member' }, headers: { cookie: who.cookie }, from })
const told = ({ status, json }: TestAnswer) => (status === 200 ? 'done' : json.message)
const tally = (answers: readonly TestAnswer[]) =>
  Object.fromEntries([...Map.groupBy(answers, told)].map(([what, { length }]) => [what, length]))
const atOnce = async (act: (at: number) => Promise<TestAnswer>) =>
  tally(await Promise.all(Array.from({ length: MANY }, (_, at) => act(at))))
const openOf = async (who: TestUser) => (await who.request('GET', `${ROOM}/list-invitations?status=pending`)).json

test('so many invitations are open at once as INVITATION_LIMIT says; what is settled or over makes room', async () => {
  const { owner } = await anOrganization(server)
  const made = [1, 2, 3].map(() => invite(owner, { email: newAddress(), role: 'member' }))
  const [first] = await Promise.all(made)
  const beyond = await invite(owner, { email: newAddress(), role: 'member' })
  expect([beyond.status, beyond.json.message]).toEqual([403, 'Invitation limit reached'])
  await call(owner, 'cancel-invitation', { invitationId: first?.json.id })
  expect((await invite(owner, { email: newAddress(), role: 'member' })).status).toBe(200)
  expect((await invite(owner, { email: newAddress(), role: 'member' })).status).toBe(403)
  server.clock.advance(7200)
  expect((await invite(owner, { email: newAddress(), role: 'member' })).status).toBe(200)
})

test('INVITATION_REQUIRES_VERIFIED_EMAIL off lets in whoever has the address', async () => {
  const { owner } = await anOrganization(server)
  const guest = await aUser(server)
  const { json } = await invite(owner, { email: guest.email, role: 'member' })
  const expiresAt = new Date(server.clock.now().getTime() + 7_200_000).toISOString()
  expect(json.expiresAt).toBe(expiresAt)
  expect((await accept(guest, json.id)).status).toBe(200)
})

test('whoever has a role of the settings gives no more than they have', async () => {
  const organization = await anOrganization(server)
  const [recruiter, clerk] = [
    await aMember(server, organization.id, 'recruiter'),
    await aMember(server, organization.id, 'clerk,recruiter'),
  ]
  const organizationId = organization.id
  const email = newAddress()
  const refused = 'you are not allowed to invite user with this role'
  for (const role of ['owner', 'admin', 'clerk', 'member,clerk'])
    expect(told(await invite(recruiter, { email, role, organizationId }))).toBe(refused)
  expect(told(await invite(clerk, { email, role: 'admin', organizationId }))).toBe(refused)
  expect(told(await invite(recruiter, { email, role: 'member', organizationId }))).toBe('done')
  expect(told(await invite(clerk, { email: newAddress(), role: 'clerk', organizationId }))).toBe('done')
})

test('a role that an organization made is given in an invitation like any other', async () => {
  const { owner } = await anOrganization(server)
  const made = await call(owner, 'create-role', { name: 'packer', permissions: { billing: ['orders:read'] } })
  expect(made.status).toBe(200)
  const guest = await aUser(server)
  const { status, json } = await invite(owner, { email: guest.email, role: 'packer' })
  expect([status, json.role]).toEqual([200, 'packer'])
  expect((await accept(guest, json.id)).json.member.role).toBe('packer')
})

test('one address gets ten letters an hour, whoever invites; more is told', async () => {
  const email = newAddress()
  for (let at = 0; at < 10; at += 1) {
    const { owner } = await anOrganization(server)
    expect((await inviteFrom(`10.0.${at}.9`, owner, email)).status).toBe(200)
    await counting.drain()
  }
  expect(await emailsTo(server, email)).toHaveLength(10)
  const { owner } = await anOrganization(server)
  const beyond = await inviteFrom('10.0.10.9', owner, email)
  expect([beyond.status, beyond.headers['retry-after']]).toEqual([429, '3600'])
  expect(await openOf(owner)).toEqual([])
  server.clock.advance(3600)
  expect((await inviteFrom('10.0.10.9', owner, email)).status).toBe(200)
})

test('one network invites a hundred times an hour', async () => {
  const { owner } = await anOrganization(server)
  const from = '198.51.100.7'
  for (let at = 0; at < 100; at += 1) {
    server.clock.advance(10)
    expect((await inviteFrom(from, owner, owner.email)).status).toBe(400)
  }
  expect((await inviteFrom(from, owner, owner.email)).status).toBe(429)
})

test('of many who invite one address at once one does', async () => {
  const { owner } = await anOrganization(server)
  const email = newAddress()
  const answers = await atOnce(() => invite(owner, { email, role: 'member' }))
  expect(answers).toEqual({ done: 1, 'User is already invited to this organization': MANY - 1 })
  expect(await openOf(owner)).toHaveLength(1)
})

test('many who invite at once make no more than there is room for', async () => {
  const { owner } = await anOrganization(server)
  expect(await atOnce(() => invite(owner, { email: newAddress(), role: 'member' }))).toEqual({
    done: 3,
    'Invitation limit reached': MANY - 3,
  })
  expect(await openOf(owner)).toHaveLength(3)
})

test('a team that is removed while people are invited to it is one of theirs or not found', async () => {
  const { owner } = await anOrganization(server)
  const { json: team } = await call(owner, 'create-team', { name: 'Sales' })
  const [removed, ...invited] = await Promise.all([
    call(owner, 'remove-team', { teamId: team.id }),
    ...Array.from({ length: 20 }, () => invite(owner, { email: newAddress(), role: 'member', teamId: team.id })),
  ])
  expect(removed?.status).toBe(200)
  const { done = 0, 'Team not found': missing = 0, 'Invitation limit reached': full = 0 } = tally(invited)
  expect([done + missing + full, done <= 3]).toEqual([20, true])
  expect((await openOf(owner)).map(({ teamId }: { teamId: string | null }) => teamId)).toEqual(Array.from({ length: done }, () => null))
})

test('an invitation that is accepted many times at once makes one membership', async () => {
  const organization = await anOrganization(server)
  const guest = await aUser(server)
  const { json } = await invite(organization.owner, { email: guest.email, role: 'member' })
  expect(await atOnce(() => accept(guest, json.id))).toEqual({ done: 1, 'Invitation not found': MANY - 1 })
  const rows = await server.platform.database.db.selectFrom('members').select('id').where('user_id', '=', guest.id).execute()
  expect(rows).toHaveLength(1)
})

test('accepted, rejected and canceled at once, it is one of them', async () => {
  const { owner } = await anOrganization(server)
  const guest = await aUser(server)
  const { json } = await invite(owner, { email: guest.email, role: 'member' })
  const ways = [
    () => accept(guest, json.id),
    () => call(guest, 'reject-invitation', { invitationId: json.id }),
    () => call(owner, 'cancel-invitation', { invitationId: json.id }),
  ]
  const { done } = await atOnce((at) => (ways[at % ways.length] ?? ways[0])?.() as Promise<TestAnswer>)
  expect(done).toBe(1)
  const [settled] = (await owner.request('GET', `${ROOM}/list-invitations`)).json
  const rows = await server.platform.database.db.selectFrom('members').select('id').where('user_id', '=', guest.id).execute()
  expect([settled.status === 'accepted', rows.length]).toEqual(rows.length ? [true, 1] : [false, 0])
})

test('many who accept at once are no more than there is room for, and those who are not stay invited', async () => {
  const organization = await anOrganization(server)
  const guests = [await aUser(server), await aUser(server), await aUser(server)]
  const ids: string[] = []
  for (const { email } of guests) ids.push((await invite(organization.owner, { email, role: 'member' })).json.id)
  await aMember(server, organization.id, 'member')
  const answers = await Promise.all(guests.map((guest, at) => accept(guest, ids[at] ?? '')))
  expect(tally(answers)).toEqual({ done: 2, 'Organization membership limit reached': 1 })
  expect(await openOf(organization.owner)).toHaveLength(1)
})
