import { type RawBuilder, sql } from 'kysely'
import type { OpenDatabase } from '../database/database.ts'
import { outside } from '../database/outside.ts'
import { type Known, KnownCounts } from './known.ts'
import type { LimitRule, Limits, TakeInput } from './limits.ts'
import {
  type Addition,
  addCounts,
  addStored,
  countStored,
  forgetCount,
  livingCounts,
  type StoredCount,
  secondsUntil,
  takingPart,
  waitingPart,
} from './stored.ts'

const WRITE_BEHIND_MS = 50
const KEYS_MAX = 100_000
const LOADED_MAX = 10_000
const WRITTEN_AT_ONCE = 1000
const CLOCK_DOUBT_MS = 60_000

/** Limits that share their counts; to be loaded after a start and closed before an end. */
export interface RunningLimits extends Limits {
  /** Takes over what was counted before this process began. */
  load(now: Date): Promise<void>
  /** Writes what only this process knows of, and learns what others counted. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** What limits are made of. `onFault` is told when counts could not be shared; they are kept and tried again. */
export interface LimitDeps {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly isEnabled: boolean
  /** So many counts are kept in memory; 100,000 unless told. */
  readonly keysMax?: number
  readonly onFault?: (error: unknown) => void
}

/** Counts with a sliding start: every counted call moves the window, refused ones do not, and silence for a window forgets. */
export function createLimits(parts: LimitDeps): RunningLimits {
  return parts.isEnabled ? new SharedLimits(parts) : NO_LIMITS
}

const NO_LIMITS: RunningLimits = {
  counter: () => () => 0,
  hitStored: async () => 0,
  taking: ({ when }) => sql`select 'uncounted' as name where ${when}`,
  waiting: () => sql`null::timestamptz`,
  addStored: async () => undefined,
  secondsUntil: () => 0,
  forgetStored: async () => undefined,
  load: async () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
}

class SharedLimits implements RunningLimits {
  readonly #parts: LimitDeps
  readonly #keysMax: number
  readonly #known: KnownCounts
  /** Those with calls that are not written yet. */
  #unwritten: Known[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #lastHit = new Date(0)

  constructor(parts: LimitDeps) {
    this.#parts = parts
    this.#keysMax = parts.keysMax ?? KEYS_MAX
    this.#known = new KnownCounts(this.#keysMax)
  }

  counter(rule: LimitRule, scope = ''): (whose: string, now: Date) => number {
    const windowMs = rule.windowSeconds * 1000
    const of = this.#known.under(rule.name, scope, windowMs)
    return (whose, now) => {
      const nowMs = now.getTime()
      const known = of(whose)
      const lives = known.expiresAtMs > nowMs && known.expiresAtMs <= nowMs + windowMs + CLOCK_DOUBT_MS
      if (lives && known.count >= rule.max) return secondsUntil(known.expiresAtMs, rule, now)
      known.count = lives ? known.count + 1 : 1
      known.expiresAtMs = nowMs + windowMs
      if (known.unwritten === 0) this.#unwritten.push(known)
      known.unwritten = lives ? known.unwritten + 1 : 1
      this.#lastHit = now
      this.#timer ??= outside(() => setTimeout(() => void this.flush(), WRITE_BEHIND_MS).unref())
      return 0
    }
  }

  hitStored(...[db, rule, key, now]: Parameters<Limits['hitStored']>): Promise<number> {
    return countStored(db, rule, { key, now })
  }

  taking(taking: TakeInput): RawBuilder<unknown> {
    return takingPart(taking)
  }

  waiting(rule: LimitRule, key: string, now: Date): RawBuilder<Date | null> {
    return waitingPart(rule, { key, now })
  }

  addStored(...[tx, rule, key, now]: Parameters<Limits['addStored']>): Promise<void> {
    return addStored(tx, rule, { key, now })
  }

  secondsUntil(rule: LimitRule, expiresAt: Date | null, now: Date): number {
    return secondsUntil(expiresAt?.getTime() ?? now.getTime() + rule.windowSeconds * 1000, rule, now)
  }

  forgetStored(...[tx, rule, key]: Parameters<Limits['forgetStored']>): Promise<void> {
    return forgetCount(tx, rule, key)
  }

  async load(now: Date): Promise<void> {
    this.#known.takeOver(await livingCounts(this.#parts.database.db, now, LOADED_MAX))
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => outside(() => this.#write())).catch((error: unknown) => this.#parts.onFault?.(error))
    return this.#writing
  }

  async close(): Promise<void> {
    await this.flush()
    clearTimeout(this.#timer)
  }

  async #write(): Promise<void> {
    this.#known.age(this.#lastHit.getTime())
    const waiting = united(this.#unwritten.sort(inOrder))
    this.#unwritten = []
    while (waiting.length) {
      const batch = waiting.splice(0, WRITTEN_AT_ONCE)
      const additions = batch.map(additionOf)
      for (const known of batch) known.unwritten = 0
      try {
        for (const row of await addCounts(this.#parts.database.db, additions, this.#lastHit)) learn(batch[row.at - 1], row)
      } catch (error) {
        for (const [at, known] of batch.entries()) this.#takeBack(known, additions[at]?.count ?? 0)
        this.#unwritten = [...this.#unwritten, ...waiting]
        for (const known of this.#unwritten.splice(this.#keysMax)) known.unwritten = 0
        throw error
      }
    }
  }

  #takeBack(known: Known, count: number): void {
    if (known.unwritten === 0) this.#unwritten.push(known)
    known.unwritten += count
  }
}

// In one order everywhere, so that two instances cannot wait for each other.
function inOrder(one: Known, other: Known): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1
  return one.name < other.name ? -1 : 1
}

// One key has two counts where memory let go of the first before it was written; a statement can add to a row only once.
function united(sorted: readonly Known[]): Known[] {
  const kept: Known[] = []
  for (const known of sorted) {
    const last = kept.at(-1)
    if (last?.key === known.key && last.name === known.name) {
      known.unwritten += last.unwritten
      last.unwritten = 0
      kept.pop()
    }
    kept.push(known)
  }
  return kept
}

function additionOf({ name, key, count, unwritten, expiresAtMs }: Known): Addition {
  return { name, key, count: unwritten, expected: count, expiresAtMs }
}

function learn(known: Known | undefined, row: StoredCount): void {
  if (!known) return
  known.count = row.count + known.unwritten
  known.expiresAtMs = Math.max(known.expiresAtMs, row.expires_at.getTime())
}
