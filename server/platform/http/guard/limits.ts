// How often one network, path or caller may ask. Told by the matched route, so that no spelling of a path escapes its count.
import type { FastifyReply } from 'fastify'
import type { LimitRule } from '../../limits/limits.ts'
import type { Platform } from '../../platform.ts'
import type { Api } from '../api.ts'
import type { RequestContext } from '../request-context.ts'
import { networkOf } from './address.ts'
import { refusals } from './refusals.ts'

const authPaths: LimitRule = { name: 'auth:path', max: 100, windowSeconds: 10 }
const authDoors: LimitRule = { name: 'auth:door', max: 3, windowSeconds: 10 }
const v1Network: LimitRule = { name: 'v1:network', max: 1000, windowSeconds: 10 }
const v1Caller: LimitRule = { name: 'v1:caller', max: 500, windowSeconds: 10 }

const DOORS = /^\/api\/auth\/(sign-in|sign-up|change-password|change-email)(\/|$)/

/** Thrown when somebody has asked too often. */
export class TooOften extends Error {
  override readonly name = 'TooOften'
  readonly waitSeconds: number
  readonly rule: LimitRule

  constructor(rule: LimitRule, waitSeconds: number) {
    super(refusals.TooManyRequests.sentence)
    this.rule = rule
    this.waitSeconds = waitSeconds
  }
}

/** The counts that stand before every answer of the API. */
export interface LimitGuard {
  /** Counts the request for its network and path; throws TooOften. `route` is the matched pattern, nothing for an unknown path. */
  countNetwork(visit: RequestContext, route: string | undefined): void
  /** Counts a known caller of /v1. */
  countCaller(visit: RequestContext): void
}

/** Makes the guard; `RATE_LIMIT_ENABLED=false` makes one that counts nothing. */
export function limitGuard({ limits, settings }: Platform): LimitGuard {
  if (!settings.RATE_LIMIT_ENABLED) return { countNetwork: () => undefined, countCaller: () => undefined }
  const counted = (rule: LimitRule, scope?: string) => {
    const count = limits.counter(rule, scope)
    return (whose: string, now: Date): void => {
      const wait = count(whose, now)
      if (wait > 0) throw new TooOften(rule, wait)
    }
  }
  const countV1 = counted(v1Network)
  const [countToken, countUser] = [counted(v1Caller, 'token'), counted(v1Caller, 'user')]
  const countPaths = new Map<string, ReturnType<typeof counted>>()
  const countPath = (route: string) => {
    const known = countPaths.get(route) ?? counted(DOORS.test(route) ? authDoors : authPaths, route)
    countPaths.set(route, known)
    return known
  }
  return {
    countNetwork({ api, request, now }, route) {
      if (api === 'v1') countV1(networkOf(request.address), now)
      if (api === 'auth') countPath(route ?? 'unknown')(networkOf(request.address), now)
    },
    countCaller({ caller, now }) {
      if (caller.kind === 'organization-token') countToken(caller.tokenId, now)
      if (caller.kind === 'user') countUser(caller.user.id, now)
    },
  }
}

/** Says how long to wait, in whole seconds. */
export function waitingHeaders({ waitSeconds }: TooOften): Readonly<Record<'retry-after' | 'x-retry-after', string>> {
  const seconds = String(Math.ceil(waitSeconds))
  return { 'retry-after': seconds, 'x-retry-after': seconds }
}

/** Answers that it was too often, with the seconds to wait, in the half's shape. */
export function sendTooOften(reply: FastifyReply, half: Api | undefined, tooOften: TooOften): FastifyReply {
  const { message, rule } = tooOften
  const waiting = waitingHeaders(tooOften)
  reply.code(429).headers(waiting)
  if (half === 'auth') {
    return reply.header('content-type', 'text/plain;charset=UTF-8').send(Buffer.from(JSON.stringify({ message })))
  }
  reply.headers({ 'ratelimit-limit': String(rule.max), 'ratelimit-remaining': '0', 'ratelimit-reset': waiting['retry-after'] })
  const body = JSON.stringify({ error: refusals.TooManyRequests.code, detail: message })
  return reply.header('content-type', 'application/json').send(Buffer.from(body))
}

/** What a caller of /v1 is allowed, for the answers that were not too often. */
export const policyHeaders = {
  'ratelimit-limit': String(v1Caller.max),
  'ratelimit-policy': `${v1Caller.max};w=${v1Caller.windowSeconds}`,
} as const
