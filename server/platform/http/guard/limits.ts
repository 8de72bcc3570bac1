// How often one network, path or caller may ask. Told by the matched route, so that no spelling of a path escapes its count.
import type { FastifyReply } from 'fastify'
import type { LimitRule } from '../../limits/limits.ts'
import type { Platform } from '../../platform.ts'
import type { Half } from '../half.ts'
import type { Visit } from '../visit.ts'
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
  countNetwork(visit: Visit, route: string | undefined): void
  /** Counts a known caller of /v1. */
  countCaller(visit: Visit): void
}

/** Makes the guard; `RATE_LIMIT_ENABLED=false` makes one that counts nothing. */
export function limitGuard(platform: Platform): LimitGuard {
  const hit = (rule: LimitRule, key: string, now: Date): void => {
    const wait = platform.limits.hit(rule, key, now)
    if (wait > 0) throw new TooOften(rule, wait)
  }
  if (!platform.settings.RATE_LIMIT_ENABLED) return { countNetwork: () => undefined, countCaller: () => undefined }
  return {
    countNetwork({ half, facts, now }, route) {
      const network = networkOf(facts.address)
      if (half === 'v1') hit(v1Network, network, now)
      if (half === 'auth') hit(DOORS.test(route ?? '') ? authDoors : authPaths, `${network} ${route ?? 'unknown'}`, now)
    },
    countCaller({ caller, now }) {
      if (caller.kind === 'organization-token') hit(v1Caller, `token ${caller.tokenId}`, now)
      if (caller.kind === 'person') hit(v1Caller, `user ${caller.user.id}`, now)
    },
  }
}

/** Answers that it was too often, with the seconds to wait, in the half's shape. */
export function sendTooOften(reply: FastifyReply, half: Half | undefined, { message, rule, waitSeconds }: TooOften): FastifyReply {
  const seconds = String(Math.ceil(waitSeconds))
  reply.code(429).headers({ 'retry-after': seconds, 'x-retry-after': seconds })
  if (half === 'auth') {
    return reply.header('content-type', 'text/plain;charset=UTF-8').send(Buffer.from(JSON.stringify({ message })))
  }
  reply.headers({ 'ratelimit-limit': String(rule.max), 'ratelimit-remaining': '0', 'ratelimit-reset': seconds })
  const body = JSON.stringify({ error: refusals.TooManyRequests.code, detail: message })
  return reply.header('content-type', 'application/json').send(Buffer.from(body))
}

/** What a caller of /v1 is allowed, for the answers that were not too often. */
export const policyHeaders = {
  'ratelimit-limit': String(v1Caller.max),
  'ratelimit-policy': `${v1Caller.max};w=${v1Caller.windowSeconds}`,
} as const
