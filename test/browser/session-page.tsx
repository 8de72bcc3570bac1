// A page as a user of the published React client writes it: who is signed in, where they belong, and buttons for what they do.
import { organizationClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'
import { createRoot } from 'react-dom/client'

/** What a hook of the client tells. */
interface Told<Data> {
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
  readonly useListOrganizations: () => Told<readonly Organization[]>
  readonly useActiveOrganization: () => Told<Organization>
  readonly useActiveMember: () => Told<{ readonly role: string; readonly user: { readonly name: string } }>
  readonly organization: Readonly<Record<'create' | 'setActive' | 'update' | 'delete', (given: object) => Promise<unknown>>>
}
const client = createAuthClient({ plugins: [organizationClient()] as never }) as unknown as Client
const { email = '', password = '' } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

const shown = <Data,>({ data, error, isPending }: Told<Data>, text: (data: Data) => string) =>
  isPending ? 'pending' : error ? `error ${error.status}` : data ? text(data) : 'nobody'

function Organizations() {
  const { organization } = client
  const list = client.useListOrganizations()
  const active = client.useActiveOrganization()
  const member = client.useActiveMember()
  const [first] = list.data ?? []
  const make = (name: string) => () => organization.create({ name, slug: `${name.toLowerCase()}-${Date.now()}` })
  return (
    <section>
      <p id="list">{shown(list, (all) => `list: ${all.map(({ name }) => name).join(', ')}`)}</p>
      <p id="active">{shown(active, ({ name, members = [] }) => `${name} of ${members.length}`)}</p>
      <p id="member">{shown(member, ({ role, user }) => `${user.name} is ${role}`)}</p>
      <button type="button" onClick={make('Byron')}>
        Make Byron
      </button>
      <button type="button" onClick={make('Lovelace')}>
        Make Lovelace
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
      <output>{shown(session, ({ user }) => user.name)}</output>
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
