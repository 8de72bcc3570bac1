import type { Tx } from '#platform/database/database.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { TooManyRequests } from '#platform/limits/too-many-requests.ts'
import type { Platform } from '#platform/platform.ts'
import { networkOf } from '#platform/request/network.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { emailDisclosure } from '../rules.ts'

/** The email that sign-up discloses as existing, and the request. */
export interface DisclosureInput {
  readonly email: string
  readonly request: RequestInfo
  readonly now: Date
}

/** The limits on disclosing that an email exists: of the requesting network, and of the email. */
export function disclosureCounts({ email, request }: DisclosureInput): readonly (readonly [rule: LimitRule, key: string])[] {
  return [
    [emailDisclosure.network, networkOf(request.ipAddress)],
    [emailDisclosure.account, email],
  ]
}

/** Counts a disclosure. Refuses with 429 when concurrent requests have already exceeded a limit. */
export async function countDisclosure(tx: Tx, { limits }: Pick<Platform, 'limits'>, input: DisclosureInput): Promise<void> {
  for (const [rule, key] of disclosureCounts(input)) {
    const wait = await limits.hitStored(tx, rule, key, input.now)
    if (wait > 0) throw new TooManyRequests(rule, wait)
  }
}
