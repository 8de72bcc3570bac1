import type { User } from '#identity/users/model.ts'
import { memoize } from '#kernel/memoize.ts'
import type { Settings } from '#platform/config.ts'
import type { Secrets } from '#platform/crypto/secrets.ts'
import type { OpenDatabase } from '#platform/database/database.ts'
import type { CallerSession } from '#platform/http/caller.ts'
import type { NamedCookie, Reply } from '#platform/http/request.ts'
import { type OpenedCopy, openedCopy, sealedCopy } from './cache.ts'
import { toSignedInWire } from './wire.ts'

/** What naming, signing and reading the cookies takes: a part of the platform. */
export interface CookieGround {
  readonly settings: Pick<
    Settings,
    'COOKIE_PREFIX' | 'hasSecureCookies' | 'SESSION_EXPIRES_IN' | 'SESSION_COOKIE_CACHE' | 'SESSION_COOKIE_CACHE_MAX_AGE'
  >
  readonly secrets: Pick<Secrets, 'signCookie' | 'isCookieSigned'>
  readonly database: Pick<OpenDatabase, 'listeningSince'>
}

/** A session and its person as they are stored, and when the request that read or wrote them arrived. */
export interface Shown {
  readonly session: CallerSession
  readonly user: User
  readonly now: Date
}

/** A cookie of a session. */
export type Cookie = NamedCookie

const SIGNATURE_LENGTH = 44

/** The names of the three cookies: the session's token, its cached copy, and the mark of one that is not to be remembered. */
interface CookieNames {
  readonly token: string
  readonly cache: string
  readonly dontRemember: string
}

const names = new WeakMap<CookieGround['settings'], CookieNames>()

/** The names of the cookies under the server's settings. */
export function cookieNames({ settings }: Pick<CookieGround, 'settings'>): CookieNames {
  const known = names.get(settings)
  if (known) return known
  const prefix = `${settings.hasSecureCookies ? '__Secure-' : ''}${settings.COOKIE_PREFIX}`
  const made = { token: `${prefix}.session_token`, cache: `${prefix}.session_data`, dontRemember: `${prefix}.dont_remember` }
  names.set(settings, made)
  return made
}

/** A value with its signature, as a cookie carries it. */
export function signed(value: string, { secrets }: Pick<CookieGround, 'secrets'>): string {
  return encodeURIComponent(`${value}.${secrets.signCookie(value)}`)
}

/** The cookies by which a browser keeps the session, with that of `copy`, which spares the store. */
export function sessionCookies(shown: Shown, ground: CookieGround, copy: readonly Cookie[] = copyCookies(shown, ground)): Cookie[] {
  const { session } = shown
  const { token, dontRemember } = cookieNames(ground)
  const secure = ground.settings.hasSecureCookies
  const value = signed(session.token, ground)
  if (session.isRemembered)
    return [{ name: token, value, attributes: { maxAgeSeconds: ground.settings.SESSION_EXPIRES_IN, secure } }, ...copy]
  return [
    { name: token, value, attributes: { secure } },
    { name: dontRemember, value: signed('true', ground), attributes: { secure } },
    ...copy,
  ]
}

/**
 * The cookie that carries a copy of what the session shows. None where the cache is off, where the copy is longer than a
 * cookie can be (the store is asked each time then), and while this process is not sure of the time (decision 20). `text` is
 * the JSON of the same as it goes out, where that is made already.
 */
export function copyCookies(shown: Shown, ground: CookieGround, text?: string): Cookie[] {
  const { settings, database } = ground
  if (!settings.SESSION_COOKIE_CACHE || database.listeningSince() === undefined) return []
  const value = sealedCopy(text ?? JSON.stringify(toSignedInWire(shown)), shown.now.getTime(), ground)
  if (value === undefined) return []
  const secure = settings.hasSecureCookies
  return [{ name: cookieNames(ground).cache, value, attributes: { maxAgeSeconds: settings.SESSION_COOKIE_CACHE_MAX_AGE, secure } }]
}

/** The cookie by which a browser forgets its copy. */
export function clearedCopy(ground: Pick<CookieGround, 'settings'>): Cookie {
  return { name: cookieNames(ground).cache, value: '', attributes: { maxAgeSeconds: 0, secure: ground.settings.hasSecureCookies } }
}

/** The copy that a request's cookies carry, if any; whether it may be believed is for `changes.ts` to say. */
export function copyOfCookies(cookies: ReadonlyMap<string, string>, ground: CookieGround, now: Date): OpenedCopy | 'none' | 'forged' {
  return ground.settings.SESSION_COOKIE_CACHE ? openedCopy(cookies.get(cookieNames(ground).cache), ground, now) : 'none'
}

/** The cookies by which a browser forgets whatever session it kept. */
export function clearedCookies(ground: Pick<CookieGround, 'settings'>): Cookie[] {
  const { token, cache, dontRemember } = cookieNames(ground)
  const attributes = { maxAgeSeconds: 0, secure: ground.settings.hasSecureCookies }
  return [token, cache, dontRemember].map((name) => ({ name, value: '', attributes }))
}

/** Tokens whose signatures were found to be ours, kept in mind at most. */
const PROVEN_MAX = 10_000
const proofs = new WeakMap<CookieGround['secrets'], (value: string) => string | undefined>()

/** What a cookie carries, when its signature is ours. */
export function unsigned(value: string, secrets: CookieGround['secrets']): string | undefined {
  const at = value.lastIndexOf('.')
  const content = value.slice(0, Math.max(at, 0))
  const signature = value.slice(at + 1)
  return content !== '' && signature.length === SIGNATURE_LENGTH && secrets.isCookieSigned(content, signature) ? content : undefined
}

/** The session token that a request's cookies carry, when its signature is ours. */
export function tokenOfCookies(cookies: ReadonlyMap<string, string>, ground: CookieGround): string | undefined {
  const { secrets } = ground
  const proof = proofs.get(secrets) ?? memoize(PROVEN_MAX, (value: string) => unsigned(value, secrets))
  proofs.set(secrets, proof)
  return proof(cookies.get(cookieNames(ground).token) ?? '')
}

/** Sends the cookies with the answer. */
export function sendCookies(reply: Pick<Reply, 'cookie'>, cookies: readonly Cookie[]): void {
  for (const { name, value, attributes } of cookies) reply.cookie(name, value, attributes)
}
