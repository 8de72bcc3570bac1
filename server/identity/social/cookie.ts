import { randomText } from '#contract/token.ts'
import type { Settings } from '#platform/config.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import type { CookieAttributes } from '#platform/request/cookie.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { STATE_LIFE_SECONDS } from './state.ts'

const BROWSER_ID_LENGTH = 32

/** The settings and secrets that name and sign the cookie. */
export interface StateCookieDeps {
  readonly settings: Pick<Settings, 'COOKIE_PREFIX' | 'hasSecureCookies'>
  readonly secrets: Pick<Secrets, 'signCookie' | 'isCookieSigned'>
}

/** The id of a browser, and the cookie that stores it for the lifetime of a state. */
export interface StateCookie {
  readonly browserId: string
  readonly cookie: { readonly name: string; readonly value: string; readonly attributes: CookieAttributes }
}

function nameOf({ settings }: StateCookieDeps): string {
  return `${settings.hasSecureCookies ? '__Secure-' : ''}${settings.COOKIE_PREFIX}.state`
}

/** The id in the cookie of a request, if its signature is valid. */
export function browserIdOf(request: Pick<RequestInfo, 'cookies'>, deps: StateCookieDeps): string | undefined {
  const [browserId = '', signature = ''] = (request.cookies.get(nameOf(deps)) ?? '').split('.')
  return browserId.length === BROWSER_ID_LENGTH && deps.secrets.isCookieSigned(browserId, signature) ? browserId : undefined
}

/** The browser's id, or a new one. All tabs share it, so that concurrent sign-ins in several tabs work. */
export function identifyBrowser(request: Pick<RequestInfo, 'cookies'>, deps: StateCookieDeps): StateCookie {
  const browserId = browserIdOf(request, deps) ?? randomText(BROWSER_ID_LENGTH)
  const value = encodeURIComponent(`${browserId}.${deps.secrets.signCookie(browserId)}`)
  return {
    browserId,
    cookie: { name: nameOf(deps), value, attributes: { maxAgeSeconds: STATE_LIFE_SECONDS, secure: deps.settings.hasSecureCookies } },
  }
}
