// The published organizationClient against the running server: each call about organizations, and each refusal that it declares.
import { afterAll, describe, expect, test } from 'vitest'
import { newAddress, newSlug, PASSWORD } from '#test/support/a-user.ts'
import { emailTo } from '#test/support/emails.ts'
import { callsOf, Jar, organizationCalls, publishedClient } from '#test/support/published-client.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const opened: { readonly server: TestServer; readonly baseURL: string }[] = []
afterAll(() => Promise.all(opened.map(({ server }) => server.close())))

async function houseWith(settings: Record<string, string> = {}) {
  const server = await testServer({ settings })
  const house = { server, baseURL: await server.listen() }
  opened.push(house)
  return house
}

const usual = await houseWith()

/** Somebody who is signed in, with a proven address, and the calls of their browser. */
async function somebody(house = usual) {
  const client = publishedClient(house.baseURL, new Jar(house.server.settings.BASE_URL))
  const email = newAddress()
  const { data } = await client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD })
  const proven = house.server.platform.database.db.updateTable('users').set({ is_email_verified: true })
  await proven.where('id', '=', data.user.id).execute()
  return { house, client, email, id: data.user.id as string, ...callsOf(client.organization, organizationCalls) }
}

/** An organization with its owner and whoever else is wanted, by role; each of them has it as their active one. */
async function withPeople(roles: readonly string[] = [], house = usual) {
  const owner = await somebody(house)
  const { data: organization } = await owner.create({ name: 'Byron', slug: newSlug(), metadata: { tier: 'gold', deep: [1] } })
  const others = []
  for (const role of roles) others.push(await joined(owner, organization.id, role))
  const outsider = await somebody(house)
  return { owner, others, outsider, organization, organizationId: organization.id as string }
}

async function joined(owner: Awaited<ReturnType<typeof somebody>>, organizationId: string, role: string) {
  const person = await somebody(owner.house)
  const { data: invitation } = await owner.inviteMember({ email: person.email, role, organizationId })
  const { data } = await person.acceptInvitation({ invitationId: invitation.id })
  return { ...person, memberId: data.member.id as string }
}

/** A refusal as the client hands it on. The code follows from the sentence. */
function refused(status: number, message: string) {
  const statusText = { 400: 'BAD_REQUEST', 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' }[status]
  const code = message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '')
  return { data: null, error: { status, statusText, code, message } }
}
const NOBODY = { data: null, error: { status: 401, statusText: 'UNAUTHORIZED' } }
const NO_WORDS = { data: null, error: { status: 403, statusText: 'FORBIDDEN' } }
const NOTHING = { data: null, error: null }
const INVALID = { data: null, error: { status: 400, statusText: '400', code: 'VALIDATION_ERROR' } }
/** Without a key of its own an argument makes the client ask by GET. */
const CURRENT = { fetchOptions: { method: 'POST' } }
const done = (data: unknown) => ({ data, error: null })
const OUTSIDE = 'User is not a member of the organization'

describe('an organization', () => {
  test('is made with metadata as an object, and listed and shown with it as text', async () => {
    const { client, id, create, list, checkSlug, getFullOrganization, getActiveMember } = await somebody()
    const slug = newSlug()
    expect(await checkSlug({ slug })).toEqual(done({ status: true }))
    const made = await create({ name: 'Byron', slug, logo: 'https://logo.test/a.png', metadata: { tier: 'gold' } })
    const about = { id: expect.any(String), name: 'Byron', slug, logo: 'https://logo.test/a.png', createdAt: expect.any(Date) }
    const member = { id: expect.any(String), organizationId: made.data.id, userId: id, role: 'owner', createdAt: expect.any(Date) }
    const team = { id: expect.any(String), name: 'Byron', organizationId: made.data.id, createdAt: expect.any(Date), updatedAt: null }
    const teamId = expect.any(String)
    expect(made).toEqual(done({ ...about, metadata: { tier: 'gold' }, members: [{ ...member, teamId }] }))
    expect((await client.getSession()).data.session.activeOrganizationId).toBe(made.data.id)
    expect(await list()).toEqual(done([{ ...about, metadata: '{"tier":"gold"}' }]))
    const user = { id, name: 'Ann Lee', email: expect.any(String), image: null }
    const whole = { ...about, metadata: '{"tier":"gold"}', members: [{ ...member, teamId, user }], invitations: [], teams: [team] }
    expect(await getFullOrganization()).toEqual(done(whole))
    expect(await getFullOrganization({ query: { organizationSlug: slug } })).toEqual(done(whole))
    expect(await getActiveMember()).toEqual(done({ ...member, teamId, user }))
    expect(await checkSlug({ slug })).toEqual(refused(400, 'slug is taken'))
    expect(await create({ name: 'Another', slug })).toEqual(refused(400, 'Organization already exists'))
    expect(await create({ name: 'Another', slug: 'No Slug' })).toMatchObject(INVALID)
    expect(await create({ name: 'Another', slug: 'admin' })).toEqual(refused(400, 'Organization already exists'))
    const plain = await create({ name: 'Plain', slug: newSlug(), keepCurrentActiveOrganization: true })
    expect(plain.data).toMatchObject({ logo: null, metadata: null })
    expect((await client.getSession()).data.session.activeOrganizationId).toBe(made.data.id)
  })

  test('is made by as many, and as often, as the settings say', async () => {
    const closed = await somebody(await houseWith({ ORGANIZATION_CREATION_DISABLED: 'true' }))
    expect(await closed.create({ name: 'A', slug: newSlug() })).toEqual(refused(403, 'You are not allowed to create a new organization'))
    const one = await somebody(await houseWith({ ORGANIZATION_LIMIT: '1', ORGANIZATION_DELETION_DISABLED: 'true' }))
    const { data } = await one.create({ name: 'A', slug: newSlug() })
    const beyond = refused(403, 'You have reached the maximum number of organizations')
    expect(await one.create({ name: 'B', slug: newSlug() })).toEqual(beyond)
    expect(await one.delete({ organizationId: data.id })).toEqual(NO_WORDS)
  })

  test('without an active one there is none to show, and no error', async () => {
    const { getFullOrganization, getActiveMember, setActive, list, ...calls } = await somebody()
    for (const call of [getFullOrganization, getActiveMember]) expect(await call()).toEqual(NOTHING)
    expect(await setActive(CURRENT)).toEqual(NOTHING)
    expect(await setActive({ organizationId: null })).toEqual(NOTHING)
    expect(await list()).toEqual(done([]))
    const none = refused(400, 'No active organization')
    expect(await calls.listTeams()).toEqual(none)
    expect(await calls.createTeam({ name: 'Sales' })).toEqual(none)
    expect(await calls.updateTeam({ teamId: UNKNOWN, data: { name: 'Sales' } })).toEqual(none)
    expect(await calls.removeTeam({ teamId: UNKNOWN })).toEqual(none)
    expect(await calls.removeMember({ memberIdOrEmail: UNKNOWN })).toEqual(none)
    expect(await calls.updateMemberRole({ memberId: UNKNOWN, role: 'admin' })).toEqual(none)
    expect(await calls.hasPermission({ permissions: { team: ['create'] } })).toEqual(none)
    expect(await calls.update({ data: { name: 'A' } })).toEqual(refused(400, 'Organization not found'))
    expect(await calls.inviteMember({ email: newAddress(), role: 'member' })).toEqual(refused(400, 'Organization not found'))
    expect(await calls.listInvitations()).toEqual(refused(400, 'Organization ID is required'))
  })

  test('is changed, answered with metadata as an object, and refused to whoever may not', async () => {
    const { owner, outsider, others, organization, organizationId } = await withPeople(['member'])
    const { members: _, ...about } = organization
    const changed = await owner.update({ data: { name: 'Lovelace', logo: 'x' }, organizationId })
    expect(changed).toEqual(done({ ...about, name: 'Lovelace', logo: 'x', metadata: { tier: 'gold', deep: [1] } }))
    expect((await owner.update({ data: { metadata: { b: null } } })).data.metadata).toEqual({ b: null })
    expect((await owner.list()).data[0].metadata).toBe('{"b":null}')
    const { organization: other } = await withPeople()
    expect(await owner.update({ data: { slug: other.slug } })).toEqual(refused(400, 'Organization already exists'))
    expect(await outsider.update({ data: { name: 'A' }, organizationId })).toEqual(refused(400, OUTSIDE))
    expect(await others[0]?.update({ data: { name: 'A' } })).toEqual(refused(403, 'You are not allowed to update this organization'))
    expect(await owner.update({ data: { name: '' } })).toMatchObject(INVALID)
  })

  test('is deleted by an owner, and answered as it was', async () => {
    const { owner, others, outsider, organization, organizationId } = await withPeople(['admin'])
    const mayNot = refused(403, 'You are not allowed to delete this organization')
    expect(await others[0]?.delete({ organizationId })).toEqual(mayNot)
    expect(await outsider.delete({ organizationId })).toEqual(refused(400, OUTSIDE))
    const { members: _, ...about } = organization
    expect(await owner.delete({ organizationId })).toEqual(done({ ...about, metadata: '{"tier":"gold","deep":[1]}' }))
    for (const { getFullOrganization, list } of [owner, ...others])
      expect([await getFullOrganization(), await list()]).toEqual([NOTHING, done([])])
  })

  test('becomes the active one by id or slug, is cleared by null, and by asking for one of others', async () => {
    const { owner, organization, organizationId } = await withPeople()
    const other = (await owner.create({ name: 'Second', slug: newSlug() })).data
    const active = async () => (await owner.client.getSession()).data.session.activeOrganizationId
    const set = await owner.setActive({ organizationSlug: organization.slug })
    expect(set.data).toMatchObject({ id: organizationId, metadata: '{"tier":"gold","deep":[1]}', invitations: [], teams: null })
    expect(set.data.members[0]).toMatchObject({ role: 'owner', user: { email: owner.email } })
    expect(await active()).toBe(organizationId)
    expect((await owner.setActive(CURRENT)).data.id).toBe(organizationId)
    expect((await owner.setActive({ organizationId: other.id, organizationSlug: organization.slug })).data.id).toBe(other.id)
    expect(await owner.setActive({ organizationId: null })).toEqual(NOTHING)
    expect(await active()).toBeNull()
    await owner.setActive({ organizationId })
    const { organizationId: foreign } = await withPeople()
    expect(await owner.setActive({ organizationId: foreign })).toEqual(refused(403, OUTSIDE))
    expect(await active()).toBeNull()
    for (const query of [{ organizationId: foreign }, { organizationId: UNKNOWN }, { organizationSlug: 'nobody-has-this' }])
      expect(await owner.getFullOrganization({ query })).toEqual(refused(403, OUTSIDE))
  })
})

describe('members', () => {
  test('get other roles, as text or as a list', async () => {
    const { owner, others, outsider, organizationId } = await withPeople(['admin', 'member'])
    const [admin, member] = others
    if (!admin || !member) throw new Error('Somebody is not there.')
    const memberId = member.memberId
    const shown = { id: memberId, organizationId, userId: member.id, teamId: null, createdAt: expect.any(Date) }
    expect(await owner.updateMemberRole({ memberId, role: 'admin' })).toEqual(done({ ...shown, role: 'admin' }))
    const listed = await admin.updateMemberRole({ memberId, role: ['member', 'admin'], organizationId })
    expect(listed).toEqual(done({ ...shown, role: 'member,admin' }))
    await owner.updateMemberRole({ memberId, role: 'member' })
    const mayNot = refused(403, 'You are not allowed to update this member')
    expect(await member.updateMemberRole({ memberId, role: 'admin' })).toEqual(mayNot)
    expect(await admin.updateMemberRole({ memberId, role: 'owner' })).toEqual(mayNot)
    expect(await owner.updateMemberRole({ memberId: UNKNOWN, role: 'admin' })).toEqual(refused(400, 'Member not found'))
    expect(await outsider.updateMemberRole({ memberId, role: 'admin', organizationId })).toEqual(refused(400, 'Member not found'))
    expect(await owner.updateMemberRole({ memberId, role: 'king' })).toEqual(refused(400, 'Role not found'))
    const own = (await owner.getActiveMember()).data.id
    const only = refused(400, 'You cannot leave the organization as the only owner')
    expect(await owner.updateMemberRole({ memberId: own, role: 'admin' })).toEqual(only)
    expect(await owner.leave({ organizationId })).toEqual(only)
    expect(await admin.removeMember({ memberIdOrEmail: owner.email })).toEqual(only)
  })

  test('are removed by id or address, and leave', async () => {
    const { owner, others, outsider, organizationId } = await withPeople(['member', 'member', 'member'])
    const [first, second, third] = others
    if (!first || !second || !third) throw new Error('Somebody is not there.')
    const mayNot = refused(401, 'You are not allowed to delete this member')
    expect(await first.removeMember({ memberIdOrEmail: second.memberId })).toEqual(mayNot)
    const shown = (person: typeof first) => ({
      ...{ id: person.memberId, organizationId, userId: person.id, role: 'member', teamId: null, createdAt: expect.any(Date) },
      user: { id: person.id, name: 'Ann Lee', email: person.email, image: null },
    })
    const capital = first.email.toUpperCase()
    expect(await owner.removeMember({ memberIdOrEmail: capital })).toEqual(done({ member: shown(first) }))
    expect(await owner.removeMember({ memberIdOrEmail: second.memberId, organizationId })).toEqual(done({ member: shown(second) }))
    const gone = refused(400, 'Member not found')
    expect(await owner.removeMember({ memberIdOrEmail: first.email })).toEqual(gone)
    expect(await third.leave({ organizationId })).toEqual(done(shown(third)))
    expect(await third.leave({ organizationId })).toEqual(gone)
    expect(await outsider.leave({ organizationId })).toEqual(gone)
    for (const { getActiveMember } of [first, second, third]) expect(await getActiveMember()).toEqual(NOTHING)
  })

  test('are told what they may', async () => {
    const { owner, others, outsider, organizationId } = await withPeople(['member'])
    expect(await owner.hasPermission({ permissions: { organization: ['delete'] } })).toEqual(done({ error: null, success: true }))
    expect(await others[0]?.hasPermission({ permission: { team: ['create'] } })).toEqual(done({ error: null, success: false }))
    const asked = { permissions: { team: ['create'] } }
    expect(await outsider.hasPermission({ ...asked, organizationId })).toEqual(refused(401, OUTSIDE))
    expect(await owner.hasPermission({ ...asked, permission: {} })).toMatchObject(INVALID)
  })

  test('are added by server calls alone', async () => {
    const { owner, outsider } = await withPeople()
    const missing = { data: null, error: { status: 404, statusText: 'NOT_FOUND' } }
    expect(await owner.addMember({ userId: outsider.id, role: 'member' })).toEqual(missing)
  })
})

describe('invitations', () => {
  test('are made, mailed again, looked at, accepted, and listed in all states', async () => {
    const { owner, outsider: guest, organization, organizationId } = await withPeople()
    const asked = { email: guest.email.toUpperCase(), role: ['member', 'admin'] }
    const made = await owner.inviteMember(asked)
    const shown = {
      ...{ id: expect.any(String), organizationId, email: guest.email, role: 'member,admin', teamId: null },
      ...{ status: 'pending', inviterId: owner.id, expiresAt: expect.any(Date) },
    }
    expect(made).toEqual(done(shown))
    expect(await owner.inviteMember(asked)).toEqual(refused(400, 'User is already invited to this organization'))
    expect((await owner.inviteMember({ ...asked, resend: true })).data.id).toBe(made.data.id)
    expect((await emailTo(usual.server, guest.email, 'invitation')).text).toContain(`/invitations/${made.data.id}?secret=`)
    const looked = await guest.getInvitation({ query: { id: made.data.id } })
    const about = { organizationName: 'Byron', organizationSlug: organization.slug, inviterEmail: owner.email }
    expect(looked).toEqual(done({ ...shown, ...about }))
    const accepted = await guest.acceptInvitation({ invitationId: made.data.id })
    const member = { id: expect.any(String), organizationId, userId: guest.id, role: 'member,admin', teamId: null }
    const invitation = { ...shown, status: 'accepted' }
    expect(accepted).toEqual(done({ invitation, member: { ...member, createdAt: expect.any(Date) } }))
    expect((await guest.getActiveMember()).data.organizationId).toBe(organizationId)
    expect(await guest.listInvitations()).toEqual(done([invitation]))
    expect((await owner.getFullOrganization()).data.invitations).toEqual([invitation])
    expect(await guest.acceptInvitation({ invitationId: made.data.id })).toEqual(refused(400, 'Invitation not found'))
    expect(await owner.inviteMember(asked)).toEqual(refused(400, 'User is already a member of this organization'))
  })

  test('are rejected by the recipient and canceled by whoever may', async () => {
    const { owner, outsider: guest, others, organizationId } = await withPeople(['member'])
    const invite = async () => (await owner.inviteMember({ email: guest.email, role: 'member' })).data
    const first = await invite()
    const rejected = await guest.rejectInvitation({ invitationId: first.id })
    expect(rejected).toEqual(done({ invitation: { ...first, status: 'rejected' }, member: null }))
    expect(await guest.rejectInvitation({ invitationId: first.id })).toEqual(refused(400, 'Invitation not found!'))
    const second = await invite()
    const mayNot = refused(403, 'You are not allowed to cancel this invitation')
    expect(await others[0]?.cancelInvitation({ invitationId: second.id })).toEqual(mayNot)
    expect(await guest.cancelInvitation({ invitationId: second.id })).toEqual(refused(400, 'Member not found'))
    expect(await owner.cancelInvitation({ invitationId: second.id })).toEqual(done({ ...second, status: 'canceled' }))
    for (const invitationId of [second.id, UNKNOWN])
      expect(await owner.cancelInvitation({ invitationId })).toEqual(refused(400, 'Invitation not found'))
    const notOurs = refused(403, 'You are not a member of this organization')
    expect(await guest.listInvitations({ query: { organizationId } })).toEqual(notOurs)
  })

  test('are refused to whoever may not invite, and to whoever they are not for', async () => {
    const { owner, outsider, others, organizationId } = await withPeople(['admin', 'member'])
    const [admin, member] = others
    const email = newAddress()
    const asked = { email, role: 'member', organizationId }
    expect(await outsider.inviteMember(asked)).toEqual(refused(400, 'Member not found'))
    expect(await member?.inviteMember(asked)).toEqual(refused(403, 'You are not allowed to invite users to this organization'))
    const notOwner = refused(403, 'you are not allowed to invite user with this role')
    expect(await admin?.inviteMember({ ...asked, role: 'owner' })).toEqual(notOwner)
    expect(await owner.inviteMember({ ...asked, role: 'king' })).toEqual(refused(400, 'Role not found'))
    expect(await owner.inviteMember({ ...asked, teamId: UNKNOWN })).toEqual(refused(400, 'Team not found'))
    expect(await owner.inviteMember({ ...asked, email: 'nobody' })).toMatchObject(INVALID)
    const { data: made } = await owner.inviteMember(asked)
    const notFor = refused(403, 'You are not the recipient of the invitation')
    expect(await outsider.getInvitation({ query: { id: made.id } })).toEqual(notFor)
    for (const call of [outsider.acceptInvitation, outsider.rejectInvitation]) expect(await call({ invitationId: made.id })).toEqual(notFor)
    expect(await outsider.getInvitation({ query: { id: UNKNOWN } })).toEqual(refused(400, 'Invitation not found!'))
  })

  test('lose their force with the inviter, the proof of the address, their time, and the room there is', async () => {
    const house = await houseWith({ MEMBERSHIP_LIMIT: '3', INVITATION_LIMIT: '1', INVITATION_EXPIRES_IN: '3600' })
    const { owner, outsider: guest, others, organizationId } = await withPeople(['admin', 'member'], house)
    const [admin, member] = others
    const { data: first } = (await admin?.inviteMember({ email: guest.email, role: 'admin' })) ?? {}
    expect(await owner.inviteMember({ email: newAddress(), role: 'member' })).toEqual(refused(403, 'Invitation limit reached'))
    const full = refused(403, 'Organization membership limit reached')
    expect(await guest.acceptInvitation({ invitationId: first.id })).toEqual(full)
    await owner.updateMemberRole({ memberId: admin?.memberId, role: 'member' })
    const mayNoMore = refused(400, 'Inviter is no longer allowed to invite to the organization')
    expect(await guest.acceptInvitation({ invitationId: first.id })).toEqual(mayNoMore)
    await admin?.leave({ organizationId })
    const gone = refused(400, 'Inviter is no longer a member of the organization')
    expect(await guest.acceptInvitation({ invitationId: first.id })).toEqual(gone)
    expect(await guest.getInvitation({ query: { id: first.id } })).toEqual(gone)
    await owner.cancelInvitation({ invitationId: first.id })
    await owner.removeMember({ memberIdOrEmail: member?.email })
    const { data: second } = await owner.inviteMember({ email: guest.email, role: 'member' })
    const unproven = house.server.platform.database.db.updateTable('users').set({ is_email_verified: false })
    await unproven.where('id', '=', guest.id).execute()
    expect(await guest.acceptInvitation({ invitationId: second.id })).toEqual(refused(403, 'Email not verified'))
    house.server.clock.advance(3600)
    expect(await guest.acceptInvitation({ invitationId: second.id })).toEqual(refused(400, 'Invitation not found'))
  })
})

test('teams are made, renamed, listed and removed', async () => {
  const house = await houseWith({ MAX_TEAMS: '2' })
  const { owner, outsider, others, organizationId } = await withPeople(['member'], house)
  const made = await owner.createTeam({ name: 'Sales' })
  const shown = { id: expect.any(String), organizationId, createdAt: expect.any(Date) }
  expect(made).toEqual(done({ ...shown, name: 'Sales', updatedAt: null }))
  expect(await owner.createTeam({ name: 'More' })).toEqual(refused(400, 'You have reached the maximum number of teams'))
  expect(await owner.createTeam({ name: '' })).toMatchObject(INVALID)
  const mayNotMake = refused(403, 'You are not allowed to create teams in this organization')
  expect(await others[0]?.createTeam({ name: 'Ours' })).toEqual(mayNotMake)
  const outside = refused(403, 'You are not allowed to invite users to this organization')
  expect(await outsider.createTeam({ name: 'Ours', organizationId })).toEqual(outside)
  const teamId = made.data.id
  const renamed = await owner.updateTeam({ teamId, data: { name: 'Selling' } })
  expect(renamed).toEqual(done({ ...shown, name: 'Selling', updatedAt: expect.any(Date) }))
  expect(await owner.updateTeam({ teamId: UNKNOWN, data: { name: 'A' } })).toEqual(refused(400, 'Team not found'))
  const mayNot = refused(403, 'You are not allowed to update this team')
  expect(await others[0]?.updateTeam({ teamId, data: { name: 'A' } })).toEqual(mayNot)
  expect(await outsider.listTeams({ query: { organizationId } })).toEqual(NO_WORDS)
  const { data: teams } = (await others[0]?.listTeams()) ?? {}
  expect(teams.map(({ name }: { name: string }) => name).sort()).toEqual(['Byron', 'Selling'])
  const own = (await owner.getActiveMember()).data.teamId
  const ownTeam = refused(403, 'You are not allowed to delete this team')
  expect(await owner.removeTeam({ teamId: own })).toEqual(ownTeam)
  expect(await outsider.removeTeam({ teamId, organizationId })).toEqual(ownTeam)
  const mayNotRemove = refused(403, 'You are not allowed to delete teams in this organization')
  expect(await others[0]?.removeTeam({ teamId })).toEqual(mayNotRemove)
  expect(await owner.removeTeam({ teamId: UNKNOWN })).toEqual(refused(400, 'Team not found'))
  expect(await owner.removeTeam({ teamId })).toEqual(done({ message: 'Team removed successfully.' }))
  const admin = await joined(owner, organizationId, 'admin')
  expect(await admin.removeTeam({ teamId: own })).toEqual(refused(400, 'Unable to remove last team'))
})

test('without a session there is nothing to be done', async () => {
  const { organization } = publishedClient(usual.baseURL, new Jar(usual.server.settings.BASE_URL))
  const body = { organizationId: UNKNOWN, name: 'A', slug: newSlug(), role: 'member', data: {}, permissions: {}, email: newAddress() }
  const ids = { memberId: UNKNOWN, memberIdOrEmail: UNKNOWN, teamId: UNKNOWN, invitationId: UNKNOWN }
  const { getInvitation, update, addMember: _, ...others } = callsOf(organization, organizationCalls)
  const reads = ['list', 'getFullOrganization', 'getActiveMember', 'listInvitations', 'listTeams']
  for (const [name, call] of Object.entries(others))
    expect([name, await call(reads.includes(name) ? undefined : { ...body, ...ids })]).toEqual([name, NOBODY])
  expect(await update({ data: { name: 'A' } })).toEqual(refused(401, 'User not found'))
  expect(await getInvitation({ query: { id: UNKNOWN } })).toEqual(refused(401, 'Not authenticated'))
})
