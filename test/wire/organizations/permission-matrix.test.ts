// Who may call what about organizations and on the platform: every operation of both, asked by everybody there is.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Passwords } from '#platform/crypto/passwords.ts'
import { composition } from '#server/app.ts'
import { aMember } from '#test/support/a-member.ts'
import { anAdministrator, aUser, cookieHeader, newAddress, newSlug, type TestUser } from '#test/support/a-user.ts'
import { emailTo } from '#test/support/emails.ts'
import { type TestAnswer, type TestServer, testServer } from '#test/support/server.ts'

/**
 * `yes`: done; `null`: answered with nothing, and no error; a number: refused with that status. Everybody asks about an
 * organization of their own row and column, in which
 * - recruiter has a role that the organization made: invitations to create and cancel, teams to create, the audit log to read
 * - guest is invited and has proven the address, outsider owns another organization, nobody is not signed in
 * - borrower is an administrator of the platform in the session of the owner, boss is one in their own.
 */
const MATRIX = `
  call                              owner  admin  member  recruiter  guest  outsider  nobody  borrower  boss
  organization/create               yes    yes    yes     yes        yes    yes       401     yes       yes
  organization/check-slug           yes    yes    yes     yes        yes    yes       401     yes       yes
  organization/update               yes    yes    403     403        400    400       401     yes       400
  organization/delete               yes    403    403     403        400    400       401     yes       400
  organization/list                 yes    yes    yes     yes        yes    yes       401     yes       yes
  organization/set-active           yes    yes    yes     yes        403    403       401     yes       403
  organization/get-full-organization yes   yes    yes     yes        403    403       401     yes       403
  organization/get-active-member    yes    null   null    null       null   null      401     null      null
  organization/list-members         yes    yes    yes     yes        403    403       401     yes       403
  organization/has-permission       yes    yes    yes     yes        401    401       401     yes       401
  organization/add-member           404    404    404     404        404    404       404     404       404
  organization/update-member-role   yes    yes    403     403        400    400       401     yes       400
  organization/remove-member        yes    yes    401     401        400    400       401     yes       400
  organization/leave                400    yes    yes     yes        400    400       401     400       400
  organization/list-roles           yes    yes    yes     yes        403    403       401     yes       403
  organization/create-role          yes    yes    403     403        403    403       401     yes       403
  organization/update-role          yes    yes    403     403        403    403       401     yes       403
  organization/delete-role          yes    yes    403     403        403    403       401     yes       403
  organization/list-teams           yes    yes    yes     yes        403    403       401     yes       403
  organization/create-team          yes    yes    403     yes        403    403       401     yes       403
  organization/update-team          yes    yes    403     403        403    403       401     yes       403
  organization/remove-team          yes    yes    403     403        403    403       401     yes       403
  organization/set-member-team      yes    yes    403     403        403    403       401     yes       403
  organization/invite-member        yes    yes    403     yes        400    400       401     yes       400
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
  admin/health                      403    403    403     403        403    403       401     403       yes
  admin/list-organizations          403    403    403     403        403    403       401     403       yes
  admin/get-organization            403    403    403     403        403    403       401     403       yes
  admin/list-jobs                   403    403    403     403        403    403       401     403       yes
  admin/retry-job                   403    403    403     403        403    403       401     403       yes
  admin/list-facts                  403    403    403     403        403    403       401     403       yes
  admin/list-emails                 403    403    403     403        403    403       401     403       yes
  admin/get-email                   403    403    403     403        403    403       401     403       yes
`

const [[, ...columns] = [], ...rows] = MATRIX.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/))

type Ask = TestUser['request']

/** What is there to be asked about, made anew for each cell. */
interface Ground {
  readonly organizationId: string
  readonly memberId: string
  readonly teamId: string
  readonly invitationId: string
  readonly guest: TestUser
  /** Somebody on the platform to whom administrators do things. */
  readonly victim: TestUser
}

interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const permissions = { team: ['create'] }
const named = ({ organizationId }: Ground): Sent => ({ query: { organizationId } })
const victim = (more: object) => (ground: Ground) => ({ body: { userId: ground.victim.id, ...more } })
const answered = ({ invitationId }: Ground) => ({ body: { invitationId } })

/** What each operation is sent; those that take nothing are not here. */
const sent: Readonly<Record<string, (ground: Ground) => Sent | Promise<Sent>>> = {
  '/api/auth/organization/create': () => ({ body: { name: 'Another', slug: newSlug(), keepCurrentActiveOrganization: true } }),
  '/api/auth/organization/check-slug': () => ({ body: { slug: newSlug() } }),
  '/api/auth/organization/update': ({ organizationId }) => ({ body: { organizationId, data: { name: 'Byron and Sons' } } }),
  '/api/auth/organization/delete': ({ organizationId }) => ({ body: { organizationId } }),
  '/api/auth/organization/set-active': ({ organizationId }) => ({ body: { organizationId } }),
  '/api/auth/organization/get-full-organization': named,
  '/api/auth/organization/list-members': named,
  '/api/auth/organization/has-permission': ({ organizationId }) => ({ body: { organizationId, permissions } }),
  '/api/auth/organization/add-member': ({ organizationId, victim: { id: userId } }) => ({
    body: { organizationId, userId, role: 'member' },
  }),
  '/api/auth/organization/update-member-role': ({ organizationId, memberId }) => ({ body: { organizationId, memberId, role: 'admin' } }),
  '/api/auth/organization/remove-member': ({ organizationId, memberId }) => ({ body: { organizationId, memberIdOrEmail: memberId } }),
  '/api/auth/organization/leave': ({ organizationId }) => ({ body: { organizationId } }),
  '/api/auth/organization/list-roles': named,
  '/api/auth/organization/create-role': ({ organizationId }) => ({ body: { organizationId, name: 'packer', permissions } }),
  '/api/auth/organization/update-role': ({ organizationId }) => ({ body: { organizationId, name: 'spare', permissions } }),
  '/api/auth/organization/delete-role': ({ organizationId }) => ({ body: { organizationId, name: 'spare' } }),
  '/api/auth/organization/list-teams': named,
  '/api/auth/organization/create-team': ({ organizationId }) => ({ body: { organizationId, name: 'Sales' } }),
  '/api/auth/organization/update-team': ({ organizationId, teamId }) => ({ body: { teamId, data: { organizationId, name: 'Selling' } } }),
  '/api/auth/organization/remove-team': ({ organizationId, teamId }) => ({ body: { organizationId, teamId } }),
  '/api/auth/organization/set-member-team': ({ organizationId, memberId, teamId }) => ({ body: { organizationId, memberId, teamId } }),
  '/api/auth/organization/invite-member': ({ organizationId }) => ({ body: { organizationId, email: newAddress(), role: 'member' } }),
  '/api/auth/organization/list-invitations': named,
  '/api/auth/organization/get-invitation-link': ({ invitationId: id }) => ({ query: { id } }),
  '/api/auth/organization/cancel-invitation': answered,
  '/api/auth/organization/get-invitation': ({ invitationId: id }) => ({ query: { id } }),
  '/api/auth/organization/preview-invitation': async ({ invitationId: id, guest }) => ({
    query: { id, secret: await secretMailedTo(guest) },
  }),
  '/api/auth/organization/accept-invitation': answered,
  '/api/auth/organization/reject-invitation': answered,
  '/api/auth/organization/list-audit-entries': named,
  '/api/auth/organization/export-audit-entries': named,
  '/api/auth/admin/get-user': (ground) => ({ query: { userId: ground.victim.id } }),
  '/api/auth/admin/create-user': () => ({ body: { email: newAddress(), name: 'Made', password: 'a password of theirs' } }),
  '/api/auth/admin/set-role': victim({ role: 'user' }),
  '/api/auth/admin/ban-user': victim({}),
  '/api/auth/admin/unban-user': victim({}),
  '/api/auth/admin/impersonate-user': victim({}),
  '/api/auth/admin/list-user-sessions': victim({}),
  '/api/auth/admin/revoke-user-session': (ground) => ({ body: { sessionToken: ground.victim.token } }),
  '/api/auth/admin/revoke-user-sessions': victim({}),
  '/api/auth/admin/remove-user': victim({}),
  '/api/auth/admin/set-user-password': victim({ newPassword: 'another password of theirs' }),
  '/api/auth/admin/has-permission': () => ({ body: { permissions: { user: ['list'] } } }),
  '/api/auth/admin/get-organization': named,
  '/api/auth/admin/retry-job': () => ({ body: { all: true } }),
  '/api/auth/admin/get-email': () => ({ query: { name: 'invitation' } }),
}

/** What hashing costs is nothing that these rules are about: some hundred people sign up here. */
const cheap: Passwords = {
  hash: async (password) => `cheap:${createHash('sha256').update(password).digest('hex')}`,
  verify: async (password, stored) => ({ matches: stored === (await cheap.hash(password)), isOutdated: false }),
}

let server: TestServer
let boss: TestUser
beforeAll(async () => {
  server = await testServer({ passwords: cheap })
  boss = await anAdministrator(server)
})
afterAll(() => server.close())

async function secretMailedTo({ email }: TestUser): Promise<string> {
  const [, secret] = /\?secret=(\w+)/.exec((await emailTo(server, email, 'invitation')).text) ?? []
  return secret ?? ''
}

/** Everybody who asks, by column; none of them has an active organization but the owner. */
async function everybody() {
  const [owner, admin, member, recruiter, guest, outsider, victim] = await Promise.all(Array.from({ length: 7 }, () => aUser(server)))
  if (!(owner && admin && member && recruiter && guest && outsider && victim)) throw new Error('Somebody is not there.')
  await server.platform.database.transaction((tx) =>
    tx.updateTable('users').set({ is_email_verified: true }).where('id', '=', guest.id).execute(),
  )
  const elsewhere = { name: 'Elsewhere', slug: newSlug(), keepCurrentActiveOrganization: true }
  await outsider.request('POST', '/api/auth/organization/create', { body: elsewhere })
  const cookie = cookieHeader(await boss.request('POST', '/api/auth/admin/impersonate-user', { body: { userId: owner.id } }))
  const borrower: Ask = (method, url, more) => server.request(method, url, { ...more, headers: { cookie } })
  const asks: Record<string, Ask> = { nobody: server.request, borrower, boss: boss.request }
  for (const [name, person] of Object.entries({ owner, admin, member, recruiter, guest, outsider })) asks[name] = person.request
  return { owner, admin, member, recruiter, guest, victim, asks }
}

/** An organization with all of them in it, a spare team and role, and an invitation to the guest. */
async function groundOf(people: Awaited<ReturnType<typeof everybody>>): Promise<Ground> {
  const { owner, guest, victim: person } = people
  const made = async (call: string, body: object) => (await owner.request('POST', `/api/auth/organization/${call}`, { body })).json
  const { id: organizationId } = await made('create', { name: 'Byron', slug: newSlug() })
  await made('create-role', { name: 'recruiter', permissions: { invitation: ['create', 'cancel'], team: ['create'], auditLog: ['read'] } })
  await made('create-role', { name: 'spare', permissions })
  for (const role of ['admin', 'member', 'recruiter'] as const) await aMember(server, organizationId, role, people[role])
  await aMember(server, organizationId, 'member', person)
  const { members } = (await owner.request('GET', '/api/auth/organization/list-members')).json
  const target = members.find(({ userId }: { userId: string }) => userId === person.id)
  const { id: teamId } = await made('create-team', { name: 'Spare' })
  const { id: invitationId } = await made('invite-member', { email: guest.email, role: 'member' })
  return { organizationId, memberId: target.id, teamId, invitationId, guest, victim: person }
}

function told(answer: TestAnswer): string {
  if (answer.status === 200) return answer.text === 'null' ? 'null' : 'yes'
  const isRefusal = answer.text === '' || answer.json.code !== 'VALIDATION_ERROR'
  return isRefusal ? String(answer.status) : 'what was sent is wrong'
}

test('each operation that is mounted is in the table, and no other', () => {
  const mounted = composition.routes.map(({ path }) => /^\/api\/auth\/((?:organization|admin)\/.*)$/.exec(path)?.[1])
  expect(rows.map(([call]) => call).sort()).toEqual(mounted.filter((call) => call !== undefined).sort())
})

test.each(rows.map(([call = '', ...cells]) => [call, cells] as const))('%s', async (call, cells) => {
  const path = `/api/auth/${call}`
  const { method } = composition.routes.find((route) => route.path === path) ?? {}
  const people = await everybody()
  const found: string[] = []
  for (const column of columns) {
    const ground = await groundOf(people)
    const { query = {}, body } = (await sent[path]?.(ground)) ?? {}
    const url = `${path}?${new URLSearchParams(query)}`
    const answer = await people.asks[column]?.(method as 'GET', url, body === undefined ? {} : { body })
    found.push(answer ? told(answer) : 'nobody asked')
  }
  expect(Object.fromEntries(columns.map((column, at) => [column, found[at]]))).toEqual(
    Object.fromEntries(columns.map((column, at) => [column, cells[at]])),
  )
})
