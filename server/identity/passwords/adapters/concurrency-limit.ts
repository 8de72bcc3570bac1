import { boundedQueue } from '#platform/crypto/queue.ts'

/** The maximum number of database connections for unauthenticated sign-ins and sign-ups. */
const RUNNING_MAX = 3
const WAITING_MAX = 1024
const WAIT_MAX_MS = 5000

/**
 * Limits how many sign-ins and sign-ups of this process run their first statement concurrently. A hundred concurrent sign-ins wait
 * for their hashes in any case, and a signed-in user must not wait behind them for a connection. Rejects with 503 when the queue is
 * full.
 */
export const limitConcurrency = boundedQueue({ atOnce: RUNNING_MAX, waiting: WAITING_MAX, waitMs: WAIT_MAX_MS })
