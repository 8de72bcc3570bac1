import type { Settings } from '#platform/config.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import type { CookieAttributes, Reply } from '#platform/http/exchange.ts'
import type { Session } from './model.ts'

/** What naming, signing and reading the cookies takes: a part of the platform. */
export interface CookieGround {
  readonly settings: Pick<Settings, 'COOKIE_PREFIX' | 'hasSecureCookies' | 'SESSION_EXPIRES_IN'>
  readonly secrets: Pick<Secrets, 'signCookie' | 'isCookieSigned'>
}

/** A cookie to be sent; the value is encoded already. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly attributes: CookieAttributes
}

const SIGNATURE_LENGTH = 44

/** The names of the three cookies: the session's token, its cached copy, and the mark of one that is not to be remembered. */
export function cookieNames({ settings }: Pick<CookieGround, 'settings'>) {
  const prefix = `${settings.hasSecureCookies ? '__Secure-' : ''}${settings.COOKIE_PREFIX}`
  return { token: `${prefix}.session_token`, cache: `${prefix}.session_data`, dontRemember: `${prefix}.dont_remember` } as const
}

function signed(value: string, { secrets }: Pick<CookieGround, 'secrets'>): string {
  return encodeURIComponent(`${value}.${secrets.signCookie(value)}`)
}

/** The cookies by which a browser keeps the session. */
export function sessionCookies(session: Pick<Session, 'token' | 'isRemembered'>, ground: CookieGround): Cookie[] {
  const names = cookieNames(ground)
  const secure = ground.settings.hasSecureCookies
  const value = signed(session.token, ground)
  if (session.isRemembered) return [{ name: names.token, value, attributes: { maxAgeSeconds: ground.settings.SESSION_EXPIRES_IN, secure } }]
  return [
    { name: names.token, value, attributes: { secure } },
    { name: names.dontRemember, value: signed('true', ground), attributes: { secure } },
  ]
}

/** The cookies by which a browser forgets whatever session it kept. */
export function clearedCookies(ground: Pick<CookieGround, 'settings'>): Cookie[] {
  const { token, cache, dontRemember } = cookieNames(ground)
  const attributes = { maxAgeSeconds: 0, secure: ground.settings.hasSecureCookies }
  return [token, cache, dontRemember].map((name) => ({ name, value: '', attributes }))
}

/** The session token that a request's cookies carry, when its signature is ours. */
export function tokenOfCookies(cookies: ReadonlyMap<string, string>, ground: CookieGround): string | undefined {
  const value = cookies.get(cookieNames(ground).token) ?? ''
  const at = value.lastIndexOf('.')
  const token = value.slice(0, Math.max(at, 0))
  const signature = value.slice(at + 1)
  return token !== '' && signature.length === SIGNATURE_LENGTH && ground.secrets.isCookieSigned(token, signature) ? token : undefined
}

/** Sends the cookies with the answer. */
export function sendCookies(reply: Pick<Reply, 'cookie'>, cookies: readonly Cookie[]): void {
  for (const { name, value, attributes } of cookies) reply.cookie(name, value, attributes)
}
