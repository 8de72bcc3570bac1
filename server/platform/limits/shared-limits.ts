import { type RawBuilder, sql } from 'kysely'
import type { OpenDatabase } from '../database/database.ts'
import { outside } from '../database/outside.ts'
import type { LimitRule, Limits, TakeInput } from './limits.ts'
import { type MemoryCount, MemoryCounts } from './memory-counts.ts'
import {
  type Addition,
  addCounts,
  addStored,
  blockedUntil,
  countStored,
  currentCounts,
  hitStatement,
  resetCount,
  type StoredCount,
  secondsUntil,
} from './stored-counts.ts'

const WRITE_BEHIND_MS = 50
const KEYS_MAX = 100_000
const LOAD_MAX = 10_000
const BATCH = 1000
const CLOCK_SKEW_MS = 60_000

/** Limits with shared counts. Load them after a start and close them before the process ends. */
export interface RunningLimits extends Limits {
  /** Loads the counts that were stored before this process started. */
  load(now: Date): Promise<void>
  /** Writes the counts that only this process knows, and reads those of other instances. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** The dependencies of limits. `onFault` is called if counts could not be shared; they are retried later. */
export interface LimitDeps {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly isEnabled: boolean
  /** The maximum number of counts in memory; 100,000 by default. */
  readonly keysMax?: number
  readonly onFault?: (error: unknown) => void
}

/**
 * Counts with a sliding window, unless the rule is fixed: each counted call extends the window, refused calls do not, and a window without
 * calls resets the count.
 */
export function createLimits(deps: LimitDeps): RunningLimits {
  return deps.isEnabled ? new SharedLimits(deps) : NO_LIMITS
}

const NO_LIMITS: RunningLimits = {
  counter: () => () => 0,
  waiting: () => () => 0,
  hitStored: async () => 0,
  hitStatement: ({ when }) => sql`select 'uncounted' as name where ${when}`,
  blockedUntil: () => sql`null::timestamptz`,
  addStored: async () => undefined,
  secondsUntil: () => 0,
  resetStored: async () => undefined,
  load: async () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
}

class SharedLimits implements RunningLimits {
  readonly #deps: LimitDeps
  readonly #keysMax: number
  readonly #known: MemoryCounts
  /** The counts with calls that are not written yet. */
  #unwritten: MemoryCount[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #lastHit = new Date(0)

  constructor(deps: LimitDeps) {
    this.#deps = deps
    this.#keysMax = deps.keysMax ?? KEYS_MAX
    this.#known = new MemoryCounts(this.#keysMax)
  }

  counter(rule: LimitRule, scope = ''): (subject: string, now: Date) => number {
    const windowMs = rule.windowSeconds * 1000
    const of = this.#known.counterOf(rule.name, scope, windowMs)
    return (subject, now) => {
      const nowMs = now.getTime()
      const known = of(subject)
      const isCurrent = isCounting(known, rule, nowMs)
      if (isCurrent && known.count >= rule.max) return secondsUntil(known.expiresAtMs, rule, now)
      known.count = isCurrent ? known.count + 1 : 1
      known.expiresAtMs = rule.isFixed ? (Math.floor(nowMs / windowMs) + 1) * windowMs : nowMs + windowMs
      if (known.unwritten === 0) this.#unwritten.push(known)
      known.unwritten = isCurrent ? known.unwritten + 1 : 1
      this.#lastHit = now
      this.#timer ??= outside(() => setTimeout(() => void this.flush(), WRITE_BEHIND_MS).unref())
      return 0
    }
  }

  waiting(rule: LimitRule, scope = ''): (subject: string, now: Date) => number {
    const of = this.#known.counterOf(rule.name, scope, rule.windowSeconds * 1000)
    return (subject, now) => {
      const known = of(subject)
      return isCounting(known, rule, now.getTime()) && known.count >= rule.max ? secondsUntil(known.expiresAtMs, rule, now) : 0
    }
  }

  hitStored(...[db, rule, key, now]: Parameters<Limits['hitStored']>): Promise<number> {
    return countStored(db, rule, { key, now })
  }

  hitStatement(input: TakeInput): RawBuilder<unknown> {
    return hitStatement(input)
  }

  blockedUntil(rule: LimitRule, key: string, now: Date): RawBuilder<Date | null> {
    return blockedUntil(rule, { key, now })
  }

  addStored(...[tx, rule, key, now]: Parameters<Limits['addStored']>): Promise<void> {
    return addStored(tx, rule, { key, now })
  }

  secondsUntil(rule: LimitRule, expiresAt: Date | null, now: Date): number {
    return secondsUntil(expiresAt?.getTime() ?? now.getTime() + rule.windowSeconds * 1000, rule, now)
  }

  resetStored(...[tx, rule, key]: Parameters<Limits['resetStored']>): Promise<void> {
    return resetCount(tx, rule, key)
  }

  async load(now: Date): Promise<void> {
    this.#known.load(await currentCounts(this.#deps.database.db, now, LOAD_MAX))
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => outside(() => this.#write())).catch((error: unknown) => this.#deps.onFault?.(error))
    return this.#writing
  }

  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }

  async #write(): Promise<void> {
    this.#known.evict(this.#lastHit.getTime())
    const waiting = merged(this.#unwritten.sort(byKey))
    this.#unwritten = []
    while (waiting.length) {
      const batch = waiting.splice(0, BATCH)
      const additions = batch.map(additionOf)
      for (const known of batch) known.unwritten = 0
      try {
        for (const row of await addCounts(this.#deps.database.db, additions, this.#lastHit)) applyStored(batch[row.at - 1], row)
      } catch (error) {
        for (const [at, known] of batch.entries()) this.#takeBack(known, additions[at]?.count ?? 0)
        this.#unwritten = [...this.#unwritten, ...waiting]
        for (const known of this.#unwritten.splice(this.#keysMax)) known.unwritten = 0
        throw error
      }
    }
  }

  #takeBack(known: MemoryCount, count: number): void {
    if (known.unwritten === 0) this.#unwritten.push(known)
    known.unwritten += count
  }
}

/** Whether the window of a count has not ended. One that ends too far ahead was written by a wrong clock. */
function isCounting({ expiresAtMs }: MemoryCount, { windowSeconds }: LimitRule, nowMs: number): boolean {
  return expiresAtMs > nowMs && expiresAtMs <= nowMs + windowSeconds * 1000 + CLOCK_SKEW_MS
}

// The same order in every instance, so that two statements cannot deadlock.
function byKey(one: MemoryCount, other: MemoryCount): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1
  return one.name < other.name ? -1 : 1
}

// A key has two counts if memory evicted the first before it was written. A statement can add to a row only once.
function merged(sorted: readonly MemoryCount[]): MemoryCount[] {
  const result: MemoryCount[] = []
  for (const known of sorted) {
    const last = result.at(-1)
    if (last?.key === known.key && last.name === known.name) {
      known.unwritten += last.unwritten
      last.unwritten = 0
      result.pop()
    }
    result.push(known)
  }
  return result
}

function additionOf({ name, key, count, unwritten, expiresAtMs }: MemoryCount): Addition {
  return { name, key, count: unwritten, expected: count, expiresAtMs }
}

function applyStored(known: MemoryCount | undefined, row: StoredCount): void {
  if (!known) return
  known.count = row.count + known.unwritten
  known.expiresAtMs = Math.max(known.expiresAtMs, row.expires_at.getTime())
}
