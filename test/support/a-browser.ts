// A browser in process: it keeps the cookies that it is given, and walks to a provider of the stand-in and back.
import { randomInt } from 'node:crypto'
import { newAddress } from './a-user.ts'
import type { CalledBack, FakeProvider, FakeProviderUser } from './fake-provider.ts'
import type { TestAnswer, TestRequest, TestServer } from './server.ts'

/** How a walk to a provider goes. */
export interface Walk {
  /** Fields of the body besides the provider. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly decision?: 'agrees' | 'denies'
  /** Who sits at the browser. */
  readonly person?: Partial<FakeProviderUser>
}

/** Somebody whom no provider has sent before. */
export function aStranger<const Changed extends Walk['person']>(changed?: Changed) {
  return { id: String(randomInt(1_000_000, 2 ** 47)), email: newAddress(), ...changed }
}

/** A browser at a server. */
export interface TestBrowser {
  /** The `Cookie` header that it sends. */
  cookie(): string
  request(method: Parameters<TestServer['request']>[0], url: string, sent?: TestRequest): Promise<TestAnswer>
  /** Asks where to go, goes there, and stands before the way back. */
  leave(provider: string, walk?: Walk & { readonly links?: boolean }): Promise<CalledBack>
  /** Comes back: by the redirect, or by the form and the 303 that answers it, without cookies as browsers do. */
  comeBack(back: CalledBack): Promise<TestAnswer>
  /** There and back. */
  signIn(provider: string, walk?: Walk): Promise<TestAnswer>
  /** There and back, to link an account. */
  link(provider: string, walk?: Walk): Promise<TestAnswer>
  /** Who is signed in; null when nobody is. */
  // biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
  session(): Promise<any>
}

/** Opens a browser; `cookie` is what it has already. */
export function aBrowser(server: TestServer, standIn: FakeProvider, cookie = ''): TestBrowser {
  const jar = new Map(cookie.split('; ').flatMap((pair) => (pair ? [[pair.slice(0, pair.indexOf('=')), pair] as const] : [])))
  const origin = server.settings.BASE_URL
  const keep = (answer: TestAnswer): TestAnswer => {
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
      return keep(await server.request(method, url, { ...sent, headers }))
    },
    leave: async (provider, { body, decision, person, links = false } = {}) => {
      const answer = await browser.request('POST', `/api/auth/${links ? 'link-social' : 'sign-in/social'}`, { body: { provider, ...body } })
      if (answer.status !== 200) throw new Error(`${provider} was answered ${answer.status}: ${answer.text}`)
      return standIn.authorize(answer.json.url, { ...(decision && { decision }), ...(person && { person }) })
    },
    comeBack: async ({ method, url, fields }) => {
      const path = pathOf(url)
      if (method === 'GET') return browser.request('GET', path)
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://provider.example',
        'sec-fetch-site': 'cross-site',
      }
      const led = await server.request('POST', path, { headers, body: new URLSearchParams(fields).toString() })
      return browser.request('GET', pathOf(String(led.headers['location'])))
    },
    signIn: async (provider, walk) => browser.comeBack(await browser.leave(provider, walk)),
    link: async (provider, walk) => browser.comeBack(await browser.leave(provider, { ...walk, links: true })),
    session: async () => (await browser.request('GET', '/api/auth/get-session?disableCookieCache=true')).json,
  }
  return browser
}

// Under whichever name the server was asked.
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
