// The limits of requests by one network, path or caller. Counted by the matched route, so that no spelling of a path escapes.
import type { FastifyReply } from 'fastify'
import type { LimitRule } from '../../limits/limits.ts'
import { TooManyRequests } from '../../limits/too-many-requests.ts'
import { windowCounter } from '../../limits/window-counts.ts'
import type { Platform } from '../../platform.ts'
import { networkOf } from '../../request/network.ts'
import type { Api } from '../api.ts'
import type { RequestContext } from '../request-context.ts'
import { isFromThisMachine } from './development.ts'
import { refusals } from './refusals.ts'

const authPaths: LimitRule = { name: 'auth:path', max: 100, windowSeconds: 10 }
const authSensitive: LimitRule = { name: 'auth:sensitive', max: 3, windowSeconds: 10 }
const authForeign: LimitRule = { name: 'auth:foreign', max: 100, windowSeconds: 10 }
const v1Network: LimitRule = { name: 'v1:network', max: 1000, windowSeconds: 10, isFixed: true }
// Cheap requests: a page loads some tens of files and may show a hundred pictures. Health checks count apart, so that visitors whose
// requests arrive by the address of the load balancer do not use up its checks.
const pagesNetwork: LimitRule = { name: 'pages:network', max: 5000, windowSeconds: 10 }
const healthNetwork: LimitRule = { name: 'health:network', max: 1000, windowSeconds: 10 }
const v1Caller: LimitRule = { name: 'v1:caller', max: 500, windowSeconds: 10, isFixed: true }

const SENSITIVE_PATHS = /^\/api\/auth\/(sign-in|sign-up|change-password|change-email)(\/|$)/

/** The limits that are checked before every answer. */
export interface LimitGuard {
  /**
   * Counts the request for its network, and on /api/auth for its path; throws TooManyRequests. `route` is the matched pattern, undefined
   * for an unknown path. Outside both APIs, pages and
   * health checks have limits of their own; health checks from this machine are not counted.
   */
  countNetwork(context: RequestContext, route: string | undefined): void
  /** Counts a request that the origin check refuses, for its network alone. */
  countForeign(context: RequestContext): void
  /** Counts a known caller of /v1. */
  countCaller(context: RequestContext): void
}

/** Creates the guard. With `RATE_LIMIT_ENABLED=false` it counts nothing. */
export function limitGuard({ limits, settings }: Platform): LimitGuard {
  if (!settings.RATE_LIMIT_ENABLED) return { countNetwork: () => undefined, countForeign: () => undefined, countCaller: () => undefined }
  const counterOf = (rule: LimitRule, scope?: string, count = limits.counter(rule, scope)) => {
    return (key: string, now: Date): void => {
      const wait = count(key, now)
      if (wait > 0) throw new TooManyRequests(rule, wait)
    }
  }
  const countV1 = counterOf(v1Network)
  const countPages = counterOf(pagesNetwork, undefined, windowCounter(pagesNetwork))
  const countHealth = counterOf(healthNetwork, undefined, windowCounter(healthNetwork))
  const countForeign = counterOf(authForeign)
  const [countToken, countUser] = [counterOf(v1Caller, 'token'), counterOf(v1Caller, 'user')]
  const countCustomer = counterOf(v1Caller, 'customer')
  const countPaths = new Map<string, ReturnType<typeof counterOf>>()
  const countPath = (route: string) => {
    const known = countPaths.get(route) ?? counterOf(SENSITIVE_PATHS.test(route) ? authSensitive : authPaths, route)
    countPaths.set(route, known)
    return known
  }
  return {
    countNetwork({ api, request, now }, route) {
      if (api === 'v1') countV1(networkOf(request.ipAddress), now)
      if (api === 'auth') countPath(route ?? 'unknown')(networkOf(request.ipAddress), now)
      if (api) return
      if (route !== '/healthz' && route !== '/readyz') countPages(networkOf(request.ipAddress), now)
      else if (!isFromThisMachine(request)) countHealth(networkOf(request.ipAddress), now)
    },
    countForeign({ request, now }) {
      countForeign(networkOf(request.ipAddress), now)
    },
    countCaller({ caller, now }) {
      if (caller.kind === 'organization-token') countToken(caller.tokenId, now)
      if (caller.kind === 'customer') countCustomer(caller.customerId, now)
      if (caller.kind === 'user') countUser(caller.user.id, now)
    },
  }
}

/** The headers with the seconds to wait, rounded up. */
export function retryHeaders({
  waitSeconds,
}: Pick<TooManyRequests, 'waitSeconds'>): Readonly<Record<'retry-after' | 'x-retry-after', string>> {
  const seconds = String(Math.ceil(waitSeconds))
  return { 'retry-after': seconds, 'x-retry-after': seconds }
}

/** Answers 429 with the seconds to wait, in the API's error shape. */
export function sendTooManyRequests(reply: FastifyReply, api: Api | undefined, error: TooManyRequests): FastifyReply {
  const { rule } = error
  const { sentence, code } = refusals.TooManyRequests
  const retry = retryHeaders(error)
  reply.code(429).headers(retry)
  if (api === 'auth') {
    return reply.header('content-type', 'text/plain;charset=UTF-8').send(Buffer.from(JSON.stringify({ message: sentence })))
  }
  reply.headers({ 'ratelimit-limit': String(rule.max), 'ratelimit-remaining': '0', 'ratelimit-reset': retry['retry-after'] })
  const body = JSON.stringify({ error: code, detail: sentence })
  return reply.header('content-type', 'application/json').send(Buffer.from(body))
}

/** The limit of a /v1 caller, for answers within the limit. */
export const policyHeaders = {
  'ratelimit-limit': String(v1Caller.max),
  'ratelimit-policy': `${v1Caller.max};w=${v1Caller.windowSeconds}`,
} as const
