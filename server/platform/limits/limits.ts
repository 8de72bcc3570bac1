import type { Database, Tx } from '../database/database.ts'

/** At most `max` in `windowSeconds` for each `key` under `name`. */
export interface LimitRule {
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
}

/** Counts what may only be done so often. */
export interface Limits {
  /**
   * Counts one more for `key` in memory (written behind within 100 ms, shared with other instances). Gives the seconds to
   * wait when it is too many, else 0. For paths and networks.
   */
  hit(rule: LimitRule, key: string, now: Date): number
  /** The same in the request's own statement, exact over all instances: for accounts. */
  hitStored(tx: Tx, rule: LimitRule, key: string, now: Date): Promise<number>
  /** The seconds that `hitStored` would ask to wait, without counting. */
  waitStored(db: Database, rule: LimitRule, key: string, now: Date): Promise<number>
  /** Forgets what was counted for `key`: whoever it is has shown that they may. */
  forgetStored(tx: Tx, rule: LimitRule, key: string): Promise<void>
}
