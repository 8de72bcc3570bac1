import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalid, refuse } from '#kernel/refusal.ts'
import { apiOf } from '../api.ts'
import { refusals } from '../guard/refusals.ts'
import { parseQuery } from './query.ts'
import { structureFaultOf } from './text-safety.ts'

/** Default limit of a body, in bytes. */
export const BODY_LIMIT = 64 * 1024

const UTF8 = /^utf-?8$/i

function malformed(why: string): never {
  invalid([{ loc: ['body'], msg: why, type: 'json_invalid' }])
}

// The bytes as text. A byte order mark is dropped; other encodings and malformed UTF-8 are refused.
function textOf(contentType: string | undefined, bytes: Buffer): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType ?? '')?.[1]
  if (charset !== undefined && !UTF8.test(charset)) refuse(refusals.UnsupportedMediaType, { detail: 'The body must be UTF-8' })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return malformed('The body is not UTF-8')
  }
}

/** The value of a JSON body; undefined for an empty one. 4xx where it has more commas than `commasMaximum`. */
export function parseJsonBody(contentType: string | undefined, bytes: Buffer, commasMaximum?: number): unknown {
  const text = textOf(contentType, bytes)
  if (text.trim() === '') return undefined
  const fault = structureFaultOf(text, commasMaximum)
  if (fault !== undefined) malformed(fault)
  try {
    return JSON.parse(text)
  } catch {
    return malformed('The body is not valid JSON')
  }
}

/** Registers the body parsers: JSON for both APIs, forms for /api/auth, nothing else. */
export function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain'])
  const finish = (read: () => unknown, done: (error: Error | null, body?: unknown) => void): void => {
    try {
      done(null, read())
    } catch (error) {
      done(error as Error)
    }
  }
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer, done) =>
    finish(() => {
      const { bodyCommas, takesRawBody } = request.routeOptions.config
      const type = request.headers['content-type']
      return takesRawBody ? textOf(type, bytes) : parseJsonBody(type, bytes, bodyCommas)
    }, done),
  )
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request: FastifyRequest, bytes: Buffer, done) =>
    finish(() => {
      if (apiOf(request.routeOptions.url ?? '') !== 'auth') refuse(refusals.UnsupportedMediaType)
      const text = textOf(request.headers['content-type'], bytes)
      return text === '' ? undefined : parseQuery(text)
    }, done),
  )
}
