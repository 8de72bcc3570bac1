import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import type { Api } from '../api.ts'
import type { TrustedOrigins } from '../origin.ts'
import type { RequestInfo } from '../request.ts'
import { authRefusals, refusals } from './refusals.ts'

const invalidOrigin: Record<Api, RefusalEntry> = { auth: authRefusals.INVALID_ORIGIN, v1: refusals.NotPermitted }

/** Fields that name where a browser goes next, with what is refused of them. */
const TARGETS = {
  callbackURL: authRefusals.INVALID_CALLBACKURL,
  redirectTo: authRefusals.INVALID_REDIRECTURL,
  errorCallbackURL: authRefusals.INVALID_ERRORCALLBACKURL,
  newUserCallbackURL: authRefusals.INVALID_NEWUSERCALLBACKURL,
} as const

/** The refusals of a foreign page that a route of /api/auth may answer, whatever it takes; for the documents. */
export function foreignPageRefusals(method: string): readonly RefusalEntry[] {
  return [...(isReading(method) ? [] : [authRefusals.INVALID_ORIGIN]), ...Object.values(TARGETS)]
}

/** How a browser names the pages of others; those of a neighbouring subdomain are no more ours. */
const FOREIGN = new Set(['cross-site', 'same-site'])
const BEGINS_SESSION = /^\/api\/auth\/sign-(in|up)(\/|$)/

function originOf(facts: RequestInfo): string | undefined {
  const { origin, referer } = facts.headers
  if (origin !== undefined) return origin
  return referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null')
}

/** Whether the request only asks. */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** Refuses a change that a foreign page may have sent with somebody's cookies. No `Origin` and no `Referer` is let through. */
export function refuseForeignCookies(facts: RequestInfo, half: Api, origins: TrustedOrigins): void {
  if (isReading(facts.method) || facts.headers['cookie'] === undefined) return
  const origin = originOf(facts)
  if (origin !== undefined && !origins.trustsOrigin(origin)) refuse(invalidOrigin[half], { detail: 'Invalid origin' })
}

/** Refuses to begin a session for a foreign page, with or without cookies: it would sign somebody in as somebody else. */
export function refuseForeignSignIn(facts: RequestInfo, route: string, origins: TrustedOrigins): void {
  if (isReading(facts.method) || !BEGINS_SESSION.test(route) || !FOREIGN.has(facts.headers['sec-fetch-site'] ?? '')) return
  const { origin } = facts.headers
  if (origin === undefined || !origins.trustsOrigin(origin)) refuse(invalidOrigin.auth)
}

/** Refuses targets, in body or query, that lead a browser away from the trusted origins. Values of other types are left to the schema. */
export function refuseForeignTargets(parts: readonly unknown[], origins: TrustedOrigins): void {
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    for (const [field, refusal] of Object.entries(TARGETS)) {
      const given = Object.hasOwn(part, field) ? (part as Record<string, unknown>)[field] : undefined
      for (const target of Array.isArray(given) ? given : [given]) {
        if (typeof target === 'string' && target !== '' && !origins.trustsTarget(target)) refuse(refusal)
      }
    }
  }
}
