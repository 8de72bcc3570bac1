// What is asked about members and roles, and the change and end of an organization: one chapter, told at the end of the book.
import type { Asked, Book, Chapter } from '#test/support/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const ROOM = '/api/auth/organization'

/** What telling it takes besides the chapter. */
interface Telling {
  readonly book: Book
  readonly password: string
  /** As whom a server call is made. */
  readonly service: string
}

const asks = (as: string, method: 'GET' | 'POST', call: string): Pick<Asked, 'operation' | 'as'> => ({
  operation: `${method} ${ROOM}/${call}`,
  as,
})

/** Hal makes an organization with a role of its own; a server call brings Ida in, who is changed, and goes. */
export async function tellMembersAndRoles(told: Chapter, { book, password, service }: Telling): Promise<void> {
  const inOrder = async (lines: readonly Asked[]) => {
    for (const line of lines) await told.ask(line)
  }
  const ids: Record<string, string> = {}
  for (const name of ['Hal', 'Ida']) {
    const body = { name: `${name} Byron`, email: `${name.toLowerCase()}@golden.example`, password }
    const { cookie, json } = await told.ask({ operation: 'POST /api/auth/sign-up/email', as: 'nobody', body })
    book.callers[name] = { cookie }
    ids[name] = json.user.id
  }
  const [add, change, remove] = [
    asks(service, 'POST', 'add-member'),
    asks('Hal', 'POST', 'update-member-role'),
    asks('Hal', 'POST', 'remove-member'),
  ]
  const [permission, update] = [asks('Ida', 'POST', 'has-permission'), asks('Hal', 'POST', 'update')]
  await inOrder([
    { ...change, body: { memberId: UNKNOWN, role: 'admin' } },
    { ...remove, body: { memberIdOrEmail: 'ida@golden.example' } },
    { ...permission, body: { permissions: { team: ['create'] } } },
    { ...update, body: { data: { name: 'Halcyon' } } },
    { ...asks('Hal', 'GET', 'list-roles') },
    { ...asks('Hal', 'GET', 'list-members') },
    { ...asks(service, 'POST', 'create'), body: { name: 'For nobody', slug: 'for-nobody' } },
    { ...asks(service, 'POST', 'create'), body: { name: 'For nobody', slug: 'for-nobody', userId: UNKNOWN } },
  ])
  const { json: made } = await told.ask({ ...asks('Hal', 'POST', 'create'), body: { name: 'Hal and Sons', slug: 'hal-and-sons' } })
  const organizationId = made.id
  const [owner] = made.members
  const role = { name: 'clerk', permissions: { invitation: ['create'], billing: ['orders:read'] } }
  await inOrder([
    { ...asks('Hal', 'POST', 'create-role'), body: { name: 'owner', permissions: { sales: [] } } },
    { ...asks('Hal', 'POST', 'create-role'), body: role },
    { ...asks('Hal', 'POST', 'create-role'), body: role },
    { ...asks('Ida', 'POST', 'create-role'), body: { ...role, organizationId } },
    { ...asks('Hal', 'POST', 'update-role'), body: { ...role, permissions: { billing: ['orders:read', 'products:read'] } } },
    { ...asks('Hal', 'POST', 'update-role'), body: { ...role, name: 'nobody' } },
    { ...add, as: 'Hal', body: { userId: ids['Ida'], organizationId, role: 'member' } },
    { ...add, body: { userId: ids['Ida'], role: 'member' } },
    { ...add, body: { organizationId, role: 'member' } },
    { ...add, body: { userId: ids['Ida'], organizationId: UNKNOWN, role: 'member' } },
    { ...add, body: { userId: UNKNOWN, organizationId, role: 'member' } },
    { ...add, body: { userId: ids['Ida'], organizationId, role: 'king' } },
    { ...add, body: { userId: ids['Ida'], organizationId, role: 'member', teamId: UNKNOWN } },
  ])
  const { json: member } = await told.ask({ ...add, body: { userId: ids['Ida'], organizationId, role: ['member'] } })
  const memberId = member.id
  await inOrder([
    { ...add, body: { userId: ids['Ida'], organizationId, role: 'member' } },
    { ...permission, body: {} },
    { ...permission, body: { permissions: { team: ['create'] }, organizationId } },
    { ...permission, body: { permission: { billing: ['orders:read'] }, organizationId } },
    { ...permission, body: { permission: { team: [] }, organizationId: UNKNOWN } },
    { ...change, body: { memberId, role: [] } },
    { ...change, body: { memberId, role: 'king' } },
    { ...change, as: 'Ida', body: { memberId, role: 'admin', organizationId } },
    { ...change, body: { memberId: owner.id, role: 'admin' } },
    { ...change, body: { memberId, role: ['clerk', 'member'] } },
    { ...asks('Hal', 'POST', 'delete-role'), body: { name: 'clerk' } },
    { ...asks('Ida', 'GET', 'list-roles'), query: `organizationId=${organizationId}` },
    { ...asks('Ida', 'GET', 'list-members'), query: `organizationId=${organizationId}&limit=1&search=IDA` },
    { ...remove, as: 'Ida', body: { memberIdOrEmail: 'hal@golden.example', organizationId } },
    { ...remove, as: 'Ida', body: { memberIdOrEmail: memberId, organizationId } },
    { ...remove, body: { memberIdOrEmail: 'nobody@golden.example' } },
    { ...remove, body: { memberIdOrEmail: 'Ida@Golden.example' } },
    { ...asks('Hal', 'POST', 'leave'), body: { organizationId } },
  ])
  await told.ask({ ...add, body: { userId: ids['Ida'], organizationId, role: 'admin' } })
  await inOrder([
    { ...asks('Hal', 'POST', 'delete-role'), body: { name: 'clerk' } },
    { ...asks('Hal', 'POST', 'delete-role'), body: { name: 'clerk' } },
    { ...update, as: 'nobody', body: { data: { name: 'Mine' } } },
    { ...update, body: { data: { slug: 'Not a slug' } } },
    { ...update, body: { data: { slug: 'admin' } } },
    { ...update, body: { data: { name: 'Halcyon', metadata: { since: 1843 } } } },
    { ...update, as: 'Ida', body: { data: { logo: 'https://golden.example/logo.png' }, organizationId } },
    { ...asks('Ida', 'POST', 'delete'), body: { organizationId } },
    { ...asks('Ida', 'POST', 'leave'), body: { organizationId } },
    { ...asks('Ida', 'POST', 'leave'), body: { organizationId } },
    { ...update, as: 'Ida', body: { data: { name: 'Mine' }, organizationId } },
    { ...asks('Hal', 'POST', 'delete'), body: { organizationId } },
    { ...asks('Hal', 'POST', 'delete'), body: { organizationId } },
    { ...asks('Hal', 'GET', 'get-full-organization') },
  ])
}
