import type { Tx } from '#platform/database/database.ts'
import type { RequestFacts } from '#platform/http/exchange.ts'
import { networkOf } from '#platform/http/guard/address.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import type { Platform } from '#platform/platform.ts'
import { telling } from '../rules.ts'

/** Which address is asked about, and from where. */
export interface Asking {
  readonly email: string
  readonly request: RequestFacts
  readonly now: Date
}

/** What counts that it is told whether an address exists: the network that asks, and the address. */
export function tellingCounts({ email, request }: Asking): readonly (readonly [rule: LimitRule, key: string])[] {
  return [
    [telling.network, networkOf(request.address)],
    [telling.account, email],
  ]
}

/** Refuses whoever was told too often that an address exists, whatever they ask now: a refusal must not tell either. */
export async function refuseTellingTooOften({ limits, database }: Platform, asking: Asking): Promise<void> {
  for (const [rule, key] of tellingCounts(asking)) {
    const wait = await limits.waitStored(database.db, rule, key, asking.now)
    if (wait > 0) throw new TooOften(rule, wait)
  }
}

/** Counts that it was told. */
export async function countTold(tx: Tx, { limits }: Platform, asking: Asking): Promise<void> {
  for (const [rule, key] of tellingCounts(asking)) await limits.hitStored(tx, rule, key, asking.now)
}
