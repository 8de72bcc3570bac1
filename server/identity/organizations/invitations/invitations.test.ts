import { describe, expect, test } from 'vitest'
import { aMember } from '#test/support/a-member.ts'
import { anOrganization, aUser, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailsTo, emailTo } from '#test/support/emails.ts'
import { sharedServer } from '#test/support/server.ts'

const server = await sharedServer()
const { database } = server.platform
const BASE = '/api/auth/organization'
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const DAY = 86_400

const invite = (who: TestUser, body: object) => who.request('POST', '/api/auth/organization/invite-member', { body })
const accept = (who: TestUser, invitationId: string, secret?: string) =>
  who.request('POST', '/api/auth/organization/accept-invitation', { body: { invitationId, secret } })
const reject = (who: TestUser, invitationId: string, secret?: string) =>
  who.request('POST', '/api/auth/organization/reject-invitation', { body: { invitationId, secret } })
const cancel = (who: TestUser, invitationId: string) =>
  who.request('POST', '/api/auth/organization/cancel-invitation', { body: { invitationId } })
const get = (who: TestUser, id: string, secret = '') =>
  who.request('GET', `/api/auth/organization/get-invitation?id=${id}${secret && `&secret=${secret}`}`)
const list = (who: TestUser, query = '') => who.request('GET', `/api/auth/organization/list-invitations?${query}`)
const listOwn = (who: TestUser) => who.request('GET', '/api/auth/organization/list-user-invitations')
const linkOf = (who: TestUser, id: string) => who.request('GET', `/api/auth/organization/get-invitation-link?id=${id}`)
const setActive = (who: TestUser, organizationId: string | null) => who.request('POST', `${BASE}/set-active`, { body: { organizationId } })
const sessionOf = async (who: TestUser) => (await who.request('GET', '/api/auth/get-session')).json

/** The secret of the link that was last mailed to an email. */
async function mailedTo(address: string): Promise<string> {
  const { text } = await emailTo(server, address, 'invitation')
  const [, secret] = /\/invitations\/[\w-]+\?secret=(\w+)/.exec(text) ?? []
  if (!secret) throw new Error('The email has no link.')
  return secret
}

/** A user with a verified email. */
async function aVerifiedUser(email = uniqueEmail()): Promise<TestUser> {
  const user = await aUser(server, { email })
  await database.transaction((tx) => tx.updateTable('users').set({ is_email_verified: true }).where('id', '=', user.id).execute())
  return user
}

/** An organization, its members, and a user of another organization. */
async function setUp() {
  const organization = await anOrganization(server)
  const [admin, member] = [await aMember(server, organization.id, 'admin'), await aMember(server, organization.id, 'member')]
  return { organization, owner: organization.owner, admin, member, outsider: (await anOrganization(server)).owner }
}

/** An invitation and its recipient. */
async function invited(role: string | readonly string[] = 'member', user?: TestUser) {
  const all = await setUp()
  const guest = user ?? (await aVerifiedUser())
  const answer = await invite(all.owner, { email: guest.email, role })
  if (answer.status !== 200) throw new Error(`Inviting was answered ${answer.status}: ${answer.text}`)
  return { ...all, guest, invitation: answer.json }
}

describe('invite-member', () => {
  test('answers the invitation, to the folded email, in two round trips', async () => {
    const { organization, owner, admin } = await setUp()
    const email = uniqueEmail()
    const answer = await invite(owner, { email: email.toUpperCase(), role: 'member' })
    const expected = {
      id: expect.any(String),
      organizationId: organization.id,
      email,
      role: 'member',
      teamId: null,
      status: 'pending',
      inviterId: owner.id,
      expiresAt: new Date(server.clock.now().getTime() + 2 * DAY * 1000).toISOString(),
    }
    expect([answer.status, answer.json, answer.roundTrips]).toEqual([200, expected, 3])
    const byAdmin = await invite(admin, { email: uniqueEmail(), role: ['admin', 'member'], organizationId: organization.id })
    expect([byAdmin.status, byAdmin.json.role, byAdmin.json.inviterId]).toEqual([200, 'admin,member', admin.id])
  })

  test('mails one email, and only its link contains the secret', async () => {
    const { owner, guest, invitation } = await invited()
    const emails = await emailsTo(server, guest.email)
    expect(emails.map(({ subject }) => subject)).toEqual(['Join Byron and Daughters on Guildhall'])
    const [email] = emails
    expect(email?.text).toContain(`${owner.name} (${owner.email}) invited you to join Byron and Daughters.`)
    expect(email?.text).toContain(`${owner.name} (${owner.email}) invited ${guest.email} at http://localhost:3000.`)
    expect(email?.text).toMatch(new RegExp(`http://localhost:3000/invitations/${invitation.id}\\?secret=\\w{32}\\n`))
    expect(email?.text).toContain('The link is only for you and expires in 2 days.')
    const secret = await mailedTo(guest.email)
    const seen = [await get(guest, invitation.id, secret), await list(owner), await linkOf(owner, invitation.id)]
    const full = await owner.request('GET', `${BASE}/get-full-organization`)
    for (const answer of [...seen, full]) expect([answer.status, answer.text.includes(secret)]).toEqual([200, false])
    const tables = await Promise.all([
      database.db.selectFrom('invitations').select(['secret_digest', 'sealed_secret']).execute(),
      database.db.selectFrom('jobs').select(['payload', 'key']).execute(),
      database.db.selectFrom('domain_events').select('payload').execute(),
      database.db.selectFrom('audit_entries').select(['details', 'target']).execute(),
    ])
    expect(JSON.stringify(tables)).not.toContain(secret)
  })

  test('is refused to non-members, without the permission, and without an organization', async () => {
    const { organization, member, outsider } = await setUp()
    const email = uniqueEmail()
    const organizationId = organization.id
    const answers = [
      await invite(await aUser(server), { email, role: 'member' }),
      await invite(outsider, { email, role: 'member', organizationId }),
      await invite(outsider, { email, role: 'member', organizationId: UNKNOWN }),
      await invite(outsider, { email, role: 'member', organizationId: 'nothing' }),
      await invite(member, { email, role: 'member', organizationId }),
      await invite(member, { email, role: 'nothing', organizationId }),
    ]
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [400, 'Organization not found'],
      [400, 'Member not found'],
      [400, 'Member not found'],
      [400, 'Member not found'],
      [403, 'You are not allowed to invite users to this organization'],
      [403, 'You are not allowed to invite users to this organization'],
    ])
    const anonymous = await server.request('POST', '/api/auth/organization/invite-member', { body: { email, role: 'member' } })
    expect([anonymous.status, anonymous.text]).toEqual([401, ''])
    expect(await emailsTo(server, email)).toEqual([])
  })

  test.each([
    ['owner', 403, 'you are not allowed to invite user with this role'],
    ['admin,owner', 403, 'you are not allowed to invite user with this role'],
    [['member', 'owner'], 403, 'you are not allowed to invite user with this role'],
    [['member', ' owner '], 400, 'Role not found'],
    ['member,,', 400, 'Role not found'],
    ['owner\n', 400, 'Role not found'],
    [['admin', 'admin,owner'], 403, 'you are not allowed to invite user with this role'],
    ['Owner', 400, 'Role not found'],
    ['member,clerk', 400, 'Role not found'],
    ['', 400, 'Role not found'],
    [' , ', 400, 'Role not found'],
    [[], 400, 'Role not found'],
  ])('an admin cannot invite as %j', async (role, status, message) => {
    const { organization, admin } = await setUp()
    const email = uniqueEmail()
    const answer = await invite(admin, { email, role, organizationId: organization.id })
    expect([answer.status, answer.json.message]).toEqual([status, message])
    expect((await list(organization.owner)).json).toEqual([])
  })

  test('lets an owner invite owners', async () => {
    const { owner } = await setUp()
    expect((await invite(owner, { email: uniqueEmail(), role: ['owner', 'owner,admin'] })).json.role).toBe('owner,admin')
  })

  test('refuses members and invited emails', async () => {
    const { owner, member, guest } = await invited()
    const answers = [
      await invite(owner, { email: member.email, role: 'member' }),
      await invite(owner, { email: owner.email.toUpperCase(), role: 'member' }),
      await invite(owner, { email: guest.email.toUpperCase(), role: 'admin' }),
    ]
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [400, 'User is already a member of this organization'],
      [400, 'User is already a member of this organization'],
      [400, 'User is already invited to this organization'],
    ])
  })

  test('finds teams of the organization only', async () => {
    const { owner, outsider } = await setUp()
    const teamOf = async (who: TestUser) => (await who.request('GET', `${BASE}/list-teams`)).json[0].id
    const [own, foreign] = [await teamOf(owner), await teamOf(outsider)]
    const guest = await aVerifiedUser()
    for (const teamId of [foreign, UNKNOWN, 'nothing']) {
      const answer = await invite(owner, { email: guest.email, role: 'member', teamId })
      expect([answer.status, answer.json.message]).toEqual([400, 'Team not found'])
    }
    const { json } = await invite(owner, { email: guest.email, role: 'member', teamId: own })
    expect(json.teamId).toBe(own)
    expect((await accept(guest, json.id)).json.member.teamId).toBe(own)
  })

  test('reports an invalid email or role at its field', async () => {
    const { owner } = await setUp()
    for (const [body, path] of [
      [{ email: 'bea', role: 'member' }, 'email'],
      [{ email: uniqueEmail(), role: 7 }, 'role'],
      [{ email: uniqueEmail() }, 'role'],
    ] as const) {
      const answer = await invite(owner, body)
      expect([answer.status, answer.json.code, answer.json.errors[0].path]).toEqual([400, 'VALIDATION_ERROR', path])
    }
  })

  test('an invitation that is mailed again keeps its id and has a new expiry, and its previous link is invalid', async () => {
    const { owner, guest, invitation } = await invited('member', await aUser(server))
    const before = await mailedTo(guest.email)
    server.clock.advance(DAY)
    const again = await invite(owner, { email: guest.email, role: 'admin', resend: true })
    const expiresAt = new Date(server.clock.now().getTime() + 2 * DAY * 1000).toISOString()
    expect([again.status, again.json]).toEqual([200, { ...invitation, role: 'admin', expiresAt }])
    const after = await mailedTo(guest.email)
    expect(after).not.toBe(before)
    expect((await get(guest, invitation.id, before)).json.message).toBe('Email not verified')
    expect((await get(guest, invitation.id, after)).status).toBe(200)
    const firstOfAll = await invite(owner, { email: uniqueEmail(), role: 'member', resend: true })
    expect([firstOfAll.status, firstOfAll.json.status]).toEqual([200, 'pending'])
  })

  test('replaces an expired invitation', async () => {
    const { owner, guest, invitation } = await invited()
    server.clock.advance(2 * DAY)
    await owner.request('GET', '/api/auth/get-session')
    const next = await invite(owner, { email: guest.email, role: 'admin' })
    expect([next.status, next.json.status, next.roundTrips]).toEqual([200, 'pending', 3])
    expect(next.json.id).not.toBe(invitation.id)
    expect((await accept(guest, invitation.id)).json.message).toBe('Invitation not found')
    expect((await accept(guest, next.json.id)).json.member.role).toBe('admin')
  })

  test('a queued email is not sent after its invitation was canceled', async () => {
    const { owner, guest, invitation } = await invited()
    expect((await cancel(owner, invitation.id)).status).toBe(200)
    expect(await emailsTo(server, guest.email)).toEqual([])
  })
})

describe('accept-invitation', () => {
  test('makes the recipient a member, with the organization as the active one of the session', async () => {
    const { organization, guest, invitation } = await invited('admin')
    const answer = await accept(guest, invitation.id)
    const member = { id: expect.any(String), organizationId: organization.id, userId: guest.id, role: 'admin', teamId: null }
    const createdAt = server.clock.now().toISOString()
    expect([answer.status, answer.json]).toEqual([
      200,
      { invitation: { ...invitation, status: 'accepted' }, member: { ...member, createdAt } },
    ])
    expect(answer.cookies.size).toBe(0)
    expect((await sessionOf(guest)).session.activeOrganizationId).toBe(organization.id)
    expect((await guest.request('GET', `${BASE}/get-active-member`)).json.role).toBe('admin')
  })

  test('ignores the case of the email', async () => {
    const email = uniqueEmail()
    const guest = await aVerifiedUser(`${email.slice(0, 3).toUpperCase()}${email.slice(3)}`)
    const { owner } = await setUp()
    const { json } = await invite(owner, { email: email.toUpperCase(), role: 'member' })
    expect((await accept(guest, json.id)).status).toBe(200)
  })

  test('works once, and not for an expired, rejected, canceled or unknown invitation', async () => {
    const [once, expired, rejected, canceled] = [await invited(), await invited(), await invited(), await invited()]
    expect((await accept(once.guest, once.invitation.id)).status).toBe(200)
    await reject(rejected.guest, rejected.invitation.id)
    await cancel(canceled.owner, canceled.invitation.id)
    server.clock.advance(2 * DAY)
    for (const { guest, invitation } of [once, expired, rejected, canceled]) {
      for (const id of [invitation.id, UNKNOWN, 'nothing', '']) {
        const answer = await accept(guest, id)
        expect([answer.status, answer.json.message]).toEqual([400, 'Invitation not found'])
      }
    }
  })

  test('is refused to all users but the recipient', async () => {
    const { owner, admin, invitation } = await invited()
    for (const who of [owner, admin, await aVerifiedUser()]) {
      const answer = await accept(who, invitation.id)
      expect([answer.status, answer.json.message]).toEqual([403, 'You are not the recipient of the invitation'])
    }
  })

  test('needs the secret of the mailed link for an unverified email, and verifies it', async () => {
    const { organization, guest, invitation } = await invited('member', await aUser(server))
    const secret = await mailedTo(guest.email)
    for (const wrong of [undefined, '', 'x'.repeat(32), `${secret}x`]) {
      const answer = await accept(guest, invitation.id, wrong)
      expect([answer.status, answer.json.message]).toEqual([403, 'Email not verified'])
    }
    expect((await sessionOf(guest)).user.emailVerified).toBe(false)
    expect((await accept(guest, invitation.id, secret)).status).toBe(200)
    const { user, session } = await sessionOf(guest)
    expect([user.emailVerified, session.activeOrganizationId]).toEqual([true, organization.id])
  })

  test('the secret does not verify the email in an impersonation session', async () => {
    const { owner, guest, invitation } = await invited('member', await aUser(server))
    const impersonation = { impersonated_by: owner.id }
    await database.transaction((tx) => tx.updateTable('sessions').set(impersonation).where('user_id', '=', guest.id).execute())
    expect((await accept(guest, invitation.id, await mailedTo(guest.email))).json.message).toBe('Email not verified')
  })

  test('the secret of one invitation is not valid for another invitation or another user', async () => {
    const user = await aUser(server)
    const [one, other] = [await invited('member', user), await invited()]
    const secret = await mailedTo(other.guest.email)
    expect((await accept(user, one.invitation.id, secret)).json.message).toBe('Email not verified')
    expect((await accept(user, other.invitation.id, secret)).json.message).toBe('You are not the recipient of the invitation')
  })

  test('is refused if the inviter has left or can no longer invite with this role', async () => {
    const { organization, owner } = await setUp()
    const inviters = [await aMember(server, organization.id, 'admin'), await aMember(server, organization.id, 'admin')]
    const guest = await aVerifiedUser()
    const [former, demoted] = inviters as [TestUser, TestUser]
    const first = await invite(former, { email: guest.email, role: 'member', organizationId: organization.id })
    await owner.request('POST', `${BASE}/remove-member`, { body: { memberIdOrEmail: former.email } })
    expect((await accept(guest, first.json.id)).json.message).toBe('Inviter is no longer a member of the organization')
    expect((await get(guest, first.json.id)).json.message).toBe('Inviter is no longer a member of the organization')
    await cancel(owner, first.json.id)
    const second = await invite(demoted, { email: guest.email, role: 'admin', organizationId: organization.id })
    await database.transaction((tx) => tx.updateTable('members').set({ role: 'member' }).where('user_id', '=', demoted.id).execute())
    const answer = await accept(guest, second.json.id)
    expect([answer.status, answer.json.message]).toEqual([400, 'Inviter is no longer allowed to invite to the organization'])
  })

  test('does not change the membership of a user who became a member otherwise', async () => {
    const { organization, guest, invitation } = await invited('admin')
    await aMember(server, organization.id, 'member', guest)
    const answer = await accept(guest, invitation.id)
    expect([answer.status, answer.json.message]).toEqual([400, 'User is already a member of this organization'])
  })
})

describe('reject-invitation', () => {
  test('settles the invitation for its recipient and creates no membership', async () => {
    const { owner, guest, invitation } = await invited()
    const answer = await reject(guest, invitation.id)
    expect([answer.status, answer.json]).toEqual([200, { invitation: { ...invitation, status: 'rejected' }, member: null }])
    expect((await list(owner)).json).toEqual([{ ...invitation, status: 'rejected' }])
    expect((await invite(owner, { email: guest.email, role: 'member' })).status).toBe(200)
  })

  test('is refused like an acceptance, with the sentences of the published server', async () => {
    const { owner, guest, invitation } = await invited('member', await aUser(server))
    expect((await reject(owner, invitation.id)).json.message).toBe('You are not the recipient of the invitation')
    expect((await reject(guest, invitation.id)).json.message).toBe('Email not verified')
    expect((await reject(guest, invitation.id, await mailedTo(guest.email))).status).toBe(200)
    for (const id of [invitation.id, UNKNOWN, 'nothing']) {
      const again = await reject(guest, id)
      expect([again.status, again.json.message]).toEqual([400, 'Invitation not found!'])
    }
  })
})

describe('cancel-invitation', () => {
  test('cancels the invitation with the permission', async () => {
    const { admin, invitation } = await invited()
    const answer = await cancel(admin, invitation.id)
    expect([answer.status, answer.json]).toEqual([200, { ...invitation, status: 'canceled' }])
  })

  test('is refused to members and non-members, and for settled and expired invitations', async () => {
    const { owner, member, outsider, guest, invitation } = await invited()
    const answers = [await cancel(member, invitation.id), await cancel(outsider, invitation.id), await cancel(guest, invitation.id)]
    expect(answers.map(({ status, json }) => [status, json.message])).toEqual([
      [403, 'You are not allowed to cancel this invitation'],
      [400, 'Member not found'],
      [400, 'Member not found'],
    ])
    await accept(guest, invitation.id)
    const expired = await invited()
    server.clock.advance(2 * DAY)
    for (const [who, id] of [
      [owner, invitation.id],
      [expired.owner, expired.invitation.id],
      [owner, UNKNOWN],
      [owner, 'nothing'],
    ] as const) {
      const answer = await cancel(who, id)
      expect([answer.status, answer.json.message]).toEqual([400, 'Invitation not found'])
    }
  })
})

describe('get-invitation', () => {
  test('shows the recipient the organization and the inviter', async () => {
    const { organization, owner, guest, invitation } = await invited()
    const answer = await get(guest, invitation.id)
    const from = { organizationName: organization.name, organizationSlug: organization.slug, inviterEmail: owner.email }
    expect([answer.status, answer.json, answer.roundTrips]).toEqual([200, { ...invitation, ...from }, 2])
  })

  test('verifies the email by the secret of the mailed link', async () => {
    const { guest, invitation } = await invited('member', await aUser(server))
    expect((await get(guest, invitation.id)).json.message).toBe('Email not verified')
    expect((await get(guest, invitation.id, await mailedTo(guest.email))).status).toBe(200)
    expect((await sessionOf(guest)).user.emailVerified).toBe(true)
    expect((await get(guest, invitation.id)).status).toBe(200)
  })

  test('is refused to anonymous callers and other users, and for settled invitations', async () => {
    const { owner, guest, invitation } = await invited()
    const anonymous = await server.request('GET', `/api/auth/organization/get-invitation?id=${invitation.id}`)
    expect([anonymous.status, anonymous.json]).toEqual([401, { code: 'NOT_AUTHENTICATED', message: 'Not authenticated' }])
    expect((await get(owner, invitation.id)).json.message).toBe('You are not the recipient of the invitation')
    await reject(guest, invitation.id)
    for (const id of [invitation.id, UNKNOWN, 'nothing'])
      expect((await get(guest, id)).json).toEqual({ code: 'INVITATION_NOT_FOUND', message: 'Invitation not found!' })
  })
})

describe('preview-invitation', () => {
  const preview = (id: string, secret: string) =>
    server.request('GET', `/api/auth/organization/preview-invitation?id=${id}&secret=${secret}`)

  test('shows the invitation to an anonymous caller with the secret, and changes nothing', async () => {
    const { organization, owner, guest, invitation } = await invited('member', await aUser(server))
    const { id, email, role, expiresAt } = invitation
    const answer = await preview(id, await mailedTo(guest.email))
    const from = { organizationName: organization.name, inviterEmail: owner.email }
    expect([answer.status, answer.json]).toEqual([200, { id, email, role, expiresAt, ...from }])
    expect((await sessionOf(guest)).user.emailVerified).toBe(false)
  })

  test('is refused without the secret, for settled invitations, and if the inviter has left', async () => {
    const { organization, owner, guest, invitation } = await invited()
    const secret = await mailedTo(guest.email)
    for (const [id, attempt] of [
      [invitation.id, ''],
      [invitation.id, 'x'.repeat(32)],
      [UNKNOWN, secret],
      ['nothing', secret],
    ] as const)
      expect((await preview(id, attempt)).json.message).toBe('Invitation not found!')
    const second = await aMember(server, organization.id, 'owner')
    await second.request('POST', `${BASE}/remove-member`, { body: { memberIdOrEmail: owner.email, organizationId: organization.id } })
    expect((await preview(invitation.id, secret)).json.message).toBe('Inviter is no longer a member of the organization')
    await cancel(second, invitation.id)
    expect((await preview(invitation.id, secret)).json.message).toBe('Invitation not found!')
  })
})

describe('get-invitation-link', () => {
  test('returns the URL to members with the permission, and the URL verifies nothing', async () => {
    const { admin, member, outsider, guest, invitation } = await invited('member', await aUser(server))
    const answer = await linkOf(admin, invitation.id)
    expect([answer.status, answer.json]).toEqual([200, { url: `http://localhost:3000/invitations/${invitation.id}` }])
    expect((await linkOf(member, invitation.id)).json.message).toBe('You are not allowed to invite users to this organization')
    for (const who of [outsider, guest]) expect((await linkOf(who, invitation.id)).json.message).toBe('Member not found')
    await cancel(admin, invitation.id)
    for (const id of [invitation.id, UNKNOWN, 'nothing']) expect((await linkOf(admin, id)).json.message).toBe('Invitation not found')
  })
})

describe('list-invitations', () => {
  test('lists all states for every member, newest first, filtered and paginated', async () => {
    const { organization, owner, member, guest, invitation } = await invited()
    await reject(guest, invitation.id)
    server.clock.advance(1)
    const { json: second } = await invite(owner, { email: uniqueEmail(), role: 'admin' })
    const all = [second, { ...invitation, status: 'rejected' }]
    const named = await list(member, `organizationId=${organization.id}`)
    expect([named.json, named.roundTrips]).toEqual([all, 2])
    expect((await list(owner, 'status=pending')).json).toEqual([second])
    expect((await list(owner, 'limit=1&offset=1')).json).toEqual([all[1]])
    expect((await list(owner, 'status=accepted')).json).toEqual([])
  })

  test('is refused without an organization, and to non-members', async () => {
    const { organization, owner, outsider } = await invited()
    await setActive(owner, null)
    expect((await list(owner)).json).toEqual({ code: 'ORGANIZATION_ID_IS_REQUIRED', message: 'Organization ID is required' })
    for (const id of [organization.id, UNKNOWN, 'nothing']) {
      const answer = await list(outsider, `organizationId=${id}`)
      expect([answer.status, answer.json.message]).toEqual([403, 'You are not a member of this organization'])
    }
  })
})

describe('list-user-invitations', () => {
  test('lists the open invitations of a verified email, newest first, in two round trips', async () => {
    const { organization, owner, guest, invitation } = await invited()
    server.clock.advance(1)
    const second = await invited('admin', guest)
    const shown = (from: typeof second) => ({
      ...from.invitation,
      organizationName: from.organization.name,
      organizationSlug: from.organization.slug,
      inviterEmail: from.owner.email,
    })
    const first = shown({ ...second, organization, owner, invitation })
    const answer = await listOwn(guest)
    expect([answer.status, answer.json, answer.roundTrips]).toEqual([200, [shown(second), first], 2])
    await reject(guest, second.invitation.id)
    expect((await listOwn(guest)).json).toEqual([first])
    expect((await listOwn(owner)).json).toEqual([])
    await accept(guest, invitation.id)
    expect((await listOwn(guest)).json).toEqual([])
  })

  test('lists nothing before the email is verified, and no expired invitations', async () => {
    const { guest, invitation } = await invited('member', await aUser(server))
    expect([(await listOwn(guest)).status, (await listOwn(guest)).json]).toEqual([200, []])
    await get(guest, invitation.id, await mailedTo(guest.email))
    expect((await listOwn(guest)).json).toMatchObject([{ id: invitation.id }])
    server.clock.advance(2 * DAY)
    expect((await listOwn(guest)).json).toEqual([])
  })
})
