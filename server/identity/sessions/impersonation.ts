import {
  type Cookie,
  type CookieDeps,
  clearedCookies,
  cookieNames,
  type SessionSnapshot,
  sessionCookies,
  signCookieValue,
  verifyCookieValue,
} from './cookies.ts'

/** The published name of the cookie that holds the administrator's own session. It has no prefix, not even `__Secure-`. */
const ADMINISTRATOR_COOKIE = 'admin_session'

/**
 * The cookies that start an impersonation session in an administrator's browser: the cookies of the session, and one that holds
 * the administrator's own token. `cookies` are the cookies of the administrator's request.
 */
export function impersonationCookies(
  impersonated: SessionSnapshot,
  own: { readonly token: string; readonly cookies: ReadonlyMap<string, string> },
  deps: CookieDeps,
): Cookie[] {
  const { hasSecureCookies: secure, SESSION_EXPIRES_IN } = deps.settings
  const dontRemember = verifyCookieValue(own.cookies.get(cookieNames(deps).dontRemember) ?? '', deps.secrets) ?? ''
  const value = signCookieValue(`${own.token}:${dontRemember}`, deps)
  return [
    ...sessionCookies(impersonated, deps),
    { name: ADMINISTRATOR_COOKIE, value, attributes: { maxAgeSeconds: SESSION_EXPIRES_IN, secure } },
  ]
}

/** The administrator's own token beside an impersonation session; undefined when the signature is invalid. */
export function administratorTokenOf(cookies: ReadonlyMap<string, string>, { secrets }: Pick<CookieDeps, 'secrets'>): string | undefined {
  const token = verifyCookieValue(cookies.get(ADMINISTRATOR_COOKIE) ?? '', secrets)?.split(':', 1)[0]
  return token === '' ? undefined : token
}

/** The cookies that restore the administrator's own session. They delete the `dont_remember` cookie if the own session has none. */
export function restoredSessionCookies(own: SessionSnapshot, deps: CookieDeps): Cookie[] {
  const cookies = sessionCookies(own, deps)
  const names = new Set(cookies.map(({ name }) => name))
  return [...clearedCookies(deps).filter(({ name }) => !names.has(name)), ...cookies, clearedAdministratorCookie(deps)]
}

/** The cookie that deletes the administrator's own session from the browser. */
export function clearedAdministratorCookie({ settings }: Pick<CookieDeps, 'settings'>): Cookie {
  return { name: ADMINISTRATOR_COOKIE, value: '', attributes: { maxAgeSeconds: 0, secure: settings.hasSecureCookies } }
}

/** The same, if the request carries such a cookie: after signing out the own session cannot be restored. */
export function clearedAdministratorCookies(cookies: ReadonlyMap<string, string>, deps: Pick<CookieDeps, 'settings'>): Cookie[] {
  return cookies.has(ADMINISTRATOR_COOKIE) ? [clearedAdministratorCookie(deps)] : []
}
