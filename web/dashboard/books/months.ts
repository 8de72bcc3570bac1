const COUNT = 36
const MONTHS_OF_YEAR = 12

/** The month of a time and those before it, the latest first: `2026-03`. */
export function monthsBefore(now: Date): string[] {
  const last = now.getUTCFullYear() * MONTHS_OF_YEAR + now.getUTCMonth()
  return Array.from({ length: COUNT }, (_, back) => {
    const month = last - back
    return `${Math.floor(month / MONTHS_OF_YEAR)}-${String((month % MONTHS_OF_YEAR) + 1).padStart(2, '0')}`
  })
}
