// The schedule of attempts, and the meaning of answers (behaviour H5 to H7).

/** Seconds from one attempt to the next: ten attempts in all, over three days. */
const GAPS_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600] as const

/** Attempts in all. */
export const ATTEMPTS = GAPS_SECONDS.length + 1
/** Up to a tenth is added, so that events that failed together are not retried together. */
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

/** A receiver's answer: its status, null when there was no answer; the seconds of `Retry-After` where it was sent. */
export interface ReceiverAnswer {
  readonly status: number | null
  readonly retryAfterSeconds?: number | undefined
}

/** `gone`: the receiver wants no more events, and the endpoint is disabled. */
export type Outcome = { readonly kind: 'delivered' | 'failed' | 'gone' } | { readonly kind: 'retry'; readonly inSeconds: number }

/**
 * The outcome of attempt number `attempt` (from 1). Any 2xx is a success, a redirect is a failure, 410 disables the endpoint; 429
 * and 503 may request a longer delay than the schedule's. `chance` (0 to 1) is the jitter.
 */
export function outcomeOf(answer: ReceiverAnswer, attempt: number, chance: number): Outcome {
  const { status } = answer
  if (status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const gap = GAPS_SECONDS[attempt - 1]
  if (gap === undefined) return { kind: 'failed' }
  const requested =
    status === 429 || status === 503 ? Math.min(answer.retryAfterSeconds ?? 0, GAPS_SECONDS[GAPS_SECONDS.length - 1] ?? 0) : 0
  // The first retry is quick and has no jitter.
  const planned = attempt === 1 ? gap : gap * (1 + JITTER * chance)
  return { kind: 'retry', inSeconds: Math.max(requested, planned) }
}

/** An event waits for pending earlier ones of its resource that were recorded after this instant: for a minute at most. */
export function orderWaitCutoff(now: Date): Date {
  return new Date(now.getTime() - ORDER_WAIT_SECONDS * 1000)
}

/** Concurrent deliveries per endpoint: one in each lane. */
export const LANES = 4

/** The lane of a resource: all its events are sent in one lane. */
export function laneOf(resourceId: string): number {
  return Number.parseInt(resourceId.slice(-1), 16) % LANES
}

/** Why a failing endpoint is disabled, or null while it stays enabled. Times are UTC. */
export function disabledFor(failedInARow: number, failingSince: Date | null, now: Date): 'failing' | 'silent' | null {
  if (failedInARow >= FAILED_IN_A_ROW) return 'failing'
  return failingSince !== null && now.getTime() - failingSince.getTime() >= SILENT_DAYS * DAY_MS ? 'silent' : null
}
