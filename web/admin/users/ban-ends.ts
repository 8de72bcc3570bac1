/** For how long somebody is banned, as it is chosen: for a while, for good, or until a day is over. */
export const banEnds = ['hour', 'day', 'week', 'month', 'never', 'date'] as const
export type BanEnd = (typeof banEnds)[number]

const hour = 3600
const seconds = { hour, day: 24 * hour, week: 7 * 24 * hour, month: 30 * 24 * hour } as const

/**
 * The seconds of a ban that begins now; undefined for good, null where the day (`2026-03-12`, in the time zone of the browser) is over or
 * none.
 */
export function banSeconds(end: BanEnd, day: string, now: Date): number | null | undefined {
  if (end === 'never') return undefined
  if (end !== 'date') return seconds[end]
  const [year = Number.NaN, month = Number.NaN, date = Number.NaN] = day.split('-').map(Number)
  const left = Math.ceil((new Date(year, month - 1, date + 1).getTime() - now.getTime()) / 1000)
  return left > 0 ? left : null
}
