// Settings of invitations, rate limits of emails, and concurrent requests.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo } from '#test/support/emails.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

const MANY = 50
const BASE = '/api/auth/organization'
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
/** Another instance with limits. */
let counting: TestServer
beforeAll(async () => {
  server = await testServer({ settings })
  counting = await testServer({ settings: { ...settings, RATE_LIMIT_ENABLED: 'true' }, clock: server.clock })
})
afterAll(async () => {
  await counting.close()
  await server.close()
})

const call = (who: TestUser, path: string, body: object) => who.request('POST', `${BASE}/${path}`, { body })
const invite = (who: TestUser, body: object) => call(who, 'invite-member', body)
const accept = (who: TestUser, invitationId: string) => call(who, 'accept-invitation', { invitationId })
/** An invitation from a network, on an instance that counts requests. */
const inviteFrom = (ipAddress: string, who: TestUser, email: string) =>
  counting.request('POST', `${BASE}/invite-member`, {
    body: { email, role: 'member', resend: true },
    headers: { cookie: who.cookie },
    ipAddress,
  })
const outcomeOf = ({ status, json }: TestAnswer) => (status === 200 ? 'done' : json.message)
const tally = (answers: readonly TestAnswer[]) =>
  Object.fromEntries([...Map.groupBy(answers, outcomeOf)].map(([outcome, { length }]) => [outcome, length]))
const atOnce = async (request: (at: number) => Promise<TestAnswer>) =>
  tally(await Promise.all(Array.from({ length: MANY }, (_, at) => request(at))))
const openOf = async (who: TestUser) => (await who.request('GET', `${BASE}/list-invitations?status=pending`)).json

test('INVITATION_LIMIT limits the open invitations; settled and expired ones do not count', async () => {
  const { owner } = await anOrganization(server)
  const created = [1, 2, 3].map(() => invite(owner, { email: uniqueEmail(), role: 'member' }))
  const [first] = await Promise.all(created)
  const beyond = await invite(owner, { email: uniqueEmail(), role: 'member' })
  expect([beyond.status, beyond.json.message]).toEqual([403, 'Invitation limit reached'])
  await call(owner, 'cancel-invitation', { invitationId: first?.json.id })
  expect((await invite(owner, { email: uniqueEmail(), role: 'member' })).status).toBe(200)
  expect((await invite(owner, { email: uniqueEmail(), role: 'member' })).status).toBe(403)
  server.clock.advance(7200)
  expect((await invite(owner, { email: uniqueEmail(), role: 'member' })).status).toBe(200)
})

test('with INVITATION_REQUIRES_VERIFIED_EMAIL off an unverified email is enough', async () => {
  const { owner } = await anOrganization(server)
  const guest = await aUser(server)
  const { json } = await invite(owner, { email: guest.email, role: 'member' })
  const expiresAt = new Date(server.clock.now().getTime() + 7_200_000).toISOString()
  expect(json.expiresAt).toBe(expiresAt)
  expect((await accept(guest, json.id)).status).toBe(200)
})

test('a member with a role of the settings cannot grant more than they have', async () => {
  const organization = await anOrganization(server)
  const [recruiter, clerk] = [
    await aMember(server, organization.id, 'recruiter'),
    await aMember(server, organization.id, 'clerk,recruiter'),
  ]
  const organizationId = organization.id
  const email = uniqueEmail()
  const refused = 'you are not allowed to invite user with this role'
  for (const role of ['owner', 'admin', 'clerk', 'member,clerk'])
    expect(outcomeOf(await invite(recruiter, { email, role, organizationId }))).toBe(refused)
  expect(outcomeOf(await invite(clerk, { email, role: 'admin', organizationId }))).toBe(refused)
  expect(outcomeOf(await invite(recruiter, { email, role: 'member', organizationId }))).toBe('done')
  expect(outcomeOf(await invite(clerk, { email: uniqueEmail(), role: 'clerk', organizationId }))).toBe('done')
})

test('an invitation can grant a custom role', async () => {
  const { owner } = await anOrganization(server)
  const created = await call(owner, 'create-role', { name: 'packer', permissions: { billing: ['orders:read'] } })
  expect(created.status).toBe(200)
  const guest = await aUser(server)
  const { status, json } = await invite(owner, { email: guest.email, role: 'packer' })
  expect([status, json.role]).toEqual([200, 'packer'])
  expect((await accept(guest, json.id)).json.member.role).toBe('packer')
})

test('one email address gets ten emails an hour from an organization and thirty from all of them; more requests are refused', async () => {
  const email = uniqueEmail()
  for (let each = 0; each < 3; each += 1) {
    const { owner } = await anOrganization(server)
    for (let at = 0; at < 10; at += 1) {
      expect((await inviteFrom(`10.${each}.${at}.9`, owner, email)).status).toBe(200)
      await counting.drain()
    }
    const beyond = await inviteFrom(`10.${each}.10.9`, owner, email)
    expect([beyond.status, beyond.headers['retry-after']]).toEqual([429, '3600'])
  }
  expect(await emailsTo(server, email)).toHaveLength(30)
  const { owner } = await anOrganization(server)
  const beyond = await inviteFrom('10.3.10.9', owner, email)
  expect([beyond.status, beyond.headers['retry-after']]).toEqual([429, '3600'])
  expect(await openOf(owner)).toEqual([])
  server.clock.advance(3600)
  expect((await inviteFrom('10.3.10.9', owner, email)).status).toBe(200)
})

test('one network can invite a hundred times an hour', async () => {
  const { owner } = await anOrganization(server)
  const from = '198.51.100.7'
  for (let at = 0; at < 100; at += 1) {
    server.clock.advance(10)
    expect((await inviteFrom(from, owner, owner.email)).status).toBe(400)
  }
  expect((await inviteFrom(from, owner, owner.email)).status).toBe(429)
})

test('one of concurrent invitations of the same email succeeds', async () => {
  const { owner } = await anOrganization(server)
  const email = uniqueEmail()
  const answers = await atOnce(() => invite(owner, { email, role: 'member' }))
  expect(answers).toEqual({ done: 1, 'User is already invited to this organization': MANY - 1 })
  expect(await openOf(owner)).toHaveLength(1)
})

test('concurrent invitations do not exceed the limit', async () => {
  const { owner } = await anOrganization(server)
  expect(await atOnce(() => invite(owner, { email: uniqueEmail(), role: 'member' }))).toEqual({
    done: 3,
    'Invitation limit reached': MANY - 3,
  })
  expect(await openOf(owner)).toHaveLength(3)
})

test('a team that is deleted during concurrent invitations is found or not found, without other errors', async () => {
  const { owner } = await anOrganization(server)
  const { json: team } = await call(owner, 'create-team', { name: 'Sales' })
  const [removed, ...invited] = await Promise.all([
    call(owner, 'remove-team', { teamId: team.id }),
    ...Array.from({ length: 20 }, () => invite(owner, { email: uniqueEmail(), role: 'member', teamId: team.id })),
  ])
  expect(removed?.status).toBe(200)
  const { done = 0, 'Team not found': missing = 0, 'Invitation limit reached': full = 0 } = tally(invited)
  expect([done + missing + full, done <= 3]).toEqual([20, true])
  expect((await openOf(owner)).map(({ teamId }: { teamId: string | null }) => teamId)).toEqual(Array.from({ length: done }, () => null))
})

test('concurrent acceptances of one invitation create one membership', async () => {
  const organization = await anOrganization(server)
  const guest = await aUser(server)
  const { json } = await invite(organization.owner, { email: guest.email, role: 'member' })
  expect(await atOnce(() => accept(guest, json.id))).toEqual({ done: 1, 'Invitation not found': MANY - 1 })
  const rows = await server.platform.database.db.selectFrom('members').select('id').where('user_id', '=', guest.id).execute()
  expect(rows).toHaveLength(1)
})

test('concurrent acceptance, rejection and cancellation of one invitation settle it once', async () => {
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
  const [settled] = (await owner.request('GET', `${BASE}/list-invitations`)).json
  const rows = await server.platform.database.db.selectFrom('members').select('id').where('user_id', '=', guest.id).execute()
  expect([settled.status === 'accepted', rows.length]).toEqual(rows.length ? [true, 1] : [false, 0])
})

test('concurrent acceptances do not exceed the membership limit, and the refused ones stay open', async () => {
  const organization = await anOrganization(server)
  const guests = [await aUser(server), await aUser(server), await aUser(server)]
  const ids: string[] = []
  for (const { email } of guests) ids.push((await invite(organization.owner, { email, role: 'member' })).json.id)
  await aMember(server, organization.id, 'member')
  const answers = await Promise.all(guests.map((guest, at) => accept(guest, ids[at] ?? '')))
  expect(tally(answers)).toEqual({ done: 2, 'Organization membership limit reached': 1 })
  expect(await openOf(organization.owner)).toHaveLength(1)
})
