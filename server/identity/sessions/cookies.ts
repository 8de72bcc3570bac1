import type { User } from '#identity/users/model.ts'
import { isOffered, LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS } from '#kernel/language/languages.ts'
import { memoize } from '#kernel/memoize.ts'
import { cookieValues } from '#kernel/request/cookie-values.ts'
import type { Settings } from '#platform/config.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import type { Reply } from '#platform/http/reply.ts'
import type { CallerSession } from '#platform/request/caller.ts'
import type { NamedCookie } from '#platform/request/cookie.ts'
import { type DecodedCachedSession, decodeCachedSession, encodeCachedSession } from './cache.ts'
import { toSessionWithUserWire } from './wire.ts'

/** The part of the platform that names, signs and reads the cookies. */
export interface CookieDeps {
  readonly settings: Pick<
    Settings,
    'COOKIE_PREFIX' | 'hasSecureCookies' | 'SESSION_EXPIRES_IN' | 'SESSION_COOKIE_CACHE' | 'SESSION_COOKIE_CACHE_MAX_AGE'
  >
  readonly secrets: Pick<Secrets, 'signCookie' | 'isCookieSigned'>
  readonly database: Pick<OpenDatabase, 'listeningSince'>
}

/** A session and its user as stored, and when the request that read or wrote them arrived. */
export interface SessionSnapshot {
  readonly session: CallerSession
  readonly user: User
  readonly now: Date
}

/** A cookie of a session. */
export type Cookie = NamedCookie

const SIGNATURE_LENGTH = 44

/** The names of the three cookies: the session token, the cached session, and the flag of a session that ends with the browser. */
interface CookieNames {
  readonly token: string
  readonly cache: string
  readonly dontRemember: string
}

const names = new WeakMap<CookieDeps['settings'], CookieNames>()

/** The cookie names that the settings give. */
export function cookieNames({ settings }: Pick<CookieDeps, 'settings'>): CookieNames {
  const known = names.get(settings)
  if (known) return known
  const prefix = `${settings.hasSecureCookies ? '__Secure-' : ''}${settings.COOKIE_PREFIX}`
  const created = { token: `${prefix}.session_token`, cache: `${prefix}.session_data`, dontRemember: `${prefix}.dont_remember` }
  names.set(settings, created)
  return created
}

/** The value with its signature, encoded for a cookie. */
export function signCookieValue(value: string, { secrets }: Pick<CookieDeps, 'secrets'>): string {
  return encodeURIComponent(`${value}.${secrets.signCookie(value)}`)
}

/** The cookies that store the session in a browser, with the cookie of the cached session. */
export function sessionCookies(
  snapshot: SessionSnapshot,
  deps: CookieDeps,
  cache: readonly Cookie[] = cacheCookies(snapshot, deps),
): Cookie[] {
  const { session } = snapshot
  const { token, dontRemember } = cookieNames(deps)
  const secure = deps.settings.hasSecureCookies
  const value = signCookieValue(session.token, deps)
  if (session.isRemembered)
    return [{ name: token, value, attributes: { maxAgeSeconds: deps.settings.SESSION_EXPIRES_IN, secure } }, ...cache]
  return [
    { name: token, value, attributes: { secure } },
    { name: dontRemember, value: signCookieValue('true', deps), attributes: { secure } },
    ...cache,
  ]
}

/**
 * The cookie of the cached session. None when the cache is disabled, when the copy is too long for a cookie (every request then
 * reads the database), or while this process cannot trust its clock (decision 20). `text` is the JSON of the response, if the
 * caller has it.
 */
export function cacheCookies(snapshot: SessionSnapshot, deps: CookieDeps, text?: string): Cookie[] {
  const { settings, database } = deps
  if (!settings.SESSION_COOKIE_CACHE || database.listeningSince() === undefined) return []
  const value = encodeCachedSession(text ?? JSON.stringify(toSessionWithUserWire(snapshot)), snapshot.now.getTime(), deps)
  if (value === undefined) return []
  const secure = settings.hasSecureCookies
  return [{ name: cookieNames(deps).cache, value, attributes: { maxAgeSeconds: settings.SESSION_COOKIE_CACHE_MAX_AGE, secure } }]
}

/** The cookie that deletes the cached session from the browser. */
export function clearedCacheCookie(deps: Pick<CookieDeps, 'settings'>): Cookie {
  return { name: cookieNames(deps).cache, value: '', attributes: { maxAgeSeconds: 0, secure: deps.settings.hasSecureCookies } }
}

/** The cached session in a request's cookies. `change-tracker.ts` decides whether it is current. */
export function cachedSessionOf(
  cookies: ReadonlyMap<string, string>,
  deps: CookieDeps,
  now: Date,
): DecodedCachedSession | 'none' | 'forged' {
  return deps.settings.SESSION_COOKIE_CACHE ? decodeCachedSession(cookies.get(cookieNames(deps).cache), deps, now) : 'none'
}

/** The cookies that delete the session from the browser. */
export function clearedCookies(deps: Pick<CookieDeps, 'settings'>): Cookie[] {
  const { token, cache, dontRemember } = cookieNames(deps)
  const attributes = { maxAgeSeconds: 0, secure: deps.settings.hasSecureCookies }
  return [token, cache, dontRemember].map((name) => ({ name, value: '', attributes }))
}

/** The cookie by which pages get the language of the user; null clears it, so that the browser is asked. */
export function languageCookie(language: string | null, { settings }: Pick<CookieDeps, 'settings'>): Cookie {
  const maxAgeSeconds = language === null ? 0 : LANGUAGE_COOKIE_SECONDS
  return {
    name: LANGUAGE_COOKIE,
    value: language ?? '',
    attributes: { maxAgeSeconds, secure: settings.hasSecureCookies, isScriptable: true },
  }
}

/** The same at sign-in: a browser keeps its cookie if the user has chosen no language, or one that is no longer offered. */
export function languageCookies({ language }: Pick<User, 'language'>, deps: Pick<CookieDeps, 'settings'>): Cookie[] {
  return isOffered(language) ? [languageCookie(language, deps)] : []
}

/** The maximum number of verified tokens in memory. */
const VERIFIED_MAX = 10_000
const verifiers = new WeakMap<CookieDeps['secrets'], (value: string) => string | undefined>()

/** The content of a signed cookie value; undefined when the signature is invalid. */
export function verifyCookieValue(value: string, secrets: CookieDeps['secrets']): string | undefined {
  const at = value.lastIndexOf('.')
  const content = value.slice(0, Math.max(at, 0))
  const signature = value.slice(at + 1)
  return content !== '' && signature.length === SIGNATURE_LENGTH && secrets.isCookieSigned(content, signature) ? content : undefined
}

/**
 * The session token in a request's cookies; undefined when no signature is valid. Another host of the domain can add a cookie of this
 * name: without a valid signature it is passed over, and of two different sessions neither is used, so that it cannot sign a browser in
 * to an account of its choice (decision 39).
 */
export function tokenOfCookies(cookies: ReadonlyMap<string, string>, deps: CookieDeps): string | undefined {
  const { secrets } = deps
  const verifier = verifiers.get(secrets) ?? memoize(VERIFIED_MAX, (value: string) => verifyCookieValue(value, secrets))
  verifiers.set(secrets, verifier)
  const values = cookieValues(cookies, cookieNames(deps).token)
  if (values.length < 2) return verifier(values[0] ?? '')
  const tokens = new Set(values.map(verifier))
  tokens.delete(undefined)
  return tokens.size === 1 ? [...tokens][0] : undefined
}

/** Sends the cookies with the response. */
export function sendCookies(reply: Pick<Reply, 'cookie'>, cookies: readonly Cookie[]): void {
  for (const { name, value, attributes } of cookies) reply.cookie(name, value, attributes)
}
