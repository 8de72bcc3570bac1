import type { RefusalEntry } from '#kernel/refusal.ts'
import { codeOf } from '#kernel/refusal.ts'
import { queueRefusals } from '../../crypto/queue.ts'
import type { Api } from '../api.ts'
import { refusals } from '../guard/refusals.ts'
import type { Json } from './schemas.ts'

const problem: Json = {
  type: 'object',
  required: ['loc', 'msg', 'type'],
  properties: {
    loc: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    msg: { type: 'string' },
    type: { type: 'string' },
  },
}

/** The schemas of refusals that no single module declares. */
export const refusalSchemas: Json = {
  ValidationError: problem,
  HTTPValidationError: {
    type: 'object',
    required: ['error', 'detail'],
    properties: {
      error: { type: 'string', const: 'RequestValidationError' },
      detail: { type: 'array', items: { $ref: '#/components/schemas/ValidationError' } },
    },
  },
  InvalidParameters: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'string', const: 'VALIDATION_ERROR' },
      message: { type: 'string' },
      errors: {
        type: 'array',
        'x-guildhall': true,
        description: 'Each invalid field with its problem.',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: { path: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
  },
}

function schemaOf(api: Api, entry: RefusalEntry): Json {
  if (api === 'v1') {
    const properties = { error: { type: 'string', const: entry.code }, detail: { type: 'string', examples: [entry.sentence] } }
    return { type: 'object', required: ['error', 'detail'], properties }
  }
  const properties = { code: { type: 'string', ...codeSchema(entry) }, message: { type: 'string', examples: [entry.sentence] } }
  return { type: 'object', required: ['code', 'message'], properties }
}

// A sentence with a placeholder, as in "Provider {x} is not supported.", has a code for each value.
function codeSchema({ code, sentence }: RefusalEntry): Json {
  const parts = sentence.split(/\{\w+\}/)
  if (parts.length > 1) return { pattern: `^${parts.map(codeOf).join('[A-Z0-9_]*')}$` }
  return { const: /^[A-Z][A-Z0-9_]*$/.test(code) ? code : codeOf(sentence) }
}

/**
 * The error responses of an operation, by status. Codes of one status are alternatives; refusals without a sentence have no body.
 * `validates` says whether input is validated, and whether a navigating browser gets an error page.
 */
export function refusalResponses(api: Api, entries: readonly RefusalEntry[], validates: 'never' | 'in JSON' | 'on a page'): Json {
  const byStatus = Map.groupBy(entries, (entry) => entry.status)
  byStatus.get(429)?.push(refusals.TooManyRequests)
  const validation =
    validates !== 'never'
      ? { status: api === 'auth' ? 400 : 422, name: api === 'auth' ? 'InvalidParameters' : 'HTTPValidationError' }
      : undefined
  if (validation && !byStatus.has(validation.status)) byStatus.set(validation.status, [])
  const responses = [...byStatus].map(([status, sameStatus]): [string, Json] => {
    const unique = [...new Map(sameStatus.map((entry) => [entry.code, entry])).values()]
    const shapes = unique.filter((entry) => entry.sentence !== '').map((entry) => schemaOf(api, entry))
    if (validation?.status === status) shapes.push({ $ref: `#/components/schemas/${validation.name}` })
    const descriptions = [
      ...unique.map((entry) => entry.sentence || 'Not signed in'),
      ...(validation?.status === status ? ['The input is not valid'] : []),
    ]
    const description = descriptions.join(' · ')
    const [only] = shapes
    if (!only) return [String(status), { description }]
    const json = { 'application/json': { schema: shapes.length === 1 ? only : { anyOf: shapes } } }
    const hasPage = validates === 'on a page' && validation?.status === status
    const headers = status === 429 && { headers: limitHeaders }
    return [String(status), { description, ...headers, content: hasPage ? { ...json, ...page } : json }]
  })
  return Object.fromEntries(responses.sort(([a], [b]) => Number(a) - Number(b)))
}

const seconds: Json = { schema: { type: 'string' }, description: 'Seconds to wait.' }
const retryHeaders: Json = { 'Retry-After': seconds }
const limitHeaders: Json = { ...retryHeaders, 'X-Retry-After': seconds }

function shared(api: Api, entry: RefusalEntry, headers?: Json): Json {
  return { description: entry.sentence, ...(headers && { headers }), content: { 'application/json': { schema: schemaOf(api, entry) } } }
}

function unavailable(entries: readonly RefusalEntry[]) {
  const description = entries.map(({ sentence }) => sentence).join(' · ')
  const schema = { anyOf: entries.map((entry) => schemaOf('auth', entry)) }
  return { description, headers: retryHeaders, content: { 'application/json': { schema } } }
}

/** A browser that follows a link gets an error page. */
const page: Json = { 'text/html': { schema: { type: 'string' } } }

/** The response, and the page that a browser gets. */
function withPage(response: Json): Json {
  return { ...response, content: { ...(response['content'] as Json), ...page } }
}

const TOO_MANY_REQUESTS = refusals.TooManyRequests.sentence

const v1TooManyRequests = shared('v1', refusals.TooManyRequests, limitHeaders)
const v1ServiceUnavailable = shared('v1', refusals.ServiceUnavailable, retryHeaders)
const tooManyRequests: Json = {
  description: TOO_MANY_REQUESTS,
  headers: limitHeaders,
  content: { 'text/plain': { schema: { type: 'string', examples: [JSON.stringify({ message: TOO_MANY_REQUESTS })] } } },
}
const serviceUnavailable = unavailable([{ ...refusals.ServiceUnavailable, code: 'SERVICE_UNAVAILABLE' }, queueRefusals.tooBusy])

/**
 * The responses that every operation of an API may give, by name. /api/auth answers 429 with JSON as plain text, and with a page
 * where a browser follows a link.
 */
export const sharedResponses: Json = {
  NotModified: { description: 'The answer is the one that `If-None-Match` names.' },
  V1PayloadTooLarge: shared('v1', refusals.PayloadTooLarge),
  V1UnsupportedMediaType: shared('v1', refusals.UnsupportedMediaType),
  V1TooManyRequests: v1TooManyRequests,
  V1InternalServerError: shared('v1', refusals.InternalServerError),
  V1ServiceUnavailable: v1ServiceUnavailable,
  V1LinkTooManyRequests: withPage(v1TooManyRequests),
  V1LinkServiceUnavailable: withPage(v1ServiceUnavailable),
  AuthPayloadTooLarge: shared('auth', refusals.PayloadTooLarge),
  AuthUnsupportedMediaType: shared('auth', refusals.UnsupportedMediaType),
  AuthTooManyRequests: tooManyRequests,
  AuthInternalServerError: shared('auth', { ...refusals.InternalServerError, code: 'INTERNAL_SERVER_ERROR' }),
  AuthServiceUnavailable: serviceUnavailable,
  AuthLinkTooManyRequests: withPage(tooManyRequests),
  AuthLinkServiceUnavailable: withPage(serviceUnavailable),
}

/** Properties of an operation that decide its common responses. */
export interface OperationKind {
  readonly isRead: boolean
  readonly hasEtag: boolean
  readonly isNavigated: boolean
}

/** References to the common responses of an operation. */
export function commonResponses(api: Api, kind: OperationKind): Json {
  const of = (name: string): Json => ({ $ref: `#/components/responses/${api === 'auth' ? 'Auth' : 'V1'}${name}` })
  return {
    ...(kind.isRead && kind.hasEtag && { 304: { $ref: '#/components/responses/NotModified' } }),
    ...(!kind.isRead && { 413: of('PayloadTooLarge'), 415: of('UnsupportedMediaType') }),
    429: of(kind.isNavigated ? 'LinkTooManyRequests' : 'TooManyRequests'),
    500: of('InternalServerError'),
    503: of(kind.isNavigated ? 'LinkServiceUnavailable' : 'ServiceUnavailable'),
  }
}
