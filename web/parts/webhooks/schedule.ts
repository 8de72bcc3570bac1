const GAPS_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]

/** The number of delivery attempts of an event. */
export const ATTEMPTS = GAPS_SECONDS.length + 1

/**
 * The attempts after the next planned one if none succeeds: their number, and the time of the last one (UTC, to within a tenth, by which
 * the server spreads them). `attempts`: the number of attempts so far.
 */
export function planAfter(next: Date, attempts: number): { readonly more: number; readonly last: Date } {
  const gaps = GAPS_SECONDS.slice(attempts)
  return { more: gaps.length, last: new Date(next.getTime() + gaps.reduce((sum, gap) => sum + gap, 0) * 1000) }
}
