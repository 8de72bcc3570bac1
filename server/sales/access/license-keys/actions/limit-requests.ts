import { Refusal } from '#kernel/refusal.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { networkLimit } from '#platform/limits/network-limit.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import type { StoredLicenseKey } from '../model.ts'
import { licenseKeyRefusals } from '../refusals.ts'

/** Requests with a key that one network may send: a program that guesses keys finds none, and costs little. */
export const networkRule: LimitRule = { name: 'license-keys:network', max: 300, windowSeconds: 10, isFixed: true }
/** Requests with keys that do not exist, of one network and of those around it. They count for nothing else. */
export const wrongKeyRule: LimitRule = { name: 'license-keys:wrong', max: 100, windowSeconds: 10, isFixed: true }
/** Requests with one key: one customer does not use up the limit of their shop. */
export const keyRule: LimitRule = { name: 'license-keys:key', max: 300, windowSeconds: 10, isFixed: true }
/** Requests with keys of one organization: the customers of one do not slow down those of the others. */
export const organizationRule: LimitRule = { name: 'license-keys:organization', max: 3000, windowSeconds: 10, isFixed: true }

/** The platform, the request and the server's time of a call without a caller. */
export interface PublicCall {
  readonly platform: Platform
  readonly request: RequestInfo
  readonly now: Date
}

/** Is called with the key that a request names, once it is found. */
export type KeyFound = (key: Pick<StoredLicenseKey, 'organizationId' | 'id'>) => void

/**
 * Runs a request with a key within its limits (429): those of its network before any statement, those of the key and of its organization
 * once the key is found. Who sends wrong keys uses up the limit of their own networks alone, and a right key is never refused for it.
 */
export async function limitRequests<T>(
  { platform: { limits }, request, now }: PublicCall,
  run: (found: KeyFound) => Promise<T>,
): Promise<T> {
  const require = (rule: LimitRule, subject: string): void => {
    const seconds = limits.counter(rule)(subject, now)
    if (seconds > 0) throw new TooManyRequests(rule, seconds)
  }
  require(networkRule, networkOf(request.ipAddress))
  let isFound = false
  const found: KeyFound = ({ organizationId, id }) => {
    isFound = true
    require(keyRule, id)
    require(organizationRule, organizationId)
  }
  return run(found).catch((error: unknown) => {
    const isWrong = !isFound && error instanceof Refusal && error.code === licenseKeyRefusals.ResourceNotFound.code
    if (isWrong) networkLimit(limits, wrongKeyRule).require(request.ipAddress, now)
    throw error
  })
}
