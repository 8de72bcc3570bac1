// The requests of the golden file `members`: members, roles, and the update and deletion of an organization.
import type { GoldenFile, GoldenRequest, GoldenSuite } from '#test/support/golden/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const PATH = '/api/auth/organization'

/** The dependencies of the recording. */
interface RecordDeps {
  readonly suite: GoldenSuite
  readonly password: string
  /** The caller of server calls. */
  readonly service: string
}

const requestAs = (as: string, method: 'GET' | 'POST', call: string): Pick<GoldenRequest, 'operation' | 'as'> => ({
  operation: `${method} ${PATH}/${call}`,
  as,
})

/** Records the calls of Hal, who creates an organization with a custom role; Ida is added by a server call, gets roles, and leaves. */
export async function recordMembersAndRoles(file: GoldenFile, { suite, password, service }: RecordDeps): Promise<void> {
  const sendAll = async (requests: readonly GoldenRequest[]) => {
    for (const request of requests) await file.send(request)
  }
  const ids: Record<string, string> = {}
  for (const name of ['Hal', 'Ida']) {
    const body = { name: `${name} Byron`, email: `${name.toLowerCase()}@golden.example`, password }
    const { cookie, json } = await file.send({ operation: 'POST /api/auth/sign-up/email', as: 'nobody', body })
    suite.callers[name] = { cookie }
    ids[name] = json.user.id
  }
  const [add, change, remove] = [
    requestAs(service, 'POST', 'add-member'),
    requestAs('Hal', 'POST', 'update-member-role'),
    requestAs('Hal', 'POST', 'remove-member'),
  ]
  const [permission, update] = [requestAs('Ida', 'POST', 'has-permission'), requestAs('Hal', 'POST', 'update')]
  await sendAll([
    { ...change, body: { memberId: UNKNOWN, role: 'admin' } },
    { ...remove, body: { memberIdOrEmail: 'ida@golden.example' } },
    { ...permission, body: { permissions: { team: ['create'] } } },
    { ...update, body: { data: { name: 'Halcyon' } } },
    { ...requestAs('Hal', 'GET', 'list-roles') },
    { ...requestAs('Hal', 'GET', 'list-members') },
    { ...requestAs(service, 'POST', 'create'), body: { name: 'For nobody', slug: 'for-nobody' } },
    { ...requestAs(service, 'POST', 'create'), body: { name: 'For nobody', slug: 'for-nobody', userId: UNKNOWN } },
  ])
  const { json: created } = await file.send({ ...requestAs('Hal', 'POST', 'create'), body: { name: 'Hal and Sons', slug: 'hal-and-sons' } })
  const organizationId = created.id
  const [owner] = created.members
  const role = { name: 'clerk', permissions: { invitation: ['create'], billing: ['orders:read'] } }
  await sendAll([
    { ...requestAs('Hal', 'POST', 'create-role'), body: { name: 'owner', permissions: { sales: [] } } },
    { ...requestAs('Hal', 'POST', 'create-role'), body: role },
    { ...requestAs('Hal', 'POST', 'create-role'), body: role },
    { ...requestAs('Ida', 'POST', 'create-role'), body: { ...role, organizationId } },
    { ...requestAs('Hal', 'POST', 'update-role'), body: { ...role, permissions: { billing: ['orders:read', 'products:read'] } } },
    { ...requestAs('Hal', 'POST', 'update-role'), body: { ...role, name: 'nobody' } },
    { ...add, as: 'Hal', body: { userId: ids['Ida'], organizationId, role: 'member' } },
    { ...add, body: { userId: ids['Ida'], role: 'member' } },
    { ...add, body: { organizationId, role: 'member' } },
    { ...add, body: { userId: ids['Ida'], organizationId: UNKNOWN, role: 'member' } },
    { ...add, body: { userId: UNKNOWN, organizationId, role: 'member' } },
    { ...add, body: { userId: ids['Ida'], organizationId, role: 'king' } },
    { ...add, body: { userId: ids['Ida'], organizationId, role: 'member', teamId: UNKNOWN } },
  ])
  const { json: member } = await file.send({ ...add, body: { userId: ids['Ida'], organizationId, role: ['member'] } })
  const memberId = member.id
  await sendAll([
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
    { ...requestAs('Hal', 'POST', 'delete-role'), body: { name: 'clerk' } },
    { ...requestAs('Ida', 'GET', 'list-roles'), query: `organizationId=${organizationId}` },
    { ...requestAs('Ida', 'GET', 'list-members'), query: `organizationId=${organizationId}&limit=1&search=IDA` },
    { ...remove, as: 'Ida', body: { memberIdOrEmail: 'hal@golden.example', organizationId } },
    { ...remove, as: 'Ida', body: { memberIdOrEmail: memberId, organizationId } },
    { ...remove, body: { memberIdOrEmail: 'nobody@golden.example' } },
    { ...remove, body: { memberIdOrEmail: 'Ida@Golden.example' } },
    { ...requestAs('Hal', 'POST', 'leave'), body: { organizationId } },
  ])
  const hal = (call: string, query: string) => ({ ...requestAs('Hal', 'GET', call), query })
  await sendAll([
    hal('get-role', 'roleName=clerk'),
    hal('get-role', 'roleId=nobody'),
    hal('get-active-member-role', ''),
    hal('get-active-member-role', `userId=${UNKNOWN}`),
    hal('get-organization', 'organizationSlug=hal-and-sons'),
    hal('get-organization', `organizationId=${UNKNOWN}`),
    { ...requestAs('Hal', 'POST', 'create-role'), body: { role: 'Scribe', permission: {} } },
    { ...requestAs('Hal', 'POST', 'update-role'), body: { roleName: 'scribe', data: { roleName: 'writer' } } },
    { ...requestAs('Hal', 'POST', 'delete-role'), body: { roleId: 'writer' } },
  ])
  await file.send({ ...add, body: { userId: ids['Ida'], organizationId, role: 'admin' } })
  await sendAll([
    { ...requestAs('Hal', 'POST', 'delete-role'), body: { name: 'clerk' } },
    { ...requestAs('Hal', 'POST', 'delete-role'), body: { name: 'clerk' } },
    { ...update, as: 'nobody', body: { data: { name: 'Mine' } } },
    { ...update, body: { data: { slug: 'Not a slug' } } },
    { ...update, body: { data: { slug: 'admin' } } },
    { ...update, body: { data: { name: 'Halcyon', metadata: { since: 1843 } } } },
    { ...update, as: 'Ida', body: { data: { logo: 'https://golden.example/logo.png' }, organizationId } },
    { ...requestAs('Ida', 'POST', 'delete'), body: { organizationId } },
    { ...requestAs('Ida', 'POST', 'leave'), body: { organizationId } },
    { ...requestAs('Ida', 'POST', 'leave'), body: { organizationId } },
    { ...update, as: 'Ida', body: { data: { name: 'Mine' }, organizationId } },
    { ...requestAs('Hal', 'POST', 'delete'), body: { organizationId } },
    { ...requestAs('Hal', 'POST', 'delete'), body: { organizationId } },
    { ...requestAs('Hal', 'GET', 'get-full-organization') },
  ])
}
