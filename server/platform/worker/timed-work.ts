import type { Database } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/**
 * Something that a module does when the time of a merchant reaches an instant. A recurring job does it in real time; a test clock does it
 * in its true order while it moves the merchant's time.
 */
export interface TimedWork {
  /** Module and imperative, as of a job: `checkouts:expire-open`. */
  readonly name: string
  /**
   * The earliest instant, in the merchant's time, at which there is something to do; it may lie in the past. Null where there is nothing.
   * One cheap statement: a test clock reads it after each step.
   */
  readonly nextAt: (db: Database, organizationId: string) => Promise<Date | null>
  /**
   * Does everything that is due at the merchant's present time, outside any transaction; opens its own. May run beside the module's job
   * and twice for one instant, and then does nothing twice. What it leaves (a locked row) is still due by `nextAt`.
   */
  readonly run: (platform: Platform, organizationId: string) => Promise<void>
}

let declaredWork: readonly TimedWork[] = []

/** Registers the timed work of every module; app.ts calls it once. */
export function declareTimedWork(work: readonly TimedWork[]): void {
  declaredWork = work
}

/** The timed work of every module, in the order of the modules. */
export function timedWork(): readonly TimedWork[] {
  return declaredWork
}
