// Recognizes callers by registered sources: modules export their sources, app.ts passes them to the server.
import { isScope, type Scope } from '#contract/access.ts'
import { allowsScope } from '#contract/allows-scope.ts'
import { assert } from '#kernel/assert.ts'
import { Refusal, type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../request/caller.ts'
import type { RequestInfo } from '../request/request.ts'
import type { Access } from './access.ts'
import type { Api } from './api.ts'
import { refusals } from './guard/refusals.ts'

/** Input of a caller source besides the request. */
export interface RecognizeOptions {
  readonly api: Api
  readonly now: Date
}

/** Recognizes one kind of caller. */
export interface CallerSource {
  readonly name: string
  readonly api: Api | 'both'
  /**
   * Returns the caller, or undefined when the request has no credential of this source. An invalid credential of this source may
   * give a refusal (returned or thrown), such as `invalidToken`. With a bearer token `request.cookies` is empty, so a token always
   * takes precedence over a cookie.
   */
  recognize(request: RequestInfo, platform: Platform, options: RecognizeOptions): Promise<Caller | Refusal | undefined>
}

const anonymous: Caller = { kind: 'anonymous' }

/** A bearer token on /v1 that is unknown, expired or revoked. */
export const { invalidToken } = refusals

// On /api/auth a refusal without a sentence has no body.
const unauthorized: Record<Api, RefusalEntry> = {
  auth: { code: 'UNAUTHORIZED', status: 401, sentence: '' },
  v1: refusals.Unauthorized,
}
const notFound: RefusalEntry = { code: 'NOT_FOUND', status: 404, sentence: '' }
const { insufficientScope, NotPermitted } = refusals

/** The bearer token of a request, if it has one. */
export function bearerToken(headers: RequestInfo['headers']): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1]
}

/** Recognizes the caller by the sources of the API, in order. The first source that returns a caller decides. */
export async function recognize(
  { callers, platform }: { readonly callers: readonly CallerSource[]; readonly platform: Platform },
  request: RequestInfo,
  options: RecognizeOptions,
): Promise<Caller> {
  for (const source of callers) {
    if (source.api !== 'both' && source.api !== options.api) continue
    const found = await source.recognize(request, platform, options)
    if (found instanceof Refusal) throw found
    if (found) return found
  }
  return anonymous
}

/** Whether a route of this access needs to look its caller up. */
export function needsCaller(access: Access): boolean {
  return access !== 'public' && access !== 'client-secret'
}

/**
 * Refuses a caller without access to the route: 401 for an anonymous caller, 403 for one without permission, 404 on a route for
 * server calls. A user without any organization is admitted and finds nothing: no permission was taken from them.
 */
export function authorize(access: Access, caller: Caller, { api, hasBearer }: { readonly api: Api; readonly hasBearer: boolean }): void {
  if (access === 'public' || access === 'client-secret' || access === 'anyone') return
  if (access === 'service' && caller.kind === 'service') return
  refuseWhen(access === 'service', notFound)
  if (caller.kind === 'anonymous' || caller.kind === 'service') refuse(api === 'v1' && hasBearer ? invalidToken : unauthorized[api])
  if (access === 'customer' || access === 'buyer') {
    // Other callers do not exist here, and a customer session does not exist anywhere else.
    if (caller.kind !== 'customer') refuse(hasBearer ? invalidToken : unauthorized[api])
    refuseWhen(access === 'customer' && caller.isLimited, NotPermitted, { detail: 'This customer session shows one order only.' })
    return
  }
  if (caller.kind === 'customer') refuse(invalidToken)
  if (access === 'session') {
    if (caller.kind !== 'user') refuse(NotPermitted, { detail: 'Only a signed-in person may do this.' })
    return
  }
  const scope = scopeOf(access)
  const extra = { scope }
  if (caller.kind === 'organization-token') {
    if (!allowsScope([...caller.scopes], scope)) refuse(insufficientScope, { detail: `The access token lacks the scope ${scope}.`, extra })
  } else if (caller.scopes.size > 0 && tenantsOf(access, caller).length === 0) refuse(NotPermitted, { extra })
}

/** The scope that a `scope:` access names. */
export function scopeOf(access: Access): Parameters<typeof allowsScope>[1] {
  const scope = access.slice('scope:'.length)
  assert(access.startsWith('scope:') && isScope(scope), `${access} names no scope`)
  return scope
}

/** The organizations in which the caller holds the route's scope; none for routes without one. */
export function tenantsOf(access: Access, caller: Caller): string[] {
  if (!access.startsWith('scope:')) return []
  const scope = scopeOf(access)
  if (caller.kind === 'organization-token') return allowsScope([...caller.scopes], scope) ? [caller.organizationId] : []
  if (caller.kind !== 'user') return []
  return [...caller.scopes].filter(([, scopes]) => allowsScope([...scopes], scope)).map(([organizationId]) => organizationId)
}

/** Whether the caller holds a scope in an organization, besides the one that the route asks for. */
export function holdsScope(caller: Caller, scope: Scope, organizationId: string): boolean {
  return tenantsOf(`scope:${scope}`, caller).includes(organizationId)
}

/** The refusals that a route of this access may answer before its handler runs; for the documents. */
export function accessRefusals(access: Access, api: Api): readonly RefusalEntry[] {
  if (access === 'service') return [notFound]
  if (access === 'customer') return [unauthorized.v1, invalidToken, NotPermitted]
  if (access === 'buyer') return [unauthorized.v1, invalidToken]
  // An anonymous caller is admitted, one with an unknown token is not.
  if (access === 'anyone') return api === 'v1' ? [invalidToken] : []
  if (access === 'session') return api === 'auth' ? [unauthorized.auth] : [unauthorized.v1, invalidToken, NotPermitted]
  return access.startsWith('scope:') ? [unauthorized.v1, invalidToken, NotPermitted, insufficientScope] : []
}
