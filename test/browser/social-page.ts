// A page as a user of the published client writes it: who is signed in, by which ways, and a button for each thing to do.
import { createAuthClient } from 'better-auth/client'

const client = createAuthClient()

function button(text: string, press: () => Promise<{ readonly error?: { readonly message?: string | undefined } | null }>): void {
  const made = document.createElement('button')
  made.textContent = text
  made.addEventListener('click', () => {
    void press().then(({ error }) => {
      if (error) document.title = error.message ?? 'An error'
    })
  })
  document.body.append(made)
}

const callbackURL = '/account/connections'
const errorCallbackURL = '/error?provider=google'
button('Sign in with Google', () => client.signIn.social({ provider: 'google', callbackURL, errorCallbackURL }))
button('Sign in with Apple', () => client.signIn.social({ provider: 'apple', callbackURL }))
button('Link Apple', () => client.linkSocial({ provider: 'apple', callbackURL }))
button('Sign out', () =>
  client
    .signOut()
    .then(() => location.reload())
    .then(() => ({})),
)

const shown = document.createElement('output')
document.body.append(shown)
const { data } = await client.getSession()
const ways = data ? ((await client.listAccounts()).data ?? []) : []
shown.textContent = data
  ? `${data.user.email} by ${ways
      .map(({ provider }) => provider)
      .sort()
      .join(' and ')}`
  : 'nobody'
