// What is asked about teams and invitations: one chapter, told at the end of the book.
import { PASSWORD } from '#test/support/a-user.ts'
import { emailTo } from '#test/support/emails.ts'
import type { Asked, Book, Chapter } from '#test/support/golden.ts'
import type { TestServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const ROOM = '/api/auth/organization'

/** What telling it takes besides the chapter. */
interface Telling {
  readonly book: Book
  readonly server: TestServer
}

const asks = (as: string, method: 'GET' | 'POST', call: string): Pick<Asked, 'operation' | 'as'> => ({
  operation: `${method} ${ROOM}/${call}`,
  as,
})

/** The secret of the invitation that was mailed last to an address. */
async function secretMailedTo(server: TestServer, address: string): Promise<string> {
  return (/\?secret=(\w+)/.exec((await emailTo(server, address, 'invitation')).text) ?? [])[1] ?? ''
}

/** Eve makes an organization with teams, and invites Fay and Gus. */
export async function tellTeamsAndInvitations(told: Chapter, { book, server }: Telling): Promise<void> {
  const inOrder = async (lines: readonly Asked[]) => {
    for (const line of lines) await told.ask(line)
  }
  for (const name of ['Eve', 'Fay', 'Gus']) {
    const body = { name: `${name} Byron`, email: `${name.toLowerCase()}@golden.example`, password: PASSWORD }
    const { cookie } = await told.ask({ operation: 'POST /api/auth/sign-up/email', as: 'nobody', body })
    book.callers[name] = { cookie }
  }
  await inOrder([
    { ...asks('Eve', 'GET', 'list-teams') },
    { ...asks('Eve', 'POST', 'create-team'), body: { name: 'Sales' } },
    { ...asks('Eve', 'POST', 'invite-member'), body: { email: 'fay@golden.example', role: 'member' } },
    { ...asks('Eve', 'GET', 'list-invitations') },
  ])
  const { json: made } = await told.ask({ ...asks('Eve', 'POST', 'create'), body: { name: 'Eve and Sons', slug: 'eve-and-sons' } })
  const organizationId = made.id
  const [member] = made.members
  await inOrder([
    { ...asks('nobody', 'POST', 'create-team'), body: { name: 'Sales' } },
    { ...asks('Eve', 'POST', 'create-team'), body: { name: '' } },
    { ...asks('Fay', 'POST', 'create-team'), body: { name: 'Sales', organizationId } },
  ])
  const { json: team } = await told.ask({ ...asks('Eve', 'POST', 'create-team'), body: { name: 'Sales' } })
  const update = asks('Eve', 'POST', 'update-team')
  const move = asks('Eve', 'POST', 'set-member-team')
  await inOrder([
    { ...update, body: { teamId: UNKNOWN, data: { name: 'Selling' } } },
    { ...update, as: 'Fay', body: { teamId: team.id, data: { name: 'Selling', organizationId } } },
    { ...update, body: { teamId: team.id, data: { name: 'Selling', organizationId } } },
    { ...move, body: { memberId: UNKNOWN, teamId: team.id } },
    { ...move, as: 'Fay', body: { memberId: member.id, teamId: team.id, organizationId } },
    { ...move, body: { memberId: member.id, teamId: team.id } },
    { ...asks('Eve', 'GET', 'list-teams') },
    { ...asks('Fay', 'GET', 'list-teams'), query: `organizationId=${organizationId}` },
  ])
  const invite = asks('Eve', 'POST', 'invite-member')
  await inOrder([
    { ...invite, as: 'nobody', body: { email: 'fay@golden.example', role: 'member' } },
    { ...invite, body: { email: 'fay', role: 7 } },
    { ...invite, as: 'Fay', body: { email: 'gus@golden.example', role: 'member', organizationId } },
    { ...invite, body: { email: 'fay@golden.example', role: 'nothing' } },
    { ...invite, body: { email: 'fay@golden.example', role: 'member', teamId: UNKNOWN } },
    { ...invite, body: { email: 'eve@golden.example', role: 'member' } },
  ])
  const email = 'Fay@Golden.example'
  const { json: invitation } = await told.ask({ ...invite, body: { email, role: ['admin', 'member'], teamId: team.id } })
  const secret = await secretMailedTo(server, 'fay@golden.example')
  const id = `id=${invitation.id}`
  const [get, link] = [asks('Fay', 'GET', 'get-invitation'), asks('Eve', 'GET', 'get-invitation-link')]
  const preview = asks('nobody', 'GET', 'preview-invitation')
  const accept = asks('Fay', 'POST', 'accept-invitation')
  await inOrder([
    { ...invite, body: { email, role: 'member' } },
    { ...get, as: 'nobody', query: id },
    { ...get },
    { ...get, as: 'Gus', query: id },
    { ...get, query: id },
    { ...preview, query: `${id}&secret=nothing` },
    { ...preview, query: `${id}&secret=${secret}` },
    { ...link, as: 'Fay', query: id },
    { ...link, query: id },
    { ...asks('Eve', 'GET', 'list-invitations') },
    { ...asks('Fay', 'GET', 'list-invitations'), query: `organizationId=${organizationId}` },
    { ...asks('nobody', 'GET', 'list-user-invitations') },
    { ...asks('Fay', 'GET', 'list-user-invitations') },
    { ...accept, as: 'nobody', body: { invitationId: invitation.id } },
    { ...accept, as: 'Gus', body: { invitationId: invitation.id } },
    { ...accept, body: { invitationId: invitation.id } },
    { ...get, query: `${id}&secret=${secret}` },
    { ...asks('Fay', 'GET', 'list-user-invitations') },
    { ...accept, body: { invitationId: invitation.id, secret } },
    { ...accept, body: { invitationId: invitation.id } },
    { ...invite, as: 'Fay', body: { email: 'gus@golden.example', role: 'owner' } },
  ])
  const gus = { email: 'gus@golden.example', role: 'member' }
  const second = await told.ask({ ...invite, as: 'Fay', body: gus })
  await told.ask({ ...invite, body: { ...gus, resend: true } })
  const proof = { invitationId: second.json.id, secret: await secretMailedTo(server, gus.email) }
  const [reject, cancel] = [asks('Gus', 'POST', 'reject-invitation'), asks('Eve', 'POST', 'cancel-invitation')]
  await inOrder([
    { ...reject, as: 'Fay', body: { invitationId: second.json.id } },
    { ...reject, body: { invitationId: second.json.id } },
    { ...reject, body: proof },
    { ...reject, body: proof },
    { ...cancel, body: { invitationId: second.json.id } },
  ])
  const third = await told.ask({ ...invite, body: gus })
  await inOrder([
    { ...cancel, as: 'Gus', body: { invitationId: third.json.id } },
    { ...cancel, body: { invitationId: third.json.id } },
    { ...asks('Eve', 'GET', 'list-invitations'), query: 'status=canceled&limit=1&offset=0' },
  ])
  const remove = asks('Eve', 'POST', 'remove-team')
  const { json: spare } = await told.ask({ ...asks('Eve', 'POST', 'create-team'), body: { name: 'Spare' } })
  await inOrder([
    { ...remove, body: { teamId: UNKNOWN } },
    { ...remove, body: { teamId: team.id } },
    { ...remove, as: 'Gus', body: { teamId: spare.id, organizationId } },
    { ...remove, body: { teamId: spare.id } },
  ])
}
