// An in-process browser: it stores cookies, and follows the sign-in with the fake provider.
import { randomInt } from 'node:crypto'
import { uniqueEmail } from './a-user.ts'
import type { FakeProvider, FakeProviderUser, ProviderCallback } from './fake-provider.ts'
import type { TestAnswer, TestRequest, TestServer } from './server.ts'

/** Options of a sign-in with a provider. */
export interface SignInOptions {
  /** Fields of the request body besides the provider. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly decision?: 'agrees' | 'denies'
  /** The user at the provider. */
  readonly user?: Partial<FakeProviderUser>
}

/** A provider's user that has not signed in before. */
export function aProviderUser<const Changed extends SignInOptions['user']>(changed?: Changed) {
  return { id: String(randomInt(1_000_000, 2 ** 47)), email: uniqueEmail(), ...changed }
}

/** A browser at a server. */
export interface TestBrowser {
  /** The `Cookie` header that it sends. */
  cookie(): string
  request(method: Parameters<TestServer['request']>[0], url: string, sent?: TestRequest): Promise<TestAnswer>
  /** Starts the sign-in and authorizes it at the provider. Returns the callback without following it. */
  redirectToProvider(provider: string, options?: SignInOptions & { readonly isLinking?: boolean }): Promise<ProviderCallback>
  /** Follows the callback: a redirect, or a form post and its 303. The form post has no cookies, as in browsers. */
  followCallback(callback: ProviderCallback): Promise<TestAnswer>
  /** Signs in with a provider. */
  signIn(provider: string, options?: SignInOptions): Promise<TestAnswer>
  /** Links an account of a provider. */
  link(provider: string, options?: SignInOptions): Promise<TestAnswer>
  /** The session and its user; null when signed out. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  session(): Promise<any>
}

/** Opens a browser; `cookie` is the `Cookie` header of its initial cookies. */
export function aBrowser(server: TestServer, fakeProvider: FakeProvider, cookie = ''): TestBrowser {
  const jar = new Map(cookie.split('; ').flatMap((pair) => (pair ? [[pair.slice(0, pair.indexOf('=')), pair] as const] : [])))
  const origin = server.settings.BASE_URL
  const storeCookies = (answer: TestAnswer): TestAnswer => {
    for (const [name, line] of answer.cookies) {
      if (/; Max-Age=0(;|$)/.test(line)) jar.delete(name)
      else jar.set(name, line.split(';', 1)[0] ?? '')
    }
    return answer
  }
  const browser: TestBrowser = {
    cookie: () => [...jar.values()].join('; '),
    request: async (method, url, sent = {}) => {
      const headers = { origin, ...(jar.size > 0 && { cookie: browser.cookie() }), ...sent.headers }
      return storeCookies(await server.request(method, url, { ...sent, headers }))
    },
    redirectToProvider: async (provider, { body, decision, user, isLinking = false } = {}) => {
      const answer = await browser.request('POST', `/api/auth/${isLinking ? 'link-social' : 'sign-in/social'}`, {
        body: { provider, ...body },
      })
      if (answer.status !== 200) throw new Error(`${provider} was answered ${answer.status}: ${answer.text}`)
      return fakeProvider.authorize(answer.json.url, { ...(decision && { decision }), ...(user && { user }) })
    },
    followCallback: async ({ method, url, fields }) => {
      const path = pathOf(url)
      if (method === 'GET') return browser.request('GET', path)
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://provider.example',
        'sec-fetch-site': 'cross-site',
      }
      const redirect = await server.request('POST', path, { headers, body: new URLSearchParams(fields).toString() })
      return browser.request('GET', pathOf(String(redirect.headers['location'])))
    },
    signIn: async (provider, options) => browser.followCallback(await browser.redirectToProvider(provider, options)),
    link: async (provider, options) => browser.followCallback(await browser.redirectToProvider(provider, { ...options, isLinking: true })),
    session: async () => (await browser.request('GET', '/api/auth/get-session?disableCookieCache=true')).json,
  }
  return browser
}

// Drops the origin, which differs from that of the server in process.
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
