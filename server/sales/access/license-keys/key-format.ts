import { addMonths } from '#kernel/time/calendar.ts'

const DAY_MS = 86_400_000
/** The characters of a key that are shown where it is not shown in full. */
const SHOWN = 6
/** The characters of a UUID, with which each key ends. */
const UUID_LENGTH = 36

/** For how long a license key can be used. */
export interface LicensePeriod {
  readonly ttl: number
  readonly timeframe: 'year' | 'month' | 'day'
}

/** A license key, and its short form. */
export interface FormattedKey {
  readonly key: string
  /** `****-` and the last six characters. */
  readonly displayKey: string
}

/** A license key of a UUID in upper case, behind the trimmed prefix where there is one, and its short form (rule Y5). */
export function licenseKeyOf(prefix: string | null, uuid: string): FormattedKey {
  const trimmed = prefix?.trim() ?? ''
  const key = (trimmed === '' ? uuid : `${trimmed}-${uuid}`).toUpperCase()
  return { key, displayKey: displayed(key) }
}

/** The short form of a license key. */
export function displayed(key: string): string {
  return `****-${key.slice(-SHOWN)}`
}

/** A key as a user typed or pasted it, in the form in which keys are issued. */
export function foldKey(typed: string): string {
  return typed.trim().toUpperCase()
}

/** The prefix of a license key; null where it has none. */
export function prefixOf(key: string): string | null {
  return key.length > UUID_LENGTH + 1 ? key.slice(0, -UUID_LENGTH - 1) : null
}

/** When a license key expires that was granted at `grantedAt`: months and years end on the last day of a shorter month (rule Y5). */
export function expiryOf(grantedAt: Date, { ttl, timeframe }: LicensePeriod): Date {
  if (timeframe === 'day') return new Date(grantedAt.getTime() + ttl * DAY_MS)
  return addMonths(grantedAt, timeframe === 'year' ? ttl * 12 : ttl)
}

/** When the license key of a subscription expires after a renewal was paid: never earlier than before (rule Y5). */
export function renewedExpiry(present: Date, paidAt: Date, period: LicensePeriod): Date {
  const next = expiryOf(paidAt, period)
  return next.getTime() > present.getTime() ? next : present
}
