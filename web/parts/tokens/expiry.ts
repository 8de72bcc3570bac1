import type { AccessToken } from '#client/index.ts'

const DAY_MS = 86_400_000
const SOON_DAYS = 7

/** The lives that a token is offered, in days; null: it does not expire. */
export const lives = { in7: 7, in30: 30, in90: 90, in365: 365, never: null } as const
export type Life = keyof typeof lives

/** When a token of this life ends if it is made `now`. */
export const endOf = (life: Life, now: Date): Date | null => {
  const days = lives[life]
  return days === null ? null : new Date(now.getTime() + days * DAY_MS)
}

/** The life on the wire, in seconds; nothing for one that does not end. */
export const secondsOf = (life: Life): number | undefined => {
  const days = lives[life]
  return days === null ? undefined : (days * DAY_MS) / 1000
}

/** Whether a token opens anything, and whether for less than another week. It ends at `expiresAt` itself. */
export function stateOf({ expiresAt }: Pick<AccessToken, 'expiresAt'>, now: Date): 'live' | 'endsSoon' | 'expired' {
  if (expiresAt === null) return 'live'
  const left = new Date(expiresAt).getTime() - now.getTime()
  return left <= 0 ? 'expired' : left < SOON_DAYS * DAY_MS ? 'endsSoon' : 'live'
}
