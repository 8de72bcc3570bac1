const GAPS_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]

/** How often an event is tried in all. */
export const ATTEMPTS = GAPS_SECONDS.length + 1

/**
 * What follows the next planned attempt while nothing is accepted: how many more, and when the last of them is (UTC, to within a tenth, by which
 * the server spreads them). `made`: attempts so far.
 */
export function planAfter(next: Date, made: number): { readonly more: number; readonly last: Date } {
  const gaps = GAPS_SECONDS.slice(made)
  return { more: gaps.length, last: new Date(next.getTime() + gaps.reduce((sum, gap) => sum + gap, 0) * 1000) }
}
