import type { RawBuilder } from 'kysely'
import type { Database, Tx } from '../database/database.ts'

/** At most `max` in `windowSeconds` for each `key` under `name`. */
export interface LimitRule {
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
}

/** One count that is taken as a part of a larger statement. */
export interface TakeInput {
  readonly rule: LimitRule
  /** An expression of the statement: whose count it is. */
  readonly key: RawBuilder<string>
  /** Whether it is to be taken at all: an expression that may name the parts before it. */
  readonly when: RawBuilder<boolean>
  readonly now: Date
}

/** Counts what may only be done so often. */
export interface Limits {
  /**
   * Makes a counter in memory (written behind within 100 ms, shared with other instances) for networks and paths: each call
   * counts one more for whoever it is, and gives the seconds to wait when it is too many, else 0. `scope` tells what is asked
   * for where a rule holds for each thing alone. To be made once and kept: a call is the cheapest part of a cheap request.
   */
  counter(rule: LimitRule, scope?: string): (whose: string, now: Date) => number
  /** Counts one more for `key` in the request's own statement, exact over all instances: for accounts. */
  hitStored(db: Database, rule: LimitRule, key: string, now: Date): Promise<number>
  /**
   * That as a part of a larger statement (`with taken as (…)`): it gives one row when the count was taken, none when it is
   * too many or not to be taken.
   */
  taking(taking: TakeInput): RawBuilder<unknown>
  /** What `hitStored` would say, without counting, as an expression: when the window ends of a key that is too many, else null. */
  waiting(rule: LimitRule, key: string, now: Date): RawBuilder<Date | null>
  /** Counts one more where it is not too many; only writes, so that it may be among gathered ones: `waiting` was asked before. */
  addStored(tx: Tx, rule: LimitRule, key: string, now: Date): Promise<void>
  /** The seconds to wait for a key whose window ends at `expiresAt`; the whole window where that is not known. */
  secondsUntil(rule: LimitRule, expiresAt: Date | null, now: Date): number
  /** Forgets what was counted for `key`: whoever it is has shown that they may. */
  forgetStored(tx: Tx, rule: LimitRule, key: string): Promise<void>
}
