import { setTimeout as wait } from 'node:timers/promises'
import { type Database, sqlState, type Tx } from './database.ts'
import { type OpenTransaction, openTransaction } from './named.ts'
import { isCut } from './unavailable.ts'

/** How often the same is tried in all when the database asks for it. */
export const ATTEMPTS = 5
/** How often a connection that was cut is replaced by another before whoever asked is told. */
const CUTS_MAX = 2
const BACK_OFF_MS = 10
/** Serialization failure and deadlock: the database asks to be asked again. */
const RETRIED = new Set(['40001', '40P01'])

/** Whether the database has undone a statement or transaction and asks to be asked again: nothing of it was done. */
export function asksAgain(error: unknown): boolean {
  return RETRIED.has(sqlState(error) ?? '')
}

/** Waits before try number `attempt` (from 1) is made again: longer each time, and never in step with others. */
export async function backOff(attempt: number): Promise<void> {
  await wait(BACK_OFF_MS * 2 ** attempt * (0.5 + Math.random()))
}

const afterCommit = new WeakMap<Tx, (() => void)[]>()

/** Runs `act` once the transaction of `tx` has been committed; never when it was rolled back. `act` must not throw. */
export function onCommit(tx: Tx, act: () => void): void {
  const acts = afterCommit.get(tx)
  if (acts) acts.push(act)
  else afterCommit.set(tx, [act])
}

/** Runs what was to be run after the commit of `tx`. For whoever commits. */
export function runOnCommit(tx: Tx): void {
  for (const act of afterCommit.get(tx) ?? []) act()
}

/** Told of each finished transaction: the longest time, in milliseconds, it held its locks waiting for something but SQL. */
export type GapWatch = (longestGapMs: number) => void

/** The way to run something in one transaction of `db`. */
export function transactionsOf(db: Database, onGap: GapWatch): <T>(run: (tx: Tx) => Promise<T>) => Promise<T> {
  return async (run) => {
    for (let attempt = 1; ; attempt += 1) {
      const state: OpenTransaction = { open: false, lastAnswerMs: undefined, isCommitSent: false, longestGapMs: 0 }
      let acts: (() => void)[] = []
      try {
        const result = await openTransaction.run(state, () =>
          db.transaction().execute(async (tx) => {
            const value = await run(tx)
            acts = afterCommit.get(tx) ?? []
            return value
          }),
        )
        onGap(state.longestGapMs)
        for (const act of acts) act()
        return result
      } catch (error) {
        // A cut before COMMIT was sent has undone everything. After it nobody knows, and the same work might be done twice.
        const isUndone = isCut(error) && !state.isCommitSent && attempt <= CUTS_MAX
        if (attempt >= ATTEMPTS || !(isUndone || asksAgain(error))) throw error
        await backOff(attempt)
      }
    }
  }
}
