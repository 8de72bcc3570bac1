// A page written with the published React client: the current session and organizations, and buttons for the actions.
import { organizationClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'
import { createRoot } from 'react-dom/client'

/** The result of a client hook. */
interface HookResult<Data> {
  readonly data: Data | null
  readonly error: { readonly status: number } | null
  readonly isPending: boolean
}

interface Organization {
  readonly id: string
  readonly name: string
  readonly members?: readonly unknown[]
}

// The client's own types do not compile under exactOptionalPropertyTypes as soon as it has plugins.
type Client = ReturnType<typeof createAuthClient> & {
  readonly useListOrganizations: () => HookResult<readonly Organization[]>
  readonly useActiveOrganization: () => HookResult<Organization>
  readonly useActiveMember: () => HookResult<{ readonly role: string; readonly user: { readonly name: string } }>
  readonly organization: Readonly<Record<'create' | 'setActive' | 'update' | 'delete', (input: object) => Promise<unknown>>>
}
const client = createAuthClient({ plugins: [organizationClient()] as never }) as unknown as Client
const { email = '', password = '' } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

const render = <Data,>({ data, error, isPending }: HookResult<Data>, text: (data: Data) => string) =>
  isPending ? 'pending' : error ? `error ${error.status}` : data ? text(data) : 'anonymous'

function Organizations() {
  const { organization } = client
  const list = client.useListOrganizations()
  const active = client.useActiveOrganization()
  const member = client.useActiveMember()
  const [first] = list.data ?? []
  const create = (name: string) => () => organization.create({ name, slug: `${name.toLowerCase()}-${Date.now()}` })
  return (
    <section>
      <p id="list">{render(list, (all) => `list: ${all.map(({ name }) => name).join(', ')}`)}</p>
      <p id="active">{render(active, ({ name, members = [] }) => `${name} of ${members.length}`)}</p>
      <p id="member">{render(member, ({ role, user }) => `${user.name} is ${role}`)}</p>
      <button type="button" onClick={create('Byron')}>
        Create Byron
      </button>
      <button type="button" onClick={create('Lovelace')}>
        Create Lovelace
      </button>
      <button type="button" onClick={() => organization.setActive({ organizationId: first?.id })}>
        Choose the first
      </button>
      <button type="button" onClick={() => organization.setActive({ organizationId: null })}>
        Choose none
      </button>
      <button type="button" onClick={() => organization.update({ organizationId: first?.id, data: { name: 'Babbage' } })}>
        Rename the first
      </button>
      <button type="button" onClick={() => organization.delete({ organizationId: first?.id })}>
        Delete the first
      </button>
    </section>
  )
}

function Page() {
  const session = client.useSession()
  const { data } = session
  return (
    <main>
      <output>{render(session, ({ user }) => user.name)}</output>
      <time>{data?.session.expiresAt instanceof Date ? data.session.expiresAt.toISOString() : ''}</time>
      <button type="button" onClick={() => client.signIn.email({ email, password })}>
        Sign in
      </button>
      <button type="button" onClick={() => client.updateUser({ name: 'Ada Lovelace' })}>
        Rename
      </button>
      <button type="button" onClick={() => client.signOut()}>
        Sign out
      </button>
      {location.search === '?organizations' && <Organizations />}
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
