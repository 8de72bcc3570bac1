import type { LimitRule } from '#platform/limits/limits.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'

/** Requests with a key that one network may send: a program that guesses keys finds none, and costs little. */
export const networkLimit: LimitRule = { name: 'license-keys:network', max: 300, windowSeconds: 10, isFixed: true }
/** Requests with a key that may be sent for one organization: the customers of one do not slow down those of the others. */
export const organizationLimit: LimitRule = { name: 'license-keys:organization', max: 3000, windowSeconds: 10, isFixed: true }

/** The platform, the request and the server's time of a call without a caller. */
export interface PublicCall {
  readonly platform: Platform
  readonly request: RequestInfo
  readonly now: Date
}

/** Counts a request with a key for its network and for its organization, before any statement. 429 beyond a limit. */
export function limitRequests({ platform: { limits }, request, now }: PublicCall, organizationId: string): void {
  for (const [rule, subject] of [
    [networkLimit, networkOf(request.ipAddress)],
    [organizationLimit, organizationId],
  ] as const) {
    const seconds = limits.counter(rule)(subject, now)
    if (seconds > 0) throw new TooManyRequests(rule, seconds)
  }
}
