/** Checkouts that one funnel counts at most, the latest first: a period with more costs no more. */
export const COUNTED_MAXIMUM = 100_000

/** The numbers of a period's checkouts by how far they came. */
export interface FunnelCounts {
  /** All of them. */
  readonly opened: number
  /** Those whose buyer has confirmed at least once, paid or not. */
  readonly attempted: number
  readonly succeeded: number
  readonly failed: number
  readonly expired: number
  /** Those that still wait for their buyer. */
  readonly open: number
}

/** The shares of the steps, each from 0 to 1 with four decimals; null where there is nothing to divide by. */
export interface FunnelRates {
  readonly attempted: number | null
  /** Of those that were attempted. */
  readonly paid: number | null
  /** Of all. */
  readonly succeeded: number | null
}

/** The shares of the steps of a funnel. */
export function ratesOf({ opened, attempted, succeeded }: FunnelCounts): FunnelRates {
  return { attempted: share(attempted, opened), paid: share(succeeded, attempted), succeeded: share(succeeded, opened) }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}
