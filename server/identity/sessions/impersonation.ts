import { type Cookie, type CookieGround, clearedCookies, cookieNames, type Shown, sessionCookies, signed, unsigned } from './cookies.ts'

/** The published name of the cookie by which an administrator finds back: it has no prefix, not even `__Secure-`. */
const OWN_SESSION = 'admin_session'

/**
 * The cookies with which an administrator's browser takes a borrowed session: the session's, and one that keeps the
 * administrator's own token beside it. `cookies` are those of the request that borrows.
 */
export function borrowingCookies(
  borrowed: Shown,
  own: { readonly token: string; readonly cookies: ReadonlyMap<string, string> },
  ground: CookieGround,
): Cookie[] {
  const { hasSecureCookies: secure, SESSION_EXPIRES_IN } = ground.settings
  const dontRemember = unsigned(own.cookies.get(cookieNames(ground).dontRemember) ?? '', ground.secrets) ?? ''
  const value = signed(`${own.token}:${dontRemember}`, ground)
  return [...sessionCookies(borrowed, ground), { name: OWN_SESSION, value, attributes: { maxAgeSeconds: SESSION_EXPIRES_IN, secure } }]
}

/** The administrator's own token that a browser keeps beside a borrowed session, when its signature is ours. */
export function ownTokenOf(cookies: ReadonlyMap<string, string>, { secrets }: Pick<CookieGround, 'secrets'>): string | undefined {
  const token = unsigned(cookies.get(OWN_SESSION) ?? '', secrets)?.split(':', 1)[0]
  return token === '' ? undefined : token
}

/** The cookies with which the browser is the administrator's own again; the mark of a session not to be remembered goes if it was none. */
export function givingBackCookies(own: Shown, ground: CookieGround): Cookie[] {
  const kept = sessionCookies(own, ground)
  const names = new Set(kept.map(({ name }) => name))
  return [...clearedCookies(ground).filter(({ name }) => !names.has(name)), ...kept, forgottenOwn(ground)]
}

/** The cookie by which a browser forgets the administrator's own session. */
export function forgottenOwn({ settings }: Pick<CookieGround, 'settings'>): Cookie {
  return { name: OWN_SESSION, value: '', attributes: { maxAgeSeconds: 0, secure: settings.hasSecureCookies } }
}

/** The same, where the browser keeps one: nobody finds back after signing out. */
export function forgottenOwnIn(cookies: ReadonlyMap<string, string>, ground: Pick<CookieGround, 'settings'>): Cookie[] {
  return cookies.has(OWN_SESSION) ? [forgottenOwn(ground)] : []
}
