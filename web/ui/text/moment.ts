const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * A moment as lists say it: "39 min ago" within the hour, "5 hours ago" within the day, "yesterday" and "3 days ago" within the week, then the day without
 * its year within a year's reach, else with it. Future moments likewise. `justNow` is said within a minute.
 */
export function relative(locale: string, at: Date, { now, justNow }: { now: Date; justNow: string }): string {
  const past = now.getTime() - at.getTime()
  const far = Math.abs(past)
  const say = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: far < hour ? 'short' : 'long' })
  const sign = past >= 0 ? -1 : 1
  if (far < minute) return justNow
  if (far < hour) return capital(say.format(sign * Math.floor(far / minute), 'minute'))
  const days = Math.round((startOfDay(now) - startOfDay(at)) / day)
  if (days === 0) return capital(say.format(sign * Math.floor(far / hour), 'hour'))
  if (Math.abs(days) < 7) return capital(say.format(-days, 'day'))
  return dayText(locale, at, now)
}

/** A day: "12 Mar", or "12 Mar 2026" where the year is not within reach. */
export function dayText(locale: string, at: Date, now?: Date): string {
  const near = now !== undefined && Math.abs(now.getTime() - at.getTime()) < 300 * day
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...(near ? {} : { year: 'numeric' }) }).format(at)
}

/** A day and its time: "12 Mar 2026, 14:20". `seconds` adds them. */
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

const capital = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)
const startOfDay = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate())
