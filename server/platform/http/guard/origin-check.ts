import { type RefusalEntry, refuse } from '#kernel/refusal.ts'
import type { RequestInfo } from '../../request/request.ts'
import type { Api } from '../api.ts'
import type { TrustedOrigins } from '../origin.ts'
import { authRefusals, refusals } from './refusals.ts'

const invalidOrigin: Record<Api, RefusalEntry> = { auth: authRefusals.INVALID_ORIGIN, v1: refusals.NotPermitted }

/** Fields that contain a redirect target, each with its refusal. */
const TARGETS = {
  callbackURL: authRefusals.INVALID_CALLBACKURL,
  redirectTo: authRefusals.INVALID_REDIRECTURL,
  errorCallbackURL: authRefusals.INVALID_ERRORCALLBACKURL,
  newUserCallbackURL: authRefusals.INVALID_NEWUSERCALLBACKURL,
} as const

/** The refusals for foreign origins that every route of /api/auth may answer; for the documents. */
export function foreignPageRefusals(method: string): readonly RefusalEntry[] {
  return [...(isReadMethod(method) ? [] : [authRefusals.INVALID_ORIGIN]), ...Object.values(TARGETS)]
}

/** Values of `Sec-Fetch-Site` for foreign pages; a neighbouring subdomain is foreign too. */
const FOREIGN = new Set(['cross-site', 'same-site'])
const BEGINS_SESSION = /^\/api\/auth\/sign-(in|up)(\/|$)/

function originOf(request: RequestInfo): string | undefined {
  const { origin, referer } = request.headers
  if (origin !== undefined) return origin
  return referer === undefined ? undefined : (URL.parse(referer)?.origin ?? 'null')
}

/** Whether the method only reads. */
export function isReadMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** Refuses a write that a foreign page may have sent with the user's cookies. A request without `Origin` and `Referer` passes. */
export function refuseForeignCookies(request: RequestInfo, api: Api, origins: TrustedOrigins): void {
  if (isReadMethod(request.method) || request.headers['cookie'] === undefined) return
  const origin = originOf(request)
  if (origin !== undefined && !origins.trustsOrigin(origin)) refuse(invalidOrigin[api], { detail: 'Invalid origin' })
}

/** Refuses a sign-in from a foreign page, with or without cookies: it would sign the user in to the attacker's account. */
export function refuseForeignSignIn(request: RequestInfo, route: string, origins: TrustedOrigins): void {
  if (isReadMethod(request.method) || !BEGINS_SESSION.test(route) || !FOREIGN.has(request.headers['sec-fetch-site'] ?? '')) return
  const { origin } = request.headers
  if (origin === undefined || !origins.trustsOrigin(origin)) refuse(invalidOrigin.auth)
}

/** Refuses redirect targets outside the trusted origins, in body or query. Values of other types are left to the schema. */
export function refuseForeignTargets(parts: readonly unknown[], origins: TrustedOrigins): void {
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    for (const [field, refusal] of Object.entries(TARGETS)) {
      const value = Object.hasOwn(part, field) ? (part as Record<string, unknown>)[field] : undefined
      for (const target of Array.isArray(value) ? value : [value]) {
        if (typeof target === 'string' && target !== '' && !origins.trustsTarget(target)) refuse(refusal)
      }
    }
  }
}
