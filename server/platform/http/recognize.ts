// Callers are registered, not known: capabilities offer how to recognize theirs, app.ts hands them over.
import { allowsScope, isScope } from '#kernel/access.ts'
import { assert } from '#kernel/assert.ts'
import { Refusal, type RefusalEntry, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Platform } from '../platform.ts'
import type { Api } from './api.ts'
import type { Access, Caller } from './caller.ts'
import { refusals } from './guard/refusals.ts'
import type { RequestInfo } from './request.ts'

/** What a recognizer is told besides the request. */
export interface RecognizeAbout {
  readonly half: Api
  readonly now: Date
  /** The parsed query, for a source that a route brings (`Route.callers`). */
  readonly query?: unknown
}

/** A way to recognize one kind of caller. */
export interface CallerSource {
  readonly name: string
  readonly half: Api | 'both'
  /**
   * Who is calling, or nothing when the request carries nothing of this source. A credential of this source that is not valid
   * may be answered by a refusal (returned or thrown), such as `invalidToken`. With a bearer token `request.cookies` is empty,
   * so a token always wins over a cookie.
   */
  recognize(request: RequestInfo, platform: Platform, about: RecognizeAbout): Promise<Caller | Refusal | undefined>
}

const nobody: Caller = { kind: 'anonymous' }

/** A bearer token on /v1 that is unknown, expired or revoked. */
export const { invalidToken } = refusals

// On /api/auth a refusal without a sentence has no body.
const unauthorized: Record<Api, RefusalEntry> = {
  auth: { code: 'UNAUTHORIZED', status: 401, sentence: '' },
  v1: refusals.Unauthorized,
}
const nothingHere: RefusalEntry = { code: 'NOT_FOUND', status: 404, sentence: '' }
const { insufficientScope, NotPermitted } = refusals

/** The bearer token of a request, if it has one. */
export function bearerToken(headers: RequestInfo['headers']): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers['authorization'] ?? '')?.[1]
}

/** Asks the sources of the half, in order, who is calling; the first that knows decides. */
export async function recognize(
  { callers, platform }: { readonly callers: readonly CallerSource[]; readonly platform: Platform },
  facts: RequestInfo,
  about: RecognizeAbout,
): Promise<Caller> {
  for (const source of callers) {
    if (source.half !== 'both' && source.half !== about.half) continue
    const found = await source.recognize(facts, platform, about)
    if (found instanceof Refusal) throw found
    if (found) return found
  }
  return nobody
}

/** Whether somebody has to be looked up at all. */
export function looksUp(access: Access): boolean {
  return access !== 'public' && access !== 'client-secret'
}

/**
 * Refuses a caller that the route is not for: 401 for nobody, 403 for somebody who may not, 404 where only a server call is known.
 * Whoever belongs to no organization comes in and finds nothing: nobody has taken a right from them.
 */
export function admit(access: Access, caller: Caller, { half, hasBearer }: { readonly half: Api; readonly hasBearer: boolean }): void {
  if (access === 'public' || access === 'client-secret' || access === 'anyone') return
  if (access === 'service' && caller.kind === 'service') return
  refuseWhen(access === 'service', nothingHere)
  if (caller.kind === 'anonymous' || caller.kind === 'service') refuse(half === 'v1' && hasBearer ? invalidToken : unauthorized[half])
  if (access === 'session') {
    if (caller.kind !== 'user') refuse(NotPermitted, { detail: 'Only a signed-in person may do this.' })
    return
  }
  if (caller.kind === 'organization-token') {
    const scope = scopeOf(access)
    const extra = { scope }
    if (!allowsScope([...caller.scopes], scope)) refuse(insufficientScope, { detail: `The access token lacks the scope ${scope}.`, extra })
  } else if (caller.scopes.size > 0 && tenantsOf(access, caller).length === 0) refuse(NotPermitted)
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
  return [...caller.scopes].filter(([, held]) => allowsScope([...held], scope)).map(([organizationId]) => organizationId)
}

/** The refusals that a route of this access may answer before its handle is asked; for the documents. */
export function accessRefusals(access: Access, half: Api): readonly RefusalEntry[] {
  if (access === 'service') return [nothingHere]
  if (access === 'session') return half === 'auth' ? [unauthorized.auth] : [unauthorized.v1, invalidToken, NotPermitted]
  return access.startsWith('scope:') ? [unauthorized.v1, invalidToken, NotPermitted, insufficientScope] : []
}
