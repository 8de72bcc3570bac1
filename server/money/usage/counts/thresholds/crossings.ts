// The customers that have reached a threshold of a meter. Pure and exact.
import { decimalRational, isBelow } from '#kernel/numbers/rational.ts'

/** The thresholds of each meter that has some, by its id: decimals, as text. */
export type Thresholds = ReadonlyMap<string, readonly string[]>

/** A pair of a meter and a threshold, as the database returns it. */
export type ThresholdPair = readonly [meterId: string, threshold: string]

/** The quantity of a customer's window, before and after some events. Decimals, as text. */
export interface WindowQuantities {
  readonly meterId: string
  readonly before: string
  readonly after: string
}

/** Pairs by their meter. */
export function thresholdsOf(pairs: readonly ThresholdPair[]): Thresholds {
  const byMeter = Map.groupBy(pairs, ([meterId]) => meterId)
  return new Map([...byMeter].map(([meterId, ofMeter]) => [meterId, ofMeter.map(([, threshold]) => threshold)]))
}

/** Whether the events have led from below a threshold to it, or above it: once, however many they have passed. */
export function isReached(thresholds: Thresholds, { meterId, before, after }: WindowQuantities): boolean {
  const ofMeter = thresholds.get(meterId)
  if (!ofMeter) return false
  const [from, to] = [decimalRational(before), decimalRational(after)]
  return ofMeter.map(decimalRational).some((threshold) => isBelow(from, threshold) && !isBelow(to, threshold))
}
