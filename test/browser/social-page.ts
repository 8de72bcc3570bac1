// A page written with the published client: the current user with linked providers, and a button for each action.
import { createAuthClient } from 'better-auth/client'

const client = createAuthClient()

function button(text: string, press: () => Promise<{ readonly error?: { readonly message?: string | undefined } | null }>): void {
  const element = document.createElement('button')
  element.textContent = text
  element.addEventListener('click', () => {
    void press().then(({ error }) => {
      if (error) document.title = error.message ?? 'An error'
    })
  })
  document.body.append(element)
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

const output = document.createElement('output')
document.body.append(output)
const { data } = await client.getSession()
const accounts = data ? ((await client.listAccounts()).data ?? []) : []
output.textContent = data
  ? `${data.user.email} by ${accounts
      .map(({ provider }) => provider)
      .sort()
      .join(' and ')}`
  : 'anonymous'
