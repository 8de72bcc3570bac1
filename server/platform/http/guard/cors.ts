// Exact trusted origins may call with cookies; /v1 without cookies is open to every page; nobody else gets anything.
import type { FastifyReply } from 'fastify'
import type { TrustedOrigins } from '../origin.ts'
import { bearerToken } from '../recognize.ts'
import type { RequestContext } from '../request-context.ts'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const HEADERS = 'authorization, content-type, idempotency-key, if-none-match'
const EXPOSED =
  'x-request-id, retry-after, x-retry-after, ratelimit-limit, ratelimit-policy, ratelimit-remaining, ratelimit-reset, etag, idempotent-replayed, set-auth-token'
const MAX_AGE_SECONDS = '600'
/** Public calls by a client secret in the path. */
const CLIENT_SECRET = /^\/v1\/[a-z-]+\/client\//

/** What CORS says to a request. */
export interface Cors {
  /** Adds the headers of an actual request. */
  allow(visit: RequestContext, reply: FastifyReply): void
  isPreflight(visit: RequestContext): boolean
  /** 204 with the permissions, or the 404 that everybody else gets. */
  answerPreflight(visit: RequestContext, reply: FastifyReply): FastifyReply | undefined
}

/** The rule over the list of trusted origins. */
export function corsOf(origins: TrustedOrigins): Cors {
  const isPreflight = ({ request }: RequestContext) =>
    request.method === 'OPTIONS' &&
    request.headers['origin'] !== undefined &&
    request.headers['access-control-request-method'] !== undefined
  // The value of Access-Control-Allow-Origin; nothing where nothing is allowed.
  const allowed = (visit: RequestContext): string | undefined => {
    const { headers, path } = visit.request
    const { origin } = headers
    if (origin === undefined) return undefined
    if (origins.isExact(origin)) return origin
    if (visit.api !== 'v1' || headers['cookie'] !== undefined) return undefined
    return isPreflight(visit) || bearerToken(headers) !== undefined || CLIENT_SECRET.test(path) ? '*' : undefined
  }
  const allow = (visit: RequestContext, reply: FastifyReply): void => {
    reply.header('vary', 'Origin')
    const origin = allowed(visit)
    if (origin === undefined) return
    reply.headers({ 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED })
    if (origin !== '*') reply.header('access-control-allow-credentials', 'true')
  }
  return {
    allow,
    isPreflight,
    answerPreflight: (visit, reply) => {
      if (allowed(visit) === undefined) return undefined
      const permissions = { 'access-control-allow-methods': METHODS, 'access-control-allow-headers': HEADERS }
      return reply
        .code(204)
        .headers({ ...permissions, 'access-control-max-age': MAX_AGE_SECONDS })
        .send()
    },
  }
}
