// The only file that turns errors into JSON: {code, message} on /api/auth, {error, detail} everywhere else.
import { codeOf, type Problem, Refusal, ValidationRefusal } from '#kernel/refusal.ts'
import type { Api } from './api.ts'
import { classifyFault } from './fault.ts'
import { retryHeaders } from './guard/limits.ts'
import { authRefusals, refusals } from './guard/refusals.ts'

/** An error response. `body` is JSON text, `''` for none. */
export interface ErrorResponse {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** The reason phrase where it is part of the contract. */
  readonly phrase?: string
}

const REALM = 'Bearer realm="guildhall"'
/** Seconds until a retry: a database recovers by itself, disk space needs an operator. */
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

function authValidation(problems: readonly Problem[]): ErrorResponse {
  const isInBody = problems.some((problem) => problem.loc[0] === 'body')
  const { code, sentence: message } = isInBody ? authRefusals.invalidBody : authRefusals.invalidQuery
  const errors = problems.map((problem) => ({ path: problem.loc.slice(1).join('.'), message: problem.msg }))
  const body = JSON.stringify({ code, message, errors })
  return { status: 400, body, headers: {}, phrase: '400' }
}

function authRefusal(refusal: Refusal): ErrorResponse {
  if (refusal instanceof ValidationRefusal) return authValidation(refusal.problems)
  const { status, sentence } = refusal
  const code = /^[A-Z][A-Z0-9_]*$/.test(refusal.code) ? refusal.code : codeOf(refusal.tableSentence)
  const body = sentence === '' ? '' : JSON.stringify({ code, message: sentence, ...refusal.extra })
  return { status, body, headers: {}, phrase: PHRASES[status] ?? String(status) }
}

function v1Refusal(refusal: Refusal): ErrorResponse {
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

/** The response for a refusal in an API's error shape. Paths outside both APIs use the shape of /v1. */
export function refusalResponseOf(api: Api | undefined, refusal: Refusal): ErrorResponse {
  const response = api === 'auth' ? authRefusal(refusal) : v1Refusal(refusal)
  const waitSeconds = refusal.waitSeconds ?? WAITS[refusal.status]
  if (waitSeconds === undefined) return response
  const headers = retryHeaders({ waitSeconds })
  const sent = refusal.status === 429 ? headers : { 'retry-after': headers['retry-after'] }
  return { ...response, headers: { ...response.headers, ...sent } }
}

const faults = {
  unexpected: { auth: 'INTERNAL_SERVER_ERROR', entry: refusals.InternalServerError },
  unavailable: { auth: 'SERVICE_UNAVAILABLE', entry: refusals.ServiceUnavailable },
  full: { auth: 'INSUFFICIENT_STORAGE', entry: refusals.InsufficientStorage },
} as const

/**
 * The response for any error: a refusal as it is, an unavailable database as 503, a full disk as 507, a reference to a deleted row
 * as 404, everything else as a 500 without its cause.
 */
export function errorResponseOf(api: Api | undefined, error: unknown, requestId: string): ErrorResponse {
  if (error instanceof Refusal) return refusalResponseOf(api, error)
  const fault = classifyFault(error)
  if (fault === 'gone') return refusalResponseOf(api, new Refusal(refusals.ResourceNotFound))
  const { auth, entry } = faults[fault]
  const extra = api === 'auth' ? { requestId } : { request_id: requestId }
  return refusalResponseOf(api, new Refusal(api === 'auth' ? { ...entry, code: auth } : entry, { extra }))
}

/**
 * Whether an error is not the caller's fault and is logged with its cause. A full disk and a reference to a deleted row are logged
 * elsewhere.
 */
export function isUnexpected(error: unknown): boolean {
  if (error instanceof Refusal) return false
  const fault = classifyFault(error)
  return fault !== 'full' && fault !== 'gone'
}
