/** The options for the end of a ban: after a period, never, or at the end of a day. */
export const banExpiries = ['hour', 'day', 'week', 'month', 'never', 'date'] as const
export type BanExpiry = (typeof banExpiries)[number]

const hour = 3600
const seconds = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour } as const

/**
 * The duration in seconds of a ban that begins now; undefined if permanent, null if the day (`2026-03-12`, in the time zone of the browser)
 * is past or invalid.
 */
export function banSeconds(expiry: BanExpiry, day: string, now: Date): number | null | undefined {
  if (expiry === 'never') return undefined
  if (expiry !== 'date') return seconds[expiry]
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  const left = Math.ceil((new Date(year, month - 1, date + 1).getTime() - now.getTime()) / 1000)
  return left > 0 ? left : null
}
