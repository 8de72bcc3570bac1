import type { GoldenRequest } from '#test/support/golden/golden.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'

const auth = (method: 'GET' | 'POST', call: string, as: string) => ({ operation: `${method} /api/auth/${call}`, as })

/** The requests about providers that need no answer of a provider; `dotId` is the id of Dot, a user with a password only. */
export function providerRequests(dotId: string): readonly GoldenRequest[] {
  const [signIn, link] = [auth('POST', 'sign-in/social', 'nobody'), auth('POST', 'link-social', 'Dot')]
  const callback = { ...auth('GET', 'callback/{id}', 'nobody'), path: { id: 'github' } }
  const [token, refresh] = [auth('POST', 'get-access-token', 'Dot'), auth('POST', 'refresh-token', 'Dot')]
  return [
    auth('GET', 'list-providers', 'nobody'),
    auth('GET', 'options', 'nobody'),
    { ...signIn, body: { provider: 'nothing' } },
    { ...signIn, body: { provider: 'google' } },
    { ...signIn, body: { provider: 'github', callbackURL: 'https://evil.test' } },
    { ...signIn, body: { provider: 'github', idToken: { token: 'x' } } },
    { ...signIn, body: { provider: 'github', callbackURL: '/welcome', scopes: ['repo'], loginHint: 'dot' } },
    { ...signIn, body: { provider: 'zoom', errorCallbackURL: '/sign-in', disableRedirect: true } },
    { ...callback, query: 'error=access_denied&error_description=No%20thanks' },
    { ...callback, query: 'error=access_denied' },
    callback,
    { ...callback, query: 'state=unknown&code=x' },
    { ...callback, query: 'state=a&state=b' },
    {
      ...auth('POST', 'callback/{id}', 'nobody'),
      path: { id: 'apple' },
      body: { code: 'c', state: 's', user: '{"name":{}}', id_token: 'x' },
    },
    { ...auth('POST', 'callback/{id}', 'nobody'), path: { id: 'apple' } },
    { ...link, body: { provider: 'google' } },
    { ...link, as: 'nobody', body: { provider: 'github' } },
    { ...link, body: { provider: 'github', callbackURL: '/account/connections' } },
    { ...token, body: {} },
    { ...token, as: 'nobody', body: { providerId: 'github' } },
    { ...token, body: { providerId: 'google' } },
    { ...token, body: { providerId: 'github', userId: UNKNOWN } },
    { ...token, as: 'the service', body: { providerId: 'github' } },
    { ...token, as: 'the service', body: { providerId: 'github', userId: dotId } },
    { ...refresh, body: { providerId: 'credential' } },
    { ...refresh, body: { providerId: 'zoom' } },
    { ...token, body: { accountId: UNKNOWN } },
    { ...auth('GET', 'account-info', 'Dot'), query: `accountId=${UNKNOWN}` },
    { ...auth('GET', 'account-info', 'nobody'), query: `accountId=${UNKNOWN}` },
  ]
}
