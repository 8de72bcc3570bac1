import { boundedQueue } from '#platform/crypto/queue.ts'

/** Of the database's connections, so few are asked of those who are yet to prove who they are. */
const AT_ONCE = 3
const WAITING_MAX = 1024
const WAIT_MAX_MS = 5000

/**
 * Runs the first look of a sign-in or sign-up, a few at a time in this process: a hundred who come together wait for their hashes
 * in any case, and whoever is signed in already must not wait behind them for a connection. Rejects as a full queue does (503).
 */
export const fewAtOnce = boundedQueue({ atOnce: AT_ONCE, waiting: WAITING_MAX, waitMs: WAIT_MAX_MS })
