// A start in company: machines and containers begin in any order, so the database may follow a while later.
import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../../clock.ts'
import { sqlState } from '../database.ts'
import { isGone } from '../unavailable.ts'

const WAIT_MS = 60_000
const LOOK_AGAIN_MS = 500
/** Nobody listens there, the name is not known, the machine does not answer, or the connection ended while the server began. */
const NOT_YET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])
const STARTING_UP = '57P03'
const UNANSWERED = /timeout exceeded|Connection terminated|timeout expired/
const CAUSES_MAX = 5

/** Who is told of the wait, and how it can be cut short. */
export interface Waiting {
  readonly say: (line: string) => void
  readonly signal?: AbortSignal
}

/**
 * What `open` gives, as soon as the database is there; for a minute at most, then with the fault of the last try. Whatever
 * waiting does not mend (a wrong password, no such database) rejects at once.
 */
export async function onceThere<T>(open: () => Promise<T>, { say, signal }: Waiting): Promise<T> {
  const lateMs = monotonicMs() + WAIT_MS
  for (let isTold = false; ; isTold = true) {
    try {
      return await open()
    } catch (error) {
      if (!isNotThereYet(error) || monotonicMs() > lateMs) throw error
      if (!isTold) say(`${(error as Error).message} It is waited for, ${WAIT_MS / 1000} seconds at most.`)
      await wait(LOOK_AGAIN_MS, undefined, { signal })
    }
  }
}

function isNotThereYet(error: unknown): boolean {
  let current = error
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    const code = 'code' in current ? String(current.code) : ''
    if (NOT_YET.has(code) || sqlState(current) === STARTING_UP || isGone(current) || UNANSWERED.test(current.message)) return true
    current = current.cause
  }
  return false
}
