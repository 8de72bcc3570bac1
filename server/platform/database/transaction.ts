import { setTimeout as wait } from 'node:timers/promises'
import { type Database, sqlState, type Tx } from './database.ts'
import { type OpenTransaction, openTransaction } from './named.ts'

const ATTEMPTS = 5
const BACK_OFF_MS = 10
/** Serialization failure and deadlock: the database asks to be asked again. */
const RETRIED = new Set(['40001', '40P01'])

const afterCommit = new WeakMap<Tx, (() => void)[]>()

/** Runs `act` once the transaction of `tx` has been committed; never when it was rolled back. `act` must not throw. */
export function onCommit(tx: Tx, act: () => void): void {
  const acts = afterCommit.get(tx)
  if (acts) acts.push(act)
  else afterCommit.set(tx, [act])
}

/** Told of each finished transaction: the longest time, in milliseconds, it held its locks waiting for something but SQL. */
export type GapWatch = (longestGapMs: number) => void

/** The way to run something in one transaction of `db`. */
export function transactionsOf(db: Database, onGap: GapWatch): <T>(run: (tx: Tx) => Promise<T>) => Promise<T> {
  return async (run) => {
    for (let attempt = 1; ; attempt += 1) {
      const state: OpenTransaction = { open: false, lastAnswerMs: undefined, longestGapMs: 0 }
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
        if (attempt >= ATTEMPTS || !RETRIED.has(sqlState(error) ?? '')) throw error
        await wait(BACK_OFF_MS * 2 ** attempt * (0.5 + Math.random()))
      }
    }
  }
}
