// The only place that turns errors into JSON, twice: {code, message} on /api/auth, {error, detail} everywhere else.
import { codeOf, type Problem, Refusal, ValidationRefusal } from '#kernel/refusal.ts'
import type { Api } from './api.ts'
import { faultOf } from './fault.ts'
import { authRefusals, refusals } from './guard/refusals.ts'

/** An answer that says no. `body` is JSON text, `''` for none. */
export interface Refused {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The reason phrase where it is part of the contract. */
  readonly phrase?: string
}

const REALM = 'Bearer realm="guildhall"'
/** Seconds after which to try again: a database comes back by itself, room on a disk is made by somebody. */
const WAITS: Readonly<Record<number, number>> = { 503: 2, 507: 30 }

const PHRASES: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  410: 'GONE',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'TOO_MANY_REQUESTS',
  431: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
}

function authValidation(problems: readonly Problem[]): Refused {
  const isInBody = problems.some((problem) => problem.loc[0] === 'body')
  const { code, sentence: message } = isInBody ? authRefusals.invalidBody : authRefusals.invalidQuery
  const errors = problems.map((problem) => ({ path: problem.loc.slice(1).join('.'), message: problem.msg }))
  const body = JSON.stringify({ code, message, errors })
  return { status: 400, body, headers: {}, phrase: '400' }
}

function authRefusal(refusal: Refusal): Refused {
  if (refusal instanceof ValidationRefusal) return authValidation(refusal.problems)
  const { status, sentence } = refusal
  const code = /^[A-Z][A-Z0-9_]*$/.test(refusal.code) ? refusal.code : codeOf(refusal.tableSentence)
  const body = sentence === '' ? '' : JSON.stringify({ code, message: sentence, ...refusal.extra })
  return { status, body, headers: {}, phrase: PHRASES[status] ?? String(status) }
}

function v1Refusal(refusal: Refusal): Refused {
  const { status, code } = refusal
  const headers = status === 401 ? { 'www-authenticate': challengeOf(code) } : ({} as Record<string, string>)
  if (code === 'invalid_token' || code === 'insufficient_scope') {
    return {
      status,
      headers,
      body: JSON.stringify({ error: code, error_description: refusal.sentence, detail: refusal.sentence, ...refusal.extra }),
    }
  }
  const isList = refusal instanceof ValidationRefusal
  const located = refusal.loc && refusal.code === 'RequestValidationError'
  const detail = isList ? refusal.problems : located ? [{ loc: refusal.loc, msg: refusal.sentence, type: 'value_error' }] : refusal.sentence
  return { status, headers, body: JSON.stringify({ error: code, detail, ...refusal.extra }) }
}

function challengeOf(code: string): string {
  return code === 'invalid_token' ? `${REALM}, error="invalid_token"` : REALM
}

/** How a refusal is told in a half; outside both it takes the shape of /v1. */
export function refusedBy(half: Api | undefined, refusal: Refusal): Refused {
  const refused = half === 'auth' ? authRefusal(refusal) : v1Refusal(refusal)
  const seconds = WAITS[refusal.status]
  return seconds ? { ...refused, headers: { ...refused.headers, 'retry-after': String(seconds) } } : refused
}

const faults = {
  unexpected: { auth: 'INTERNAL_SERVER_ERROR', entry: refusals.InternalServerError },
  unavailable: { auth: 'SERVICE_UNAVAILABLE', entry: refusals.ServiceUnavailable },
  full: { auth: 'INSUFFICIENT_STORAGE', entry: refusals.InsufficientStorage },
} as const

/**
 * The answer to any error: a refusal as it is, a database that does not answer as 503, a full disk as 507, what was deleted
 * meanwhile as not found, everything else as a bare 500.
 */
export function refusedByError(half: Api | undefined, error: unknown, requestId: string): Refused {
  if (error instanceof Refusal) return refusedBy(half, error)
  const fault = faultOf(error)
  if (fault === 'gone') return refusedBy(half, new Refusal(refusals.ResourceNotFound))
  const { auth, entry } = faults[fault]
  const extra = half === 'auth' ? { requestId } : { request_id: requestId }
  return refusedBy(half, new Refusal(half === 'auth' ? { ...entry, code: auth } : entry, { extra }))
}

/**
 * Whether an error is none of the caller's doing and belongs in the log with its cause. A full disk is told once, by who found it;
 * that something was deleted meanwhile is told as what it is.
 */
export function isUnexpected(error: unknown): boolean {
  if (error instanceof Refusal) return false
  const fault = faultOf(error)
  return fault !== 'full' && fault !== 'gone'
}
