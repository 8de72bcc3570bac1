import type { AccessToken } from '#client/index.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 7

/** The lifetimes to choose from, in days; null: the token does not expire. */
export const lifetimes = { in7: 7, in30: 30, in90: 90, in365: 365, never: null } as const
export type Lifetime = keyof typeof lifetimes

/** The expiry of a token with this lifetime that is created `now`. */
export const expiryOf = (lifetime: Lifetime, now: Date): Date | null => {
  const days = lifetimes[lifetime]
  return days === null ? null : new Date(now.getTime() + days * DAY_MS)
}

/** The lifetime on the wire, in seconds; undefined if the token does not expire. */
export const secondsOf = (lifetime: Lifetime): number | undefined => {
  const days = lifetimes[lifetime]
  return days === null ? undefined : (days * DAY_MS) / 1000
}

/** Whether a token is live, expires within a week, or has expired. It is expired at `expiresAt` itself. */
export function stateOf({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: Date): 'live' | 'expiresSoon' | 'expired' {
  if (expiresAt === null) return 'live'
  const left = new Date(expiresAt).getTime() - now.getTime()
  return left <= 0 ? 'expired' : left < SOON_DAYS * DAY_MS ? 'expiresSoon' : 'live'
}
