const pad = (value: number): string => String(value).padStart(2, '0')

/** An instant as the value of an input of date and time, in the time zone of the browser; '' for null. */
export function toLocalTime(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

/** The instant of such a value, in UTC; null where it is empty or incomplete. */
export function fromLocalTime(value: string): string | null {
  const at = new Date(value)
  return value === '' || Number.isNaN(at.getTime()) ? null : at.toISOString()
}
