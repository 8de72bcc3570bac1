import { type RawBuilder, sql } from 'kysely'
import type { OpenDatabase } from '../database/database.ts'
import { outside } from '../database/outside.ts'
import type { LimitRule, Limits, Taking } from './limits.ts'
import { type Addition, addCounts, countStored, forgetCount, livingCounts, secondsUntil, takingPart, waitingPart } from './stored.ts'

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
export interface LimitParts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly isEnabled: boolean
  readonly onFault?: (error: unknown) => void
}

interface Known {
  count: number
  expiresAtMs: number
  /** Of `count`, those that are not written yet. */
  unwritten: number
}

/** Counts with a sliding start: every counted call moves the window, refused ones do not, and silence for a window forgets. */
export function createLimits(parts: LimitParts): RunningLimits {
  return parts.isEnabled ? new SharedLimits(parts) : NO_LIMITS
}

const NO_LIMITS: RunningLimits = {
  hit: () => 0,
  hitStored: async () => 0,
  taking: ({ when }) => sql`select 'uncounted' as name where ${when}`,
  waiting: () => sql`null::timestamptz`,
  secondsUntil: () => 0,
  forgetStored: async () => undefined,
  load: async () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
}

class SharedLimits implements RunningLimits {
  readonly #parts: LimitParts
  readonly #known = new Map<string, Known>()
  #unwritten = new Map<string, { readonly rule: LimitRule; readonly key: string }>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #lastHit = new Date(0)

  constructor(parts: LimitParts) {
    this.#parts = parts
  }

  hit(rule: LimitRule, key: string, now: Date): number {
    const id = idOf(rule.name, key)
    const windowMs = rule.windowSeconds * 1000
    const known = this.#known.get(id)
    const lives = known && known.expiresAtMs > now.getTime() && known.expiresAtMs <= now.getTime() + windowMs + CLOCK_DOUBT_MS
    if (lives && known.count >= rule.max) return secondsUntil(known.expiresAtMs, rule, now)
    const next = lives
      ? { count: known.count + 1, unwritten: known.unwritten + 1, expiresAtMs: now.getTime() + windowMs }
      : { count: 1, unwritten: 1, expiresAtMs: now.getTime() + windowMs }
    // Put at the end: the map's order is that of last use, and the front is what may be forgotten.
    this.#known.delete(id)
    this.#known.set(id, next)
    this.#unwritten.set(id, { rule, key })
    this.#lastHit = now
    this.#forget(now)
    this.#timer ??= outside(() => setTimeout(() => void this.flush(), WRITE_BEHIND_MS).unref())
    return 0
  }

  hitStored(...[tx, rule, key, now]: Parameters<Limits['hitStored']>): Promise<number> {
    return countStored(tx, rule, { key, now })
  }

  taking(taking: Taking): RawBuilder<unknown> {
    return takingPart(taking)
  }

  waiting(rule: LimitRule, key: string, now: Date): RawBuilder<Date | null> {
    return waitingPart(rule, { key, now })
  }

  secondsUntil(rule: LimitRule, expiresAt: Date | null, now: Date): number {
    return secondsUntil(expiresAt?.getTime() ?? now.getTime() + rule.windowSeconds * 1000, rule, now)
  }

  forgetStored(...[tx, rule, key]: Parameters<Limits['forgetStored']>): Promise<void> {
    return forgetCount(tx, rule, key)
  }

  async load(now: Date): Promise<void> {
    for (const row of (await livingCounts(this.#parts.database.db, now, LOADED_MAX)).toReversed())
      this.#known.set(idOf(row.name, row.key), { count: row.count, expiresAtMs: row.expires_at.getTime(), unwritten: 0 })
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
    while (this.#unwritten.size) {
      const batch = [...this.#unwritten].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, WRITTEN_AT_ONCE)
      const additions = batch.map(([id, { rule, key }]) => this.#addition(id, rule, key))
      for (const [id] of batch) this.#unwritten.delete(id)
      try {
        for (const row of await addCounts(this.#parts.database.db, additions, this.#lastHit)) this.#learn(row)
      } catch (error) {
        for (const [id, entry] of batch) this.#unwritten.set(id, entry)
        for (const each of additions) this.#takeBack(each)
        throw error
      }
    }
  }

  #addition(id: string, rule: LimitRule, key: string): Addition {
    const known = this.#known.get(id)
    const count = known?.unwritten ?? 0
    if (known) known.unwritten = 0
    return { name: rule.name, key, count, expected: known?.count ?? count, expiresAtMs: known?.expiresAtMs ?? this.#lastHit.getTime() }
  }

  #learn(row: { readonly name: string; readonly key: string; readonly count: number; readonly expires_at: Date }): void {
    const known = this.#known.get(idOf(row.name, row.key))
    if (!known) return
    known.count = row.count + known.unwritten
    known.expiresAtMs = Math.max(known.expiresAtMs, row.expires_at.getTime())
  }

  #takeBack({ name, key, count }: Addition): void {
    const known = this.#known.get(idOf(name, key))
    if (known) known.unwritten += count
  }

  #forget(now: Date): void {
    for (const [id, known] of this.#known) {
      if (this.#known.size <= KEYS_MAX && known.expiresAtMs > now.getTime()) return
      this.#known.delete(id)
      this.#unwritten.delete(id)
    }
  }
}

function idOf(name: string, key: string): string {
  return `${name} ${key}`
}
