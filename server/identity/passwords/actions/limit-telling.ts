import type { Tx } from '#platform/database/database.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import type { Platform } from '#platform/platform.ts'
import { telling } from '../rules.ts'

/** Which address is asked about, and from where. */
export interface Asking {
  readonly email: string
  readonly request: RequestInfo
  readonly now: Date
}

/** What counts that it is told whether an address exists: the network that asks, and the address. */
export function tellingCounts({ email, request }: Asking): readonly (readonly [rule: LimitRule, key: string])[] {
  return [
    [telling.network, networkOf(request.address)],
    [telling.account, email],
  ]
}

/** Counts that it is told; refuses when others at the same moment were told it too often already. */
export async function countTold(tx: Tx, { limits }: Platform, asking: Asking): Promise<void> {
  for (const [rule, key] of tellingCounts(asking)) {
    const wait = await limits.hitStored(tx, rule, key, asking.now)
    if (wait > 0) throw new TooOften(rule, wait)
  }
}
