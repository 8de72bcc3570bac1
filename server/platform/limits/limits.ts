import type { RawBuilder } from 'kysely'
import type { Database, Tx } from '../database/database.ts'

/** At most `max` calls in `windowSeconds` for each `key` under `name`. */
export interface LimitRule {
  readonly name: string
  readonly max: number
  readonly windowSeconds: number
  /**
   * Whether windows begin at multiples of their length, in every instance alike, so that a steady caller below the limit never meets it.
   * By default each counted call extends the window, as the published accounts server does.
   */
  readonly isFixed?: true
}

/** A count that is taken as part of a larger statement. */
export interface TakeInput {
  readonly rule: LimitRule
  /** An expression of the statement for the key. */
  readonly key: RawBuilder<string>
  /** An expression for whether to count at all; it may refer to earlier parts of the statement. */
  readonly when: RawBuilder<boolean>
  readonly now: Date
}

/** Counts calls against limits. */
export interface Limits {
  /**
   * Creates a counter in memory (written within 100 ms, shared with other instances) for networks and paths: each call counts one for
   * the subject and returns the seconds to wait if that exceeds the limit, otherwise 0. A `scope` gives each value of it a count of
   * its own. Create a counter once and keep it: a call is the cheapest part of a cheap request.
   */
  counter(rule: LimitRule, scope?: string): (subject: string, now: Date) => number
  /** The check of `counter` without counting: the seconds to wait if the limit is reached, otherwise 0. */
  waiting(rule: LimitRule, scope?: string): (subject: string, now: Date) => number
  /** Counts one call for `key` in a statement of the request, exact over all instances: for accounts. */
  hitStored(db: Database, rule: LimitRule, key: string, now: Date): Promise<number>
  /**
   * The same as part of a larger statement (`with taken as (…)`): it returns one row if the call was counted, none if the limit is
   * exceeded or `when` is false.
   */
  hitStatement(input: TakeInput): RawBuilder<unknown>
  /** The check of `hitStored` without counting, as an expression: the end of the window if the limit is reached, otherwise null. */
  blockedUntil(rule: LimitRule, key: string, now: Date): RawBuilder<Date | null>
  /** Counts one call if the limit is not reached. It only writes, so it can be part of a batch; check `blockedUntil` first. */
  addStored(tx: Tx, rule: LimitRule, key: string, now: Date): Promise<void>
  /** The seconds to wait for a key whose window ends at `expiresAt`; the whole window if that is unknown. */
  secondsUntil(rule: LimitRule, expiresAt: Date | null, now: Date): number
  /** Resets the count of `key`, after the subject has authenticated. */
  resetStored(tx: Tx, rule: LimitRule, key: string): Promise<void>
}
