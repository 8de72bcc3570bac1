// The published organizationClient against the running server: each call about organizations, and each of its declared refusals.
import { afterAll, describe, expect, test } from 'vitest'
import { newSlug, PASSWORD, uniqueEmail } from '#test/support/a-user.ts'
import { emailTo } from '#test/support/emails.ts'
import { CookieJar, callsOf, organizationCalls, publishedClient } from '#test/support/published-client.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const opened: { readonly server: TestServer; readonly baseURL: string }[] = []
afterAll(() => Promise.all(opened.map(({ server }) => server.close())))

async function serverWith(settings: Record<string, string> = {}) {
  const server = await testServer({ settings })
  const app = { server, baseURL: await server.listen() }
  opened.push(app)
  return app
}

const defaultApp = await serverWith()

/** Signs up a user with a verified email; returns the calls of their browser. */
async function signedUpUser(app = defaultApp) {
  const client = publishedClient(app.baseURL, new CookieJar(app.server.settings.BASE_URL))
  const email = uniqueEmail()
  const { data } = await client.signUp.email({ name: 'Ann Lee', email, password: PASSWORD })
  const verification = app.server.platform.database.db.updateTable('users').set({ is_email_verified: true })
  await verification.where('id', '=', data.user.id).execute()
  return { app, client, email, id: data.user.id as string, ...callsOf(client.organization, organizationCalls) }
}

/** An organization with an owner and members of the given roles; it is the active organization of each of them. */
async function anOrganization(roles: readonly string[] = [], app = defaultApp) {
  const owner = await signedUpUser(app)
  const { data: organization } = await owner.create({ name: 'Byron', slug: newSlug(), metadata: { tier: 'gold', deep: [1] } })
  const others = []
  for (const role of roles) others.push(await aMember(owner, organization.id, role))
  const outsider = await signedUpUser(app)
  return { owner, others, outsider, organization, organizationId: organization.id as string }
}

async function aMember(owner: Awaited<ReturnType<typeof signedUpUser>>, organizationId: string, role: string) {
  const user = await signedUpUser(owner.app)
  const { data: invitation } = await owner.inviteMember({ email: user.email, role, organizationId })
  const { data } = await user.acceptInvitation({ invitationId: invitation.id })
  return { ...user, memberId: data.member.id as string }
}

/** A refusal as the client returns it. The code is derived from the sentence. */
function refused(status: number, message: string) {
  const statusText = { 400: 'BAD_REQUEST', 401: 'UNAUTHORIZED', 403: 'FORBIDDEN' }[status]
  const code = message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '')
  return { data: null, error: { status, statusText, code, message } }
}
const UNAUTHENTICATED = { data: null, error: { status: 401, statusText: 'UNAUTHORIZED' } }
const FORBIDDEN = { data: null, error: { status: 403, statusText: 'FORBIDDEN' } }
const NO_DATA = { data: null, error: null }
const INVALID = { data: null, error: { status: 400, statusText: '400', code: 'VALIDATION_ERROR' } }
/** Without a key of its own an argument makes the client use GET. */
const CURRENT = { fetchOptions: { method: 'POST' } }
const done = (data: unknown) => ({ data, error: null })
const OUTSIDE = 'User is not a member of the organization'

describe('an organization', () => {
  test('is created with metadata as an object, and listed with metadata as text', async () => {
    const { client, id, create, list, checkSlug, getFullOrganization, getActiveMember } = await signedUpUser()
    const slug = newSlug()
    expect(await checkSlug({ slug })).toEqual(done({ status: true }))
    const created = await create({ name: 'Byron', slug, logo: 'https://logo.test/a.png', metadata: { tier: 'gold' } })
    const details = { id: expect.any(String), name: 'Byron', slug, logo: 'https://logo.test/a.png', createdAt: expect.any(Date) }
    const member = { id: expect.any(String), organizationId: created.data.id, userId: id, role: 'owner', createdAt: expect.any(Date) }
    const team = { id: expect.any(String), name: 'Byron', organizationId: created.data.id, createdAt: expect.any(Date), updatedAt: null }
    const teamId = expect.any(String)
    expect(created).toEqual(done({ ...details, metadata: { tier: 'gold' }, members: [{ ...member, teamId }] }))
    expect((await client.getSession()).data.session.activeOrganizationId).toBe(created.data.id)
    expect(await list()).toEqual(done([{ ...details, metadata: '{"tier":"gold"}', role: 'owner', scopes: expect.any(Array) }]))
    const user = { id, name: 'Ann Lee', email: expect.any(String), image: null }
    const full = { ...details, metadata: '{"tier":"gold"}', members: [{ ...member, teamId, user }], invitations: [], teams: [team] }
    expect(await getFullOrganization()).toEqual(done(full))
    expect(await getFullOrganization({ query: { organizationSlug: slug } })).toEqual(done(full))
    expect(await getActiveMember()).toEqual(done({ ...member, teamId, user }))
    expect(await checkSlug({ slug })).toEqual(refused(400, 'slug is taken'))
    expect(await create({ name: 'Another', slug })).toEqual(refused(400, 'Organization already exists'))
    expect(await create({ name: 'Another', slug: 'No Slug' })).toMatchObject(INVALID)
    expect(await create({ name: 'Another', slug: 'admin' })).toEqual(refused(400, 'Organization already exists'))
    const plain = await create({ name: 'Plain', slug: newSlug(), keepCurrentActiveOrganization: true })
    expect(plain.data).toMatchObject({ logo: null, metadata: null })
    expect((await client.getSession()).data.session.activeOrganizationId).toBe(created.data.id)
  })

  test('is created only as the settings allow', async () => {
    const closed = await signedUpUser(await serverWith({ ORGANIZATION_CREATION_DISABLED: 'true' }))
    expect(await closed.create({ name: 'A', slug: newSlug() })).toEqual(refused(403, 'You are not allowed to create a new organization'))
    const one = await signedUpUser(await serverWith({ ORGANIZATION_LIMIT: '1', ORGANIZATION_DELETION_DISABLED: 'true' }))
    const { data } = await one.create({ name: 'A', slug: newSlug() })
    const beyond = refused(403, 'You have reached the maximum number of organizations')
    expect(await one.create({ name: 'B', slug: newSlug() })).toEqual(beyond)
    expect(await one.delete({ organizationId: data.id })).toEqual(FORBIDDEN)
  })

  test('is null without an active one, and other calls need its id', async () => {
    const { getFullOrganization, getActiveMember, setActive, list, ...calls } = await signedUpUser()
    for (const call of [getFullOrganization, getActiveMember]) expect(await call()).toEqual(NO_DATA)
    expect(await setActive(CURRENT)).toEqual(NO_DATA)
    expect(await setActive({ organizationId: null })).toEqual(NO_DATA)
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
    expect(await calls.inviteMember({ email: uniqueEmail(), role: 'member' })).toEqual(refused(400, 'Organization not found'))
    expect(await calls.listInvitations()).toEqual(refused(400, 'Organization ID is required'))
  })

  test('is updated with metadata as an object, and only with the permission', async () => {
    const { owner, outsider, others, organization, organizationId } = await anOrganization(['member'])
    const { members: _, ...details } = organization
    const changed = await owner.update({ data: { name: 'Lovelace', logo: 'x' }, organizationId })
    expect(changed).toEqual(done({ ...details, name: 'Lovelace', logo: 'x', metadata: { tier: 'gold', deep: [1] } }))
    expect((await owner.update({ data: { metadata: { b: null } } })).data.metadata).toEqual({ b: null })
    expect((await owner.list()).data[0].metadata).toBe('{"b":null}')
    const { organization: other } = await anOrganization()
    expect(await owner.update({ data: { slug: other.slug } })).toEqual(refused(400, 'Organization already exists'))
    expect(await outsider.update({ data: { name: 'A' }, organizationId })).toEqual(refused(400, OUTSIDE))
    expect(await others[0]?.update({ data: { name: 'A' } })).toEqual(refused(403, 'You are not allowed to update this organization'))
    expect(await owner.update({ data: { name: '' } })).toMatchObject(INVALID)
  })

  test('is deleted by an owner, and returned as it was', async () => {
    const { owner, others, outsider, organization, organizationId } = await anOrganization(['admin'])
    const mayNot = refused(403, 'You are not allowed to delete this organization')
    expect(await others[0]?.delete({ organizationId })).toEqual(mayNot)
    expect(await outsider.delete({ organizationId })).toEqual(refused(400, OUTSIDE))
    const { members: _, ...details } = organization
    expect(await owner.delete({ organizationId })).toEqual(done({ ...details, metadata: '{"tier":"gold","deep":[1]}' }))
    for (const { getFullOrganization, list } of [owner, ...others])
      expect([await getFullOrganization(), await list()]).toEqual([NO_DATA, done([])])
  })

  test('becomes active by id or slug; null and a foreign organization clear the active one', async () => {
    const { owner, organization, organizationId } = await anOrganization()
    const other = (await owner.create({ name: 'Second', slug: newSlug() })).data
    const active = async () => (await owner.client.getSession()).data.session.activeOrganizationId
    const set = await owner.setActive({ organizationSlug: organization.slug })
    expect(set.data).toMatchObject({ id: organizationId, metadata: '{"tier":"gold","deep":[1]}', invitations: [], teams: null })
    expect(set.data.members[0]).toMatchObject({ role: 'owner', user: { email: owner.email } })
    expect(await active()).toBe(organizationId)
    expect((await owner.setActive(CURRENT)).data.id).toBe(organizationId)
    expect((await owner.setActive({ organizationId: other.id, organizationSlug: organization.slug })).data.id).toBe(other.id)
    expect(await owner.setActive({ organizationId: null })).toEqual(NO_DATA)
    expect(await active()).toBeNull()
    await owner.setActive({ organizationId })
    const { organizationId: foreign } = await anOrganization()
    expect(await owner.setActive({ organizationId: foreign })).toEqual(refused(403, OUTSIDE))
    expect(await active()).toBeNull()
    for (const query of [{ organizationId: foreign }, { organizationId: UNKNOWN }, { organizationSlug: 'nobody-has-this' }])
      expect(await owner.getFullOrganization({ query })).toEqual(refused(403, OUTSIDE))
  })
})

describe('members', () => {
  test('get other roles, as text or as a list', async () => {
    const { owner, others, outsider, organizationId } = await anOrganization(['admin', 'member'])
    const [admin, member] = others
    if (!admin || !member) throw new Error('A member is missing.')
    const memberId = member.memberId
    const expected = { id: memberId, organizationId, userId: member.id, teamId: null, createdAt: expect.any(Date) }
    expect(await owner.updateMemberRole({ memberId, role: 'admin' })).toEqual(done({ ...expected, role: 'admin' }))
    const listed = await admin.updateMemberRole({ memberId, role: ['member', 'admin'], organizationId })
    expect(listed).toEqual(done({ ...expected, role: 'member,admin' }))
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

  test('are removed by id or email, and can leave', async () => {
    const { owner, others, outsider, organizationId } = await anOrganization(['member', 'member', 'member'])
    const [first, second, third] = others
    if (!first || !second || !third) throw new Error('A member is missing.')
    const mayNot = refused(401, 'You are not allowed to delete this member')
    expect(await first.removeMember({ memberIdOrEmail: second.memberId })).toEqual(mayNot)
    const expected = (user: typeof first) => ({
      id: user.memberId,
      organizationId,
      userId: user.id,
      role: 'member',
      teamId: null,
      createdAt: expect.any(Date),
      user: { id: user.id, name: 'Ann Lee', email: user.email, image: null },
    })
    const capital = first.email.toUpperCase()
    expect(await owner.removeMember({ memberIdOrEmail: capital })).toEqual(done({ member: expected(first) }))
    expect(await owner.removeMember({ memberIdOrEmail: second.memberId, organizationId })).toEqual(done({ member: expected(second) }))
    const gone = refused(400, 'Member not found')
    expect(await owner.removeMember({ memberIdOrEmail: first.email })).toEqual(gone)
    expect(await third.leave({ organizationId })).toEqual(done(expected(third)))
    expect(await third.leave({ organizationId })).toEqual(gone)
    expect(await outsider.leave({ organizationId })).toEqual(gone)
    for (const { getActiveMember } of [first, second, third]) expect(await getActiveMember()).toEqual(NO_DATA)
  })

  test('can query their permissions', async () => {
    const { owner, others, outsider, organizationId } = await anOrganization(['member'])
    expect(await owner.hasPermission({ permissions: { organization: ['delete'] } })).toEqual(done({ error: null, success: true }))
    expect(await others[0]?.hasPermission({ permission: { team: ['create'] } })).toEqual(done({ error: null, success: false }))
    const input = { permissions: { team: ['create'] } }
    expect(await outsider.hasPermission({ ...input, organizationId })).toEqual(refused(401, OUTSIDE))
    expect(await owner.hasPermission({ ...input, permission: {} })).toMatchObject(INVALID)
  })

  test('are added without an invitation by server calls only', async () => {
    const { owner, outsider } = await anOrganization()
    const missing = { data: null, error: { status: 404, statusText: 'NOT_FOUND' } }
    expect(await owner.addMember({ userId: outsider.id, role: 'member' })).toEqual(missing)
  })
})

describe('invitations', () => {
  test('are created, sent again, read, accepted, and listed in all states', async () => {
    const { owner, outsider: guest, organization, organizationId } = await anOrganization()
    const input = { email: guest.email.toUpperCase(), role: ['member', 'admin'] }
    const created = await owner.inviteMember(input)
    const expected = {
      id: expect.any(String),
      organizationId,
      email: guest.email,
      role: 'member,admin',
      teamId: null,
      status: 'pending',
      inviterId: owner.id,
      expiresAt: expect.any(Date),
    }
    expect(created).toEqual(done(expected))
    expect(await owner.inviteMember(input)).toEqual(refused(400, 'User is already invited to this organization'))
    expect((await owner.inviteMember({ ...input, resend: true })).data.id).toBe(created.data.id)
    expect((await emailTo(defaultApp.server, guest.email, 'invitation')).text).toContain(`/invitations/${created.data.id}?secret=`)
    const read = await guest.getInvitation({ query: { id: created.data.id } })
    const details = { organizationName: 'Byron', organizationSlug: organization.slug, inviterEmail: owner.email }
    expect(read).toEqual(done({ ...expected, ...details }))
    const accepted = await guest.acceptInvitation({ invitationId: created.data.id })
    const member = { id: expect.any(String), organizationId, userId: guest.id, role: 'member,admin', teamId: null }
    const invitation = { ...expected, status: 'accepted' }
    expect(accepted).toEqual(done({ invitation, member: { ...member, createdAt: expect.any(Date) } }))
    expect((await guest.getActiveMember()).data.organizationId).toBe(organizationId)
    expect(await guest.listInvitations()).toEqual(done([invitation]))
    expect((await owner.getFullOrganization()).data.invitations).toEqual([invitation])
    expect(await guest.acceptInvitation({ invitationId: created.data.id })).toEqual(refused(400, 'Invitation not found'))
    expect(await owner.inviteMember(input)).toEqual(refused(400, 'User is already a member of this organization'))
  })

  test('are rejected by the recipient and canceled by members with the permission', async () => {
    const { owner, outsider: guest, others, organizationId } = await anOrganization(['member'])
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

  test('need the permission to invite, and are only for their recipient', async () => {
    const { owner, outsider, others, organizationId } = await anOrganization(['admin', 'member'])
    const [admin, member] = others
    const email = uniqueEmail()
    const input = { email, role: 'member', organizationId }
    expect(await outsider.inviteMember(input)).toEqual(refused(400, 'Member not found'))
    expect(await member?.inviteMember(input)).toEqual(refused(403, 'You are not allowed to invite users to this organization'))
    const notOwner = refused(403, 'you are not allowed to invite user with this role')
    expect(await admin?.inviteMember({ ...input, role: 'owner' })).toEqual(notOwner)
    expect(await owner.inviteMember({ ...input, role: 'king' })).toEqual(refused(400, 'Role not found'))
    expect(await owner.inviteMember({ ...input, teamId: UNKNOWN })).toEqual(refused(400, 'Team not found'))
    expect(await owner.inviteMember({ ...input, email: 'nobody' })).toMatchObject(INVALID)
    const { data: created } = await owner.inviteMember(input)
    const notFor = refused(403, 'You are not the recipient of the invitation')
    expect(await outsider.getInvitation({ query: { id: created.id } })).toEqual(notFor)
    for (const call of [outsider.acceptInvitation, outsider.rejectInvitation])
      expect(await call({ invitationId: created.id })).toEqual(notFor)
    expect(await outsider.getInvitation({ query: { id: UNKNOWN } })).toEqual(refused(400, 'Invitation not found!'))
  })

  test('cannot be accepted without the membership of the inviter, a verified email, in time, and within the membership limit', async () => {
    const app = await serverWith({ MEMBERSHIP_LIMIT: '3', INVITATION_LIMIT: '1', INVITATION_EXPIRES_IN: '3600' })
    const { owner, outsider: guest, others, organizationId } = await anOrganization(['admin', 'member'], app)
    const [admin, member] = others
    const { data: first } = (await admin?.inviteMember({ email: guest.email, role: 'admin' })) ?? {}
    expect(await owner.inviteMember({ email: uniqueEmail(), role: 'member' })).toEqual(refused(403, 'Invitation limit reached'))
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
    const unverification = app.server.platform.database.db.updateTable('users').set({ is_email_verified: false })
    await unverification.where('id', '=', guest.id).execute()
    expect(await guest.acceptInvitation({ invitationId: second.id })).toEqual(refused(403, 'Email not verified'))
    app.server.clock.advance(3600)
    expect(await guest.acceptInvitation({ invitationId: second.id })).toEqual(refused(400, 'Invitation not found'))
  })
})

test('teams are created, renamed, listed and removed', async () => {
  const app = await serverWith({ MAX_TEAMS: '2' })
  const { owner, outsider, others, organizationId } = await anOrganization(['member'], app)
  const created = await owner.createTeam({ name: 'Sales' })
  const expected = { id: expect.any(String), organizationId, createdAt: expect.any(Date) }
  expect(created).toEqual(done({ ...expected, name: 'Sales', updatedAt: null }))
  expect(await owner.createTeam({ name: 'More' })).toEqual(refused(400, 'You have reached the maximum number of teams'))
  expect(await owner.createTeam({ name: '' })).toMatchObject(INVALID)
  const mayNotMake = refused(403, 'You are not allowed to create teams in this organization')
  expect(await others[0]?.createTeam({ name: 'Ours' })).toEqual(mayNotMake)
  const outside = refused(403, 'You are not allowed to invite users to this organization')
  expect(await outsider.createTeam({ name: 'Ours', organizationId })).toEqual(outside)
  const teamId = created.data.id
  const renamed = await owner.updateTeam({ teamId, data: { name: 'Selling' } })
  expect(renamed).toEqual(done({ ...expected, name: 'Selling', updatedAt: expect.any(Date) }))
  expect(await owner.updateTeam({ teamId: UNKNOWN, data: { name: 'A' } })).toEqual(refused(400, 'Team not found'))
  const mayNot = refused(403, 'You are not allowed to update this team')
  expect(await others[0]?.updateTeam({ teamId, data: { name: 'A' } })).toEqual(mayNot)
  expect(await outsider.listTeams({ query: { organizationId } })).toEqual(FORBIDDEN)
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
  const admin = await aMember(owner, organizationId, 'admin')
  expect(await admin.removeTeam({ teamId: own })).toEqual(refused(400, 'Unable to remove last team'))
})

test('without a session every organization call is refused', async () => {
  const { organization } = publishedClient(defaultApp.baseURL, new CookieJar(defaultApp.server.settings.BASE_URL))
  const body = { organizationId: UNKNOWN, name: 'A', slug: newSlug(), role: 'member', data: {}, permissions: {}, email: uniqueEmail() }
  const ids = { memberId: UNKNOWN, memberIdOrEmail: UNKNOWN, teamId: UNKNOWN, invitationId: UNKNOWN }
  const { getInvitation, update, addMember: _, ...others } = callsOf(organization, organizationCalls)
  const reads = ['list', 'getFullOrganization', 'getActiveMember', 'listInvitations', 'listTeams']
  for (const [name, call] of Object.entries(others))
    expect([name, await call(reads.includes(name) ? undefined : { ...body, ...ids })]).toEqual([name, UNAUTHENTICATED])
  expect(await update({ data: { name: 'A' } })).toEqual(refused(401, 'User not found'))
  expect(await getInvitation({ query: { id: UNKNOWN } })).toEqual(refused(401, 'Not authenticated'))
})
