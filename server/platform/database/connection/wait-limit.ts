// Waits for the database at start: machines and containers start in any order, so the database may become reachable later.
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../../clock.ts'
import { sqlState } from '../database.ts'
import { isGone } from '../unavailable.ts'

const WAIT_MS = 60_000
const RETRY_MS = 500
/** No process listens yet, the name is unknown, the machine does not answer, or the server is still starting. */
const UNREACHABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
const STARTING_UP = '57P03'
const UNREACHABLE_MESSAGES = /timeout exceeded|Connection terminated|timeout expired/
const CAUSES_MAX = 5

/** The reporting and the cancellation of the wait. */
export interface WaitOptions {
  readonly print: (line: string) => void
  readonly signal?: AbortSignal
}

/**
 * The result of `open` as soon as the database is reachable: retries for a minute, then rejects with the last error. Errors that
 * waiting cannot fix (a wrong password, a missing database) reject at once.
 */
export async function whenReachable<T>(open: () => Promise<T>, { print, signal }: WaitOptions): Promise<T> {
  const deadlineMs = monotonicMs() + WAIT_MS
  for (let isAnnounced = false; ; isAnnounced = true) {
    try {
      return await open()
    } catch (error) {
      if (!isUnreachable(error) || monotonicMs() > deadlineMs) throw error
      if (!isAnnounced) print(`${(error as Error).message} Waiting for it, at most ${WAIT_MS / 1000} seconds.`)
      await wait(RETRY_MS, undefined, { signal })
    }
  }
}

function isUnreachable(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    const code = 'code' in current ? String(current.code) : ''
    if (UNREACHABLE_CODES.has(code) || sqlState(current) === STARTING_UP || isGone(current) || UNREACHABLE_MESSAGES.test(current.message))
      return true
    current = current.cause
  }
  return false
}
