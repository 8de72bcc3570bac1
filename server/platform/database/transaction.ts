import { setTimeout as wait } from 'node:timers/promises'
import { monotonicMs } from '../clock.ts'
import { type Database, sqlState, type Tx } from './database.ts'
import { type OpenTransaction, openTransaction } from './named-pool.ts'
import { isCut } from './unavailable.ts'

/** The number of attempts in all if the database requests a retry. */
export const ATTEMPTS = 5
/** The number of retries after a lost connection. */
const CUTS_MAX = 2
const BACK_OFF_MS = 10
/** Serialization failure and deadlock: the database requests a retry. */
const RETRYABLE_STATES = new Set(['40001', '40P01'])

/** Whether the database rolled back a statement or transaction and requests a retry. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE_STATES.has(sqlState(error) ?? '')
}

/** Waits after attempt number `attempt` (from 1): longer each time, with a random part so that retries do not coincide. */
export async function backOff(attempt: number): Promise<void> {
  await wait(BACK_OFF_MS * 2 ** attempt * (0.5 + Math.random()))
}

const afterCommit = new WeakMap<Tx, (() => void)[]>()

/** Runs `hook` after the transaction of `tx` has committed; never after a rollback. `hook` must not throw. */
export function onCommit(tx: Tx, hook: () => void): void {
  const hooks = afterCommit.get(tx)
  if (hooks) hooks.push(hook)
  else afterCommit.set(tx, [hook])
}

/** Runs the commit hooks of `tx`. Call it after the commit. */
export function runOnCommit(tx: Tx): void {
  for (const hook of afterCommit.get(tx) ?? []) hook()
}

/**
 * Called after each transaction with the longest time, in milliseconds, that it held its locks while waiting for something other than
 * SQL.
 */
export type GapWatch = (longestGapMs: number) => void

/** The watch of gaps. `gapClock` measures them instead of the machine's milliseconds: a test counts turns of the event loop. */
export interface GapWatches {
  readonly onGap: GapWatch
  readonly gapClock?: () => number
}

/** The function that runs a callback in one transaction of `db`. */
export function transactionsOf(
  db: Database,
  { onGap, gapClock = monotonicMs }: GapWatches,
): <T>(run: (tx: Tx) => Promise<T>) => Promise<T> {
  return async (run) => {
    for (let attempt = 1; ; attempt += 1) {
      const state: OpenTransaction = { now: gapClock, open: false, lastAnswerMs: undefined, isCommitSent: false, longestGapMs: 0 }
      let hooks: (() => void)[] = []
      try {
        const result = await openTransaction.run(state, () =>
          db.transaction().execute(async (tx) => {
            const value = await run(tx)
            hooks = afterCommit.get(tx) ?? []
            return value
          }),
        )
        onGap(state.longestGapMs)
        for (const hook of hooks) hook()
        return result
      } catch (error) {
        // A connection lost before COMMIT was sent has rolled everything back. After COMMIT the outcome is unknown, and a retry might do the work twice.
        const isUndone = isCut(error) && !state.isCommitSent && attempt <= CUTS_MAX
        if (attempt >= ATTEMPTS || !(isUndone || isRetryable(error))) throw error
        await backOff(attempt)
      }
    }
  }
}
