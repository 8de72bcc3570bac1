// The requests of the golden file `invitations`.
import { PASSWORD } from '#test/support/a-user.ts'
import { emailTo } from '#test/support/emails.ts'
import type { GoldenFile, GoldenRequest, GoldenSuite } from '#test/support/golden/golden.ts'
import type { TestServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const PATH = '/api/auth/organization'

/** The dependencies of the recording. */
interface RecordDeps {
  readonly suite: GoldenSuite
  readonly server: TestServer
}

const requestAs = (as: string, method: 'GET' | 'POST', call: string): Pick<GoldenRequest, 'operation' | 'as'> => ({
  operation: `${method} ${PATH}/${call}`,
  as,
})

/** The secret in the newest invitation to an email. */
async function secretMailedTo(server: TestServer, email: string): Promise<string> {
  return (/\?secret=(\w+)/.exec((await emailTo(server, email, 'invitation')).text) ?? [])[1] ?? ''
}

/** Records the calls of Eve, who creates an organization with teams and invites Fay and Gus. */
export async function recordTeamsAndInvitations(file: GoldenFile, { suite, server }: RecordDeps): Promise<void> {
  const sendAll = async (requests: readonly GoldenRequest[]) => {
    for (const request of requests) await file.send(request)
  }
  for (const name of ['Eve', 'Fay', 'Gus']) {
    const body = { name: `${name} Byron`, email: `${name.toLowerCase()}@golden.example`, password: PASSWORD }
    const { cookie } = await file.send({ operation: 'POST /api/auth/sign-up/email', as: 'nobody', body })
    suite.callers[name] = { cookie }
  }
  await sendAll([
    { ...requestAs('Eve', 'GET', 'list-teams') },
    { ...requestAs('Eve', 'POST', 'create-team'), body: { name: 'Sales' } },
    { ...requestAs('Eve', 'POST', 'invite-member'), body: { email: 'fay@golden.example', role: 'member' } },
    { ...requestAs('Eve', 'GET', 'list-invitations') },
  ])
  const { json: created } = await file.send({ ...requestAs('Eve', 'POST', 'create'), body: { name: 'Eve and Sons', slug: 'eve-and-sons' } })
  const organizationId = created.id
  const [member] = created.members
  await sendAll([
    { ...requestAs('nobody', 'POST', 'create-team'), body: { name: 'Sales' } },
    { ...requestAs('Eve', 'POST', 'create-team'), body: { name: '' } },
    { ...requestAs('Fay', 'POST', 'create-team'), body: { name: 'Sales', organizationId } },
  ])
  const { json: team } = await file.send({ ...requestAs('Eve', 'POST', 'create-team'), body: { name: 'Sales' } })
  const update = requestAs('Eve', 'POST', 'update-team')
  const move = requestAs('Eve', 'POST', 'set-member-team')
  await sendAll([
    { ...update, body: { teamId: UNKNOWN, data: { name: 'Selling' } } },
    { ...update, as: 'Fay', body: { teamId: team.id, data: { name: 'Selling', organizationId } } },
    { ...update, body: { teamId: team.id, data: { name: 'Selling', organizationId } } },
    { ...move, body: { memberId: UNKNOWN, teamId: team.id } },
    { ...move, as: 'Fay', body: { memberId: member.id, teamId: team.id, organizationId } },
    { ...move, body: { memberId: member.id, teamId: team.id } },
    { ...requestAs('Eve', 'GET', 'list-teams') },
    { ...requestAs('Fay', 'GET', 'list-teams'), query: `organizationId=${organizationId}` },
  ])
  const invite = requestAs('Eve', 'POST', 'invite-member')
  await sendAll([
    { ...invite, as: 'nobody', body: { email: 'fay@golden.example', role: 'member' } },
    { ...invite, body: { email: 'fay', role: 7 } },
    { ...invite, as: 'Fay', body: { email: 'gus@golden.example', role: 'member', organizationId } },
    { ...invite, body: { email: 'fay@golden.example', role: 'nothing' } },
    { ...invite, body: { email: 'fay@golden.example', role: 'member', teamId: UNKNOWN } },
    { ...invite, body: { email: 'eve@golden.example', role: 'member' } },
  ])
  const email = 'Fay@Golden.example'
  const { json: invitation } = await file.send({ ...invite, body: { email, role: ['admin', 'member'], teamId: team.id } })
  const secret = await secretMailedTo(server, 'fay@golden.example')
  const id = `id=${invitation.id}`
  const [get, link] = [requestAs('Fay', 'GET', 'get-invitation'), requestAs('Eve', 'GET', 'get-invitation-link')]
  const preview = requestAs('nobody', 'GET', 'preview-invitation')
  const accept = requestAs('Fay', 'POST', 'accept-invitation')
  await sendAll([
    { ...invite, body: { email, role: 'member' } },
    { ...get, as: 'nobody', query: id },
    { ...get },
    { ...get, as: 'Gus', query: id },
    { ...get, query: id },
    { ...preview, query: `${id}&secret=nothing` },
    { ...preview, query: `${id}&secret=${secret}` },
    { ...link, as: 'Fay', query: id },
    { ...link, query: id },
    { ...requestAs('Eve', 'GET', 'list-invitations') },
    { ...requestAs('Fay', 'GET', 'list-invitations'), query: `organizationId=${organizationId}` },
    { ...requestAs('nobody', 'GET', 'list-user-invitations') },
    { ...requestAs('Fay', 'GET', 'list-user-invitations') },
    { ...accept, as: 'nobody', body: { invitationId: invitation.id } },
    { ...accept, as: 'Gus', body: { invitationId: invitation.id } },
    { ...accept, body: { invitationId: invitation.id } },
    { ...get, query: `${id}&secret=${secret}` },
    { ...requestAs('Fay', 'GET', 'list-user-invitations') },
    { ...accept, body: { invitationId: invitation.id, secret } },
    { ...accept, body: { invitationId: invitation.id } },
    { ...invite, as: 'Fay', body: { email: 'gus@golden.example', role: 'owner' } },
  ])
  const gus = { email: 'gus@golden.example', role: 'member' }
  const second = await file.send({ ...invite, as: 'Fay', body: gus })
  await file.send({ ...invite, body: { ...gus, resend: true } })
  const withSecret = { invitationId: second.json.id, secret: await secretMailedTo(server, gus.email) }
  const [reject, cancel] = [requestAs('Gus', 'POST', 'reject-invitation'), requestAs('Eve', 'POST', 'cancel-invitation')]
  await sendAll([
    { ...reject, as: 'Fay', body: { invitationId: second.json.id } },
    { ...reject, body: { invitationId: second.json.id } },
    { ...reject, body: withSecret },
    { ...reject, body: withSecret },
    { ...cancel, body: { invitationId: second.json.id } },
  ])
  const third = await file.send({ ...invite, body: gus })
  await sendAll([
    { ...cancel, as: 'Gus', body: { invitationId: third.json.id } },
    { ...cancel, body: { invitationId: third.json.id } },
    { ...requestAs('Eve', 'GET', 'list-invitations'), query: 'status=canceled&limit=1&offset=0' },
  ])
  const [setActive, ofTeam] = [requestAs('Eve', 'POST', 'set-active-team'), { teamId: team.id, userId: member.userId }]
  await sendAll([
    { ...setActive, body: { teamId: UNKNOWN } },
    { ...setActive, body: { teamId: team.id } },
    { ...requestAs('Eve', 'GET', 'get-session'), operation: 'GET /api/auth/get-session' },
    { ...requestAs('Eve', 'GET', 'list-user-teams') },
    { ...requestAs('Gus', 'GET', 'list-user-teams'), query: `organizationId=${organizationId}` },
    { ...requestAs('Eve', 'GET', 'list-team-members') },
    { ...requestAs('Gus', 'GET', 'list-team-members'), query: `teamId=${team.id}` },
    { ...requestAs('Eve', 'POST', 'remove-team-member'), body: ofTeam },
    { ...requestAs('Eve', 'POST', 'remove-team-member'), body: ofTeam },
    { ...requestAs('Eve', 'POST', 'add-team-member'), body: ofTeam },
    { ...setActive, body: { teamId: null } },
  ])
  const remove = requestAs('Eve', 'POST', 'remove-team')
  const { json: spare } = await file.send({ ...requestAs('Eve', 'POST', 'create-team'), body: { name: 'Spare' } })
  await sendAll([
    { ...remove, body: { teamId: UNKNOWN } },
    { ...remove, body: { teamId: team.id } },
    { ...remove, as: 'Gus', body: { teamId: spare.id, organizationId } },
    { ...remove, body: { teamId: spare.id } },
  ])
}
