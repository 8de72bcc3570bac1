// A page as a user of the published React client writes it: who is signed in, and three buttons.
import { createAuthClient } from 'better-auth/react'
import { createRoot } from 'react-dom/client'

const client = createAuthClient()
const { email = '', password = '' } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

function Page() {
  const { data, error, isPending } = client.useSession()
  return (
    <main>
      <output>{isPending ? 'pending' : error ? `error ${error.status}` : data ? data.user.name : 'nobody'}</output>
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
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
