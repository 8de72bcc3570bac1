// When an event is tried, and what an answer means (behaviour H5 to H7).

/** Seconds from one attempt to the next: ten attempts in all, over three days. */
const GAPS_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600] as const

/** Attempts in all. */
export const ATTEMPTS = GAPS_SECONDS.length + 1
/** Up to a tenth is added, so that many events that failed together do not come back together. */
const JITTER = 0.1
const ORDER_WAIT_SECONDS = 60
const FAILED_IN_A_ROW = 10
const SILENT_DAYS = 5
const DAY_MS = 86_400_000

/** Seconds of each attempt from the first, without jitter. */
export function attemptOffsets(): number[] {
  let offset = 0
  return [0, ...GAPS_SECONDS.map((gap) => (offset += gap))]
}

/** What came back from a receiver: its status, null when there was no answer; seconds of `Retry-After` where it was given. */
export interface Answered {
  readonly status: number | null
  readonly retryAfterSeconds?: number | undefined
}

/** `gone`: the receiver wants nothing any more, the endpoint is switched off. */
export type Outcome = { readonly kind: 'delivered' | 'failed' | 'gone' } | { readonly kind: 'retry'; readonly inSeconds: number }

/**
 * What an answer to attempt number `attempt` (from 1) means. Any 2xx is success, a redirect is none, 410 ends it; 429 and 503
 * may ask for a longer pause than the schedule's. `chance` (0 to 1) is the jitter.
 */
export function outcomeOf(answer: Answered, attempt: number, chance: number): Outcome {
  const { status } = answer
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const gap = GAPS_SECONDS[attempt - 1]
  if (gap === undefined) return { kind: 'failed' }
  const asked = status === 429 || status === 503 ? Math.min(answer.retryAfterSeconds ?? 0, GAPS_SECONDS[GAPS_SECONDS.length - 1] ?? 0) : 0
  // The first retry is the quick one; jitter begins behind it.
  const planned = attempt === 1 ? gap : gap * (1 + JITTER * chance)
  return { kind: 'retry', inSeconds: Math.max(asked, planned) }
}

/** An event waits for earlier ones of the same resource that are still pending and were recorded after this instant: for a minute at most. */
export function waitsForThoseAfter(now: Date): Date {
  return new Date(now.getTime() - ORDER_WAIT_SECONDS * 1000)
}

/** How many events of one endpoint may be on their way at the same time: one in each lane. */
export const LANES = 4

/** The lane of a resource: what happens to one thing is sent in one lane. */
export function laneOf(resourceId: string): number {
  return Number.parseInt(resourceId.slice(-1), 16) % LANES
}

/** Why an endpoint that keeps failing is switched off, or null while it may go on. Times are UTC. */
export function disabledFor(failedInARow: number, failingSince: Date | null, now: Date): 'failing' | 'silent' | null {
  if (failedInARow >= FAILED_IN_A_ROW) return 'failing'
  return failingSince !== null && now.getTime() - failingSince.getTime() >= SILENT_DAYS * DAY_MS ? 'silent' : null
}
