// Names of time zones. Pure.
const ZONE = /^[A-Za-z]+(?:[/_+-][A-Za-z0-9]+)*$/

/** Whether a text is the IANA name of a time zone. */
export function isTimeZone(name: string): boolean {
  if (!ZONE.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
