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

/** The shapes of refusals that are not of one capability. */
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
        description: 'Each field at fault, with what is wrong.',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: { path: { type: 'string' }, message: { type: 'string' } },
        },
      },
    },
  },
}

function schemaOf(half: Api, entry: RefusalEntry): Json {
  if (half === 'v1') {
    const properties = { error: { type: 'string', const: entry.code }, detail: { type: 'string', examples: [entry.sentence] } }
    return { type: 'object', required: ['error', 'detail'], properties }
  }
  const properties = { code: { type: 'string', ...codeSchema(entry) }, message: { type: 'string', examples: [entry.sentence] } }
  return { type: 'object', required: ['code', 'message'], properties }
}

// A sentence with a place in it, as in "Provider {x} is not supported.", has a code for each of its readings.
function codeSchema({ code, sentence }: RefusalEntry): Json {
  const parts = sentence.split(/\{\w+\}/)
  if (parts.length > 1) return { pattern: `^${parts.map(codeOf).join('[A-Z0-9_]*')}$` }
  return { const: /^[A-Z][A-Z0-9_]*$/.test(code) ? code : codeOf(sentence) }
}

/**
 * The answers that refuse, by status. Codes of one status are alternatives; those without a sentence have no body. Whether input is
 * validated, and whether a browser that was sent here is told so on a page, is said by `validates`.
 */
export function refusalResponses(half: Api, entries: readonly RefusalEntry[], validates: 'never' | 'in JSON' | 'on a page'): Json {
  const byStatus = Map.groupBy(entries, (entry) => entry.status)
  const validation =
    validates !== 'never'
      ? { status: half === 'auth' ? 400 : 422, name: half === 'auth' ? 'InvalidParameters' : 'HTTPValidationError' }
      : undefined
  if (validation && !byStatus.has(validation.status)) byStatus.set(validation.status, [])
  const responses = [...byStatus].map(([status, refused]): [string, Json] => {
    const told = [...new Map(refused.map((entry) => [entry.code, entry])).values()]
    const shapes = told.filter((entry) => entry.sentence !== '').map((entry) => schemaOf(half, entry))
    if (validation?.status === status) shapes.push({ $ref: `#/components/schemas/${validation.name}` })
    const words = [
      ...told.map((entry) => entry.sentence || 'Not signed in'),
      ...(validation?.status === status ? ['The input is not valid'] : []),
    ]
    const description = words.join(' · ')
    const [only] = shapes
    if (!only) return [String(status), { description }]
    const json = { 'application/json': { schema: shapes.length === 1 ? only : { anyOf: shapes } } }
    const isTold = validates === 'on a page' && validation?.status === status
    return [String(status), { description, content: isTold ? { ...json, ...page } : json }]
  })
  return Object.fromEntries(responses.sort(([a], [b]) => Number(a) - Number(b)))
}

const seconds: Json = { schema: { type: 'string' }, description: 'Seconds to wait.' }
const waits: Json = { 'Retry-After': seconds }

function shared(half: Api, entry: RefusalEntry, headers?: Json): Json {
  return { description: entry.sentence, ...(headers && { headers }), content: { 'application/json': { schema: schemaOf(half, entry) } } }
}

function unavailable(entries: readonly RefusalEntry[]) {
  const description = entries.map(({ sentence }) => sentence).join(' · ')
  const schema = { anyOf: entries.map((entry) => schemaOf('auth', entry)) }
  return { description, headers: waits, content: { 'application/json': { schema } } }
}

const TOO_OFTEN = refusals.TooManyRequests.sentence

/** A browser that was sent to an address by a link is told on a page. */
const page: Json = { 'text/html': { schema: { type: 'string' } } }
const tooOften = {
  description: TOO_OFTEN,
  headers: { ...waits, 'X-Retry-After': seconds },
  content: { 'text/plain': { schema: { type: 'string', examples: [JSON.stringify({ message: TOO_OFTEN })] } } },
}
const away = unavailable([{ ...refusals.ServiceUnavailable, code: 'SERVICE_UNAVAILABLE' }, queueRefusals.tooBusy])

/**
 * The answers that every operation of a half may give, by name. What is too often is told on /api/auth as JSON in plain text, and
 * at the addresses of links as a page to those who take one.
 */
export const sharedResponses: Json = {
  NotModified: { description: 'The answer is the one that `If-None-Match` names.' },
  SellingTooLarge: shared('v1', refusals.PayloadTooLarge),
  SellingMediaType: shared('v1', refusals.UnsupportedMediaType),
  SellingTooOften: shared('v1', refusals.TooManyRequests, { ...waits, 'X-Retry-After': seconds }),
  SellingFailed: shared('v1', refusals.InternalServerError),
  SellingUnavailable: shared('v1', refusals.ServiceUnavailable, waits),
  PeopleTooLarge: shared('auth', refusals.PayloadTooLarge),
  PeopleMediaType: shared('auth', refusals.UnsupportedMediaType),
  PeopleTooOften: tooOften,
  PeopleFailed: shared('auth', { ...refusals.InternalServerError, code: 'INTERNAL_SERVER_ERROR' }),
  PeopleUnavailable: away,
  LinkTooOften: { ...tooOften, content: { ...tooOften.content, ...page } },
  LinkUnavailable: { ...away, content: { ...away.content, ...page } },
}

/** Of what kind an operation is. */
export interface OperationKind {
  readonly isReading: boolean
  readonly hasEtag: boolean
  readonly isNavigated: boolean
}

/** References to those that an operation may give. */
export function commonResponses(half: Api, about: OperationKind): Json {
  const of = (name: string): Json => ({ $ref: `#/components/responses/${half === 'auth' ? 'People' : 'Selling'}${name}` })
  return {
    ...(about.isReading && about.hasEtag && { 304: { $ref: '#/components/responses/NotModified' } }),
    ...(!about.isReading && { 413: of('TooLarge'), 415: of('MediaType') }),
    429: about.isNavigated ? { $ref: '#/components/responses/LinkTooOften' } : of('TooOften'),
    500: of('Failed'),
    503: about.isNavigated ? { $ref: '#/components/responses/LinkUnavailable' } : of('Unavailable'),
  }
}
