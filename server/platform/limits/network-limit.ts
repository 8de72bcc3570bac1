// Limits of strangers, who have more than one network: a /48 of IPv6 contains 65,536 networks of the kind that is counted elsewhere.
import { networkOf, widerNetworksOf } from '../request/network.ts'
import type { LimitRule, Limits } from './limits.ts'
import { TooManyRequests } from './too-many-requests.ts'

/** Counts calls of a network, and those of the networks around it, which may send a few times as many. */
export interface NetworkLimit {
  /** Counts a call. Returns the seconds to wait if that exceeds a limit, otherwise 0. Above its own limit a network uses up no other one. */
  count(ipAddress: string, now: Date): number
  /** Counts a call; throws `TooManyRequests` above a limit. */
  require(ipAddress: string, now: Date): void
  /** The seconds to wait if a limit is reached, otherwise 0, without counting. */
  waiting(ipAddress: string, now: Date): number
}

/** The limit of a rule: `max` is that of a /24, or of a /64 of IPv6. */
export function networkLimit(limits: Pick<Limits, 'counter' | 'waiting'>, rule: LimitRule): NetworkLimit {
  const wider = (factor: number): LimitRule => ({ ...rule, name: `${rule.name}:wider-${factor}`, max: rule.max * factor })
  const keysOf = (ipAddress: string) => [
    [rule, networkOf(ipAddress)] as const,
    ...widerNetworksOf(ipAddress).map(({ network, factor }) => [wider(factor), network] as const),
  ]
  const exceeded = (ipAddress: string, now: Date) => {
    for (const [one, key] of keysOf(ipAddress)) {
      const wait = limits.counter(one)(key, now)
      if (wait > 0) return { rule: one, wait }
    }
    return undefined
  }
  return {
    count: (ipAddress, now) => exceeded(ipAddress, now)?.wait ?? 0,
    require: (ipAddress, now) => {
      const found = exceeded(ipAddress, now)
      if (found) throw new TooManyRequests(found.rule, found.wait)
    },
    waiting: (ipAddress, now) => Math.max(...keysOf(ipAddress).map(([one, key]) => limits.waiting(one)(key, now))),
  }
}
