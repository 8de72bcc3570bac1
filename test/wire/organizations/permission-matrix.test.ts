// The permissions of every organization and admin operation for every kind of caller.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PasswordHasher } from '#platform/crypto/passwords.ts'
import { composition } from '#server/app.ts'
import { aMember } from '#test/support/a-member.ts'
import { anAdministrator, aUser, cookieHeader, newSlug, type TestUser, uniqueEmail } from '#test/support/a-user.ts'
import { emailTo } from '#test/support/emails.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

/**
 * `yes`: success; `null`: success with the answer `null`; a number: refused with that status. Each cell is tested on a new
 * organization, in which
 * - recruiter has a custom role: create and cancel invitations, create teams, read the audit log
 * - guest is invited and has a verified email, outsider owns another organization, anonymous is not signed in
 * - impersonator is an administrator of the platform in an impersonation session of the owner, platform-admin is one in their own session.
 */
const MATRIX = `
  call                              owner  admin  member  recruiter  guest  outsider  anonymous impersonator platform-admin
  organization/create               yes    yes    yes     yes        yes    yes       401     yes       yes
  organization/check-slug           yes    yes    yes     yes        yes    yes       401     yes       yes
  organization/update               yes    yes    403     403        400    400       401     yes       400
  organization/delete               yes    403    403     403        400    400       401     403       400
  organization/list                 yes    yes    yes     yes        yes    yes       401     yes       yes
  organization/set-active           yes    yes    yes     yes        403    403       401     yes       403
  organization/get-full-organization yes   yes    yes     yes        403    403       401     yes       403
  organization/get-active-member    yes    null   null    null       null   null      401     null      null
  organization/get-organization     yes    yes    yes     yes        403    403       401     yes       403
  organization/get-active-member-role yes  yes    yes     yes        403    403       401     yes       403
  organization/list-members         yes    yes    yes     yes        403    403       401     yes       403
  organization/has-permission       yes    yes    yes     yes        401    401       401     yes       401
  organization/add-member           404    404    404     404        404    404       404     404       404
  organization/update-member-role   yes    yes    403     403        400    400       401     403       400
  organization/remove-member        yes    yes    401     401        400    400       401     yes       400
  organization/leave                400    yes    yes     yes        400    400       401     400       400
  organization/list-roles           yes    yes    yes     yes        403    403       401     yes       403
  organization/get-role             yes    yes    yes     yes        403    403       401     yes       403
  organization/create-role          yes    yes    403     403        403    403       401     403       403
  organization/update-role          yes    yes    403     403        403    403       401     403       403
  organization/delete-role          yes    yes    403     403        403    403       401     yes       403
  organization/list-teams           yes    yes    yes     yes        403    403       401     yes       403
  organization/create-team          yes    yes    403     yes        403    403       401     yes       403
  organization/update-team          yes    yes    403     403        403    403       401     yes       403
  organization/remove-team          yes    yes    403     403        403    403       401     yes       403
  organization/set-member-team      yes    yes    403     403        403    403       401     yes       403
  organization/add-team-member      yes    yes    403     403        403    403       401     yes       403
  organization/remove-team-member   yes    yes    403     403        403    403       401     yes       403
  organization/set-active-team      403    400    400     400        400    400       401     400       400
  organization/list-user-teams      yes    yes    yes     yes        403    403       401     yes       403
  organization/list-team-members    400    400    400     400        400    400       401     400       400
  organization/invite-member        yes    yes    403     yes        400    400       401     403       400
  organization/list-invitations     yes    yes    yes     yes        403    403       401     yes       403
  organization/get-invitation-link  yes    yes    403     yes        400    400       401     yes       400
  organization/cancel-invitation    yes    yes    403     yes        400    400       401     yes       400
  organization/get-invitation       403    403    403     403        yes    403       401     403       403
  organization/preview-invitation   yes    yes    yes     yes        yes    yes       yes     yes       yes
  organization/list-user-invitations yes   yes    yes     yes        yes    yes       401     yes       yes
  organization/accept-invitation    403    403    403     403        yes    403       401     403       403
  organization/reject-invitation    403    403    403     403        yes    403       401     403       403
  organization/list-audit-entries   yes    yes    403     yes        403    403       401     yes       403
  organization/export-audit-entries yes    yes    403     yes        403    403       401     yes       403
  admin/list-users                  403    403    403     403        403    403       401     403       yes
  admin/get-user                    403    403    403     403        403    403       401     403       yes
  admin/create-user                 403    403    403     403        403    403       401     403       yes
  admin/set-role                    403    403    403     403        403    403       401     403       yes
  admin/ban-user                    403    403    403     403        403    403       401     403       yes
  admin/unban-user                  403    403    403     403        403    403       401     403       yes
  admin/impersonate-user            403    403    403     403        403    403       401     403       yes
  admin/stop-impersonating          400    400    400     400        400    400       401     yes       400
  admin/list-sessions               403    403    403     403        403    403       401     403       yes
  admin/list-user-sessions          403    403    403     403        403    403       401     403       yes
  admin/revoke-user-session         403    403    403     403        403    403       401     403       yes
  admin/revoke-user-sessions        403    403    403     403        403    403       401     403       yes
  admin/remove-user                 403    403    403     403        403    403       401     403       yes
  admin/set-user-password           403    403    403     403        403    403       401     403       yes
  admin/has-permission              yes    yes    yes     yes        yes    yes       401     yes       yes
  admin/list-audit-entries          403    403    403     403        403    403       401     403       yes
  admin/export-audit-entries        403    403    403     403        403    403       401     403       yes
  admin/list-payouts                403    403    403     403        403    403       401     403       yes
  admin/set-payout-terms            403    403    403     403        403    403       401     403       yes
  admin/record-payout               403    403    403     403        403    403       401     403       400
  admin/health                      403    403    403     403        403    403       401     403       yes
  admin/list-organizations          403    403    403     403        403    403       401     403       yes
  admin/get-organization            403    403    403     403        403    403       401     403       yes
  admin/block-organization          403    403    403     403        403    403       401     403       yes
  admin/unblock-organization        403    403    403     403        403    403       401     403       yes
  admin/list-jobs                   403    403    403     403        403    403       401     403       yes
  admin/retry-job                   403    403    403     403        403    403       401     403       yes
  admin/list-facts                  403    403    403     403        403    403       401     403       yes
  admin/list-emails                 403    403    403     403        403    403       401     403       yes
  admin/get-email                   403    403    403     403        403    403       401     403       yes
  admin/webhooks/list-endpoints     403    403    403     403        403    403       401     403       yes
  admin/webhooks/get-endpoint       403    403    403     403        403    403       401     403       404
  admin/webhooks/create-endpoint    403    403    403     403        403    403       401     403       yes
  admin/webhooks/update-endpoint    403    403    403     403        403    403       401     403       404
  admin/webhooks/reset-secret       403    403    403     403        403    403       401     403       404
  admin/webhooks/delete-endpoint    403    403    403     403        403    403       401     403       404
  admin/webhooks/send-sample        403    403    403     403        403    403       401     403       404
  admin/webhooks/redeliver-since    403    403    403     403        403    403       401     403       404
  admin/webhooks/list-events        403    403    403     403        403    403       401     403       yes
  admin/webhooks/list-deliveries    403    403    403     403        403    403       401     403       yes
  admin/webhooks/redeliver-event    403    403    403     403        403    403       401     403       404
`

const [[, ...columns] = [], ...rows] = MATRIX.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

type SendRequest = TestUser['request']

/** The objects of a cell, created for each cell. */
interface Setup {
  readonly organizationId: string
  readonly memberId: string
  readonly teamId: string
  readonly invitationId: string
  readonly owner: TestUser
  readonly guest: TestUser
  /** The user on whom administrators act. */
  readonly victim: TestUser
}

interface Input {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const permissions = { team: ['create'] }
const byOrganization = ({ organizationId }: Setup): Input => ({ query: { organizationId } })
const victim = (options: object) => (setup: Setup) => ({ body: { userId: setup.victim.id, ...options } })
const byTeamMember = (setup: Setup) => ({
  body: { organizationId: setup.organizationId, teamId: setup.teamId, userId: setup.victim.id },
})
/** A webhook endpoint or event that does not exist. */
const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const byUnknownId = (more: object) => () => ({ body: { id: UNKNOWN, ...more } })
const byInvitation = ({ invitationId }: Setup) => ({ body: { invitationId } })

/** The input of each operation that takes one. */
const inputs: Readonly<Record<string, (setup: Setup) => Input | Promise<Input>>> = {
  '/api/auth/organization/create': () => ({ body: { name: 'Another', slug: newSlug(), keepCurrentActiveOrganization: true } }),
  '/api/auth/organization/check-slug': () => ({ body: { slug: newSlug() } }),
  '/api/auth/organization/update': ({ organizationId }) => ({ body: { organizationId, data: { name: 'Byron and Sons' } } }),
  '/api/auth/organization/delete': ({ organizationId }) => ({ body: { organizationId } }),
  '/api/auth/organization/set-active': ({ organizationId }) => ({ body: { organizationId } }),
  '/api/auth/organization/get-full-organization': byOrganization,
  '/api/auth/organization/list-members': byOrganization,
  '/api/auth/organization/get-organization': byOrganization,
  '/api/auth/organization/get-active-member-role': byOrganization,
  '/api/auth/organization/get-role': ({ organizationId }) => ({ query: { organizationId, roleName: 'spare' } }),
  '/api/auth/organization/has-permission': ({ organizationId }) => ({ body: { organizationId, permissions } }),
  '/api/auth/organization/add-member': ({ organizationId, victim: { id: userId } }) => ({
    body: { organizationId, userId, role: 'member' },
  }),
  '/api/auth/organization/update-member-role': ({ organizationId, memberId }) => ({ body: { organizationId, memberId, role: 'admin' } }),
  '/api/auth/organization/remove-member': ({ organizationId, memberId }) => ({ body: { organizationId, memberIdOrEmail: memberId } }),
  '/api/auth/organization/leave': ({ organizationId }) => ({ body: { organizationId } }),
  '/api/auth/organization/list-roles': byOrganization,
  '/api/auth/organization/create-role': ({ organizationId }) => ({ body: { organizationId, name: 'packer', permissions } }),
  '/api/auth/organization/update-role': ({ organizationId }) => ({ body: { organizationId, name: 'spare', permissions } }),
  '/api/auth/organization/delete-role': ({ organizationId }) => ({ body: { organizationId, name: 'spare' } }),
  '/api/auth/organization/list-teams': byOrganization,
  '/api/auth/organization/create-team': ({ organizationId }) => ({ body: { organizationId, name: 'Sales' } }),
  '/api/auth/organization/update-team': ({ organizationId, teamId }) => ({ body: { teamId, data: { organizationId, name: 'Selling' } } }),
  '/api/auth/organization/remove-team': ({ organizationId, teamId }) => ({ body: { organizationId, teamId } }),
  '/api/auth/organization/set-member-team': ({ organizationId, memberId, teamId }) => ({ body: { organizationId, memberId, teamId } }),
  '/api/auth/organization/add-team-member': byTeamMember,
  '/api/auth/organization/remove-team-member': async (setup) => {
    await setup.owner.request('POST', '/api/auth/organization/add-team-member', byTeamMember(setup))
    return byTeamMember(setup)
  },
  // The spare team has no members.
  '/api/auth/organization/set-active-team': ({ teamId }) => ({ body: { teamId } }),
  '/api/auth/organization/list-user-teams': byOrganization,
  '/api/auth/organization/list-team-members': ({ teamId }) => ({ query: { teamId } }),
  '/api/auth/organization/invite-member': ({ organizationId }) => ({ body: { organizationId, email: uniqueEmail(), role: 'member' } }),
  '/api/auth/organization/list-invitations': byOrganization,
  '/api/auth/organization/get-invitation-link': ({ invitationId: id }) => ({ query: { id } }),
  '/api/auth/organization/cancel-invitation': byInvitation,
  '/api/auth/organization/get-invitation': ({ invitationId: id }) => ({ query: { id } }),
  '/api/auth/organization/preview-invitation': async ({ invitationId: id, guest }) => ({
    query: { id, secret: await secretMailedTo(guest) },
  }),
  '/api/auth/organization/accept-invitation': byInvitation,
  '/api/auth/organization/reject-invitation': byInvitation,
  '/api/auth/organization/list-audit-entries': byOrganization,
  '/api/auth/organization/export-audit-entries': byOrganization,
  '/api/auth/admin/get-user': (setup) => ({ query: { userId: setup.victim.id } }),
  '/api/auth/admin/create-user': () => ({ body: { email: uniqueEmail(), name: 'Made', password: 'a password of theirs' } }),
  '/api/auth/admin/set-role': victim({ role: 'user' }),
  '/api/auth/admin/ban-user': victim({}),
  '/api/auth/admin/unban-user': victim({}),
  '/api/auth/admin/impersonate-user': victim({}),
  '/api/auth/admin/list-user-sessions': victim({}),
  '/api/auth/admin/revoke-user-session': (setup) => ({ body: { sessionToken: setup.victim.token } }),
  '/api/auth/admin/revoke-user-sessions': victim({}),
  '/api/auth/admin/remove-user': victim({}),
  '/api/auth/admin/set-user-password': victim({ newPassword: 'another password of theirs' }),
  '/api/auth/admin/has-permission': () => ({ body: { permissions: { user: ['list'] } } }),
  '/api/auth/admin/get-organization': byOrganization,
  '/api/auth/admin/block-organization': ({ organizationId }) => ({ body: { organizationId, reason: 'Fraud' } }),
  '/api/auth/admin/unblock-organization': ({ organizationId }) => ({ body: { organizationId } }),
  '/api/auth/admin/set-payout-terms': ({ organizationId }) => ({ body: { organizationId, payoutAccount: 'IBAN NL00' } }),
  '/api/auth/admin/record-payout': ({ organizationId }) => ({ body: { organizationId, currency: 'usd', reference: '2026-11' } }),
  '/api/auth/admin/retry-job': () => ({ body: { all: true } }),
  '/api/auth/admin/get-email': () => ({ query: { name: 'invitation' } }),
  '/api/auth/admin/webhooks/get-endpoint': () => ({ query: { id: UNKNOWN } }),
  '/api/auth/admin/webhooks/create-endpoint': () => ({ body: { url: 'http://127.0.0.1:9/', events: [] } }),
  '/api/auth/admin/webhooks/update-endpoint': byUnknownId({}),
  '/api/auth/admin/webhooks/reset-secret': byUnknownId({}),
  '/api/auth/admin/webhooks/delete-endpoint': byUnknownId({}),
  '/api/auth/admin/webhooks/send-sample': byUnknownId({ type: 'user.created' }),
  '/api/auth/admin/webhooks/redeliver-since': byUnknownId({ since: '2026-01-01T00:00:00Z' }),
  '/api/auth/admin/webhooks/redeliver-event': byUnknownId({}),
}

/** Fast hashing: the test signs up hundreds of users, and hashing is not its subject. */
const fastPasswords: PasswordHasher = {
  hash: async (password) => `cheap:${createHash('sha256').update(password).digest('hex')}`,
  verify: async (password, stored) => ({ matches: stored === (await fastPasswords.hash(password)), isOutdated: false }),
}

let server: TestServer
let platformAdmin: TestUser
beforeAll(async () => {
  server = await testServer({ passwords: fastPasswords })
  platformAdmin = await anAdministrator(server)
})
afterAll(() => server.close())

async function secretMailedTo({ email }: TestUser): Promise<string> {
  const [, secret] = /\?secret=(\w+)/.exec((await emailTo(server, email, 'invitation')).text) ?? []
  return secret ?? ''
}

/** The callers by column; only the owner has an active organization. */
async function createUsers() {
  const [owner, admin, member, recruiter, guest, outsider, victim] = await Promise.all(Array.from({ length: 7 }, () => aUser(server)))
  if (!(owner && admin && member && recruiter && guest && outsider && victim)) throw new Error('A user is missing.')
  await server.platform.database.transaction((tx) =>
    tx.updateTable('users').set({ is_email_verified: true }).where('id', '=', guest.id).execute(),
  )
  const elsewhere = { name: 'Elsewhere', slug: newSlug(), keepCurrentActiveOrganization: true }
  await outsider.request('POST', '/api/auth/organization/create', { body: elsewhere })
  const cookie = cookieHeader(await platformAdmin.request('POST', '/api/auth/admin/impersonate-user', { body: { userId: owner.id } }))
  const impersonator: SendRequest = (method, url, options) => server.request(method, url, { ...options, headers: { cookie } })
  const callers: Record<string, SendRequest> = { anonymous: server.request, impersonator, 'platform-admin': platformAdmin.request }
  for (const [name, user] of Object.entries({ owner, admin, member, recruiter, guest, outsider })) callers[name] = user.request
  return { owner, admin, member, recruiter, guest, victim, callers }
}

/** Creates an organization with these users, a spare team and role, and an invitation to the guest. */
async function createSetup(users: Awaited<ReturnType<typeof createUsers>>): Promise<Setup> {
  const { owner, guest, victim: user } = users
  const post = async (call: string, body: object) => (await owner.request('POST', `/api/auth/organization/${call}`, { body })).json
  const { id: organizationId } = await post('create', { name: 'Byron', slug: newSlug() })
  await post('create-role', { name: 'recruiter', permissions: { invitation: ['create', 'cancel'], team: ['create'], auditLog: ['read'] } })
  await post('create-role', { name: 'spare', permissions })
  for (const role of ['admin', 'member', 'recruiter'] as const) await aMember(server, organizationId, role, users[role])
  await aMember(server, organizationId, 'member', user)
  const { members } = (await owner.request('GET', '/api/auth/organization/list-members')).json
  const target = members.find(({ userId }: { userId: string }) => userId === user.id)
  const { id: teamId } = await post('create-team', { name: 'Spare' })
  const { id: invitationId } = await post('invite-member', { email: guest.email, role: 'member' })
  return { organizationId, memberId: target.id, teamId, invitationId, owner, guest, victim: user }
}

function outcomeOf(answer: TestAnswer): string {
  if (answer.status === 200) return answer.text === 'null' ? 'null' : 'yes'
  const isRefusal = answer.text === '' || answer.json.code !== 'VALIDATION_ERROR'
  return isRefusal ? String(answer.status) : 'the input is invalid'
}

test('the permission matrix lists exactly the mounted organization and admin operations', () => {
  const mounted = composition.routes.map(({ path }) => /^\/api\/auth\/((?:organization|admin)\/.*)$/.exec(path)?.[1])
  expect(rows.map(([call]) => call).sort()).toEqual(mounted.filter((call) => call !== undefined).sort())
})

test.each(rows.map(([call = '', ...cells]) => [call, cells] as const))(
  'every kind of caller gets its declared outcome from %s',
  async (call, cells) => {
    const path = `/api/auth/${call}`
    const { method } = composition.routes.find((route) => route.path === path) ?? {}
    const users = await createUsers()
    const found: string[] = []
    // A refused call changes nothing, so the next caller gets the same organization.
    let setup: Setup | undefined
    for (const column of columns) {
      setup ??= await createSetup(users)
      const { query = {}, body } = (await inputs[path]?.(setup)) ?? {}
      const url = `${path}?${new URLSearchParams(query)}`
      const answer = await users.callers[column]?.(method as 'GET', url, body === undefined ? {} : { body })
      if (method !== 'GET' && answer?.status === 200) setup = undefined
      found.push(answer ? outcomeOf(answer) : 'there is no caller')
    }
    expect(Object.fromEntries(columns.map((column, at) => [column, found[at]]))).toEqual(
      Object.fromEntries(columns.map((column, at) => [column, cells[at]])),
    )
  },
)
