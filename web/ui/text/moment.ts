const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * A time for lists: "39 min ago" within the hour, "5 hours ago" on the same day, "yesterday" and "3 days ago" within the week, then the
 * date, with the year only beyond 300 days. Future times likewise. `justNow` is the text within a minute.
 */
export function relative(locale: string, at: Date, { now, justNow }: { now: Date; justNow: string }): string {
  const past = now.getTime() - at.getTime()
  const distance = Math.abs(past)
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: distance < hour ? 'short' : 'long' })
  const sign = past >= 0 ? -1 : 1
  if (distance < minute) return justNow
  if (distance < hour) return capital(format.format(sign * Math.floor(distance / minute), 'minute'))
  const days = Math.round((startOfDay(now) - startOfDay(at)) / day)
  if (days === 0) return capital(format.format(sign * Math.floor(distance / hour), 'hour'))
  if (Math.abs(days) < 7) return capital(format.format(-days, 'day'))
  return dayText(locale, at, now)
}

/** A date in the zone of the reader: "12 Mar", or "12 Mar 2026" if `now` is absent or 300 days or more away. */
export const dayText = (locale: string, at: Date, now?: Date): string => zoneDayText(locale, at, { now })

/** The same in a zone (IANA), as for a day of money, which is named in the zone in which it is billed. */
export function zoneDayText(
  locale: string,
  at: Date,
  { now, timeZone }: { readonly now?: Date | undefined; readonly timeZone?: string | undefined },
): string {
  const near = now !== undefined && Math.abs(now.getTime() - at.getTime()) < 300 * day
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...(near ? {} : { year: 'numeric' }), timeZone }).format(at)
}

/** A day of money in words, in the zone (IANA) in which it is billed: "8 December 2026". `at` is ISO 8601. */
export const longDayText = (locale: string, at: string, timeZone: string): string =>
  new Date(at).toLocaleDateString(locale, { dateStyle: 'long', timeZone })

/** The same in short: "8 Dec 2026". */
export const mediumDayText = (locale: string, at: string, timeZone: string): string =>
  new Date(at).toLocaleDateString(locale, { dateStyle: 'medium', timeZone })

/** A date and time: "12 Mar 2026, 14:20". `seconds` adds them. */
export function exactText(locale: string, at: Date, options: { seconds?: boolean; timeZone?: string } = {}): string {
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(options.seconds ? { second: '2-digit' } : {}),
    ...(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
  }).format(at)
}

/** A date and time in words, in a time zone (IANA): "31 January 2027 at 10:00". */
export function longTimeText(locale: string, at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at)
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
const startOfDay = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
