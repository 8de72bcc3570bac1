// Exact trusted origins may call with cookies. /v1 without cookies is open to every origin. Other requests get no CORS headers.
import type { FastifyReply } from 'fastify'
import type { TrustedOrigins } from '../origin.ts'
import { bearerToken } from '../recognize.ts'
import type { RequestContext } from '../request-context.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
// The last two are sent by the newest published client of /v1.
const HEADERS = 'authorization, content-type, idempotency-key, if-none-match, polar-version, polar-organization'
const EXPOSED =
  'x-request-id, retry-after, x-retry-after, ratelimit-limit, ratelimit-policy, ratelimit-remaining, ratelimit-reset, etag, idempotent-replayed, set-auth-token'
const MAX_AGE_SECONDS = '600'
/** Public calls by a client secret in the path. */
const CLIENT_SECRET = /^\/v1\/(?:[a-z-]+\/client|checkout-links\/open)\//

/** The CORS rules. */
export interface Cors {
  /** Adds the headers of an actual request. */
  allow(context: RequestContext, reply: FastifyReply): void
  isPreflight(context: RequestContext): boolean
  /** 204 with the permissions; undefined where the preflight falls through to the 404 of unknown paths. */
  answerPreflight(context: RequestContext, reply: FastifyReply): FastifyReply | undefined
}

/** The CORS rules for a list of trusted origins. */
export function corsOf(origins: TrustedOrigins): Cors {
  const isPreflight = ({ request }: RequestContext) =>
    request.method === 'OPTIONS' &&
    request.headers['origin'] !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  // The value of Access-Control-Allow-Origin; undefined where the origin is not allowed.
  const allowed = (context: RequestContext): string | undefined => {
    const { headers, path } = context.request
    const { origin } = headers
    if (origin === undefined) return undefined
    if (origins.isExact(origin)) return origin
    if (context.api !== 'v1' || headers['cookie'] !== undefined) return undefined
    return isPreflight(context) || bearerToken(headers) !== undefined || CLIENT_SECRET.test(path) ? '*' : undefined
  }
  const allow = (context: RequestContext, reply: FastifyReply): void => {
    reply.header('vary', 'Origin')
    const origin = allowed(context)
    if (origin === undefined) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED })
    if (origin !== '*') reply.header('access-control-allow-credentials', 'true')
  }
  return {
    allow,
    isPreflight,
    answerPreflight: (context, reply) => {
      if (allowed(context) === undefined) return undefined
      const permissions = { 'access-control-allow-methods': METHODS, 'access-control-allow-headers': HEADERS }
      return reply
        .code(204)
        .headers({ ...permissions, 'access-control-max-age': MAX_AGE_SECONDS })
        .send()
    },
  }
}
