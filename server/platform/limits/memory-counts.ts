// The counts in the memory of a process. Every request looks one up, so a lookup allocates nothing and moves nothing.

/** Milliseconds after which an unused count is evicted, unless a rule has a longer window. */
const ROTATE_MS = 60_000

/** The count of one key. Mutable. */
export interface MemoryCount {
  readonly name: string
  readonly key: string
  count: number
  expiresAtMs: number
  /** The part of `count` that is not written yet. */
  unwritten: number
}

/** A stored count. */
interface StoredRow {
  readonly name: string
  readonly key: string
  readonly count: number
  readonly expires_at: Date
}

/** The counts of one rule and scope, in two generations: recently used, and used before that. */
interface Scope {
  readonly name: string
  readonly suffix: string
  young: Map<string, MemoryCount>
  old: Map<string, MemoryCount>
}

/** Counts by rule, scope and subject: the recently used ones, at most `maxEntries`. */
export class MemoryCounts {
  readonly #generationSize: number
  readonly #scopes = new Map<string, Scope>()
  /** Stored counts that were loaded and not used yet. */
  readonly #stored = new Map<string, StoredRow>()
  #youngSize = 0
  #rotateMs = ROTATE_MS
  #rotatedAtMs = 0

  constructor(maxEntries: number) {
    this.#generationSize = maxEntries / 2
  }

  /** The lookup of a rule and scope: finds the count of a subject, 0 if there is none. `windowMs` is the window of the rule. */
  counterOf(name: string, scope: string, windowMs: number): (subject: string) => MemoryCount {
    this.#rotateMs = Math.max(this.#rotateMs, windowMs)
    const id = `${name} ${scope}`
    const known: Scope = this.#scopes.get(id) ?? { name, suffix: scope && ` ${scope}`, young: new Map(), old: new Map() }
    this.#scopes.set(id, known)
    return (subject) => known.young.get(subject) ?? this.#promote(known, subject)
  }

  /** Loads stored counts: each replaces the count in memory on its next use. */
  load(rows: readonly StoredRow[]): void {
    for (const row of rows) {
      this.#stored.set(idOf(row.name, row.key), row)
      for (const scope of this.#scopes.values()) {
        if (scope.name !== row.name || !row.key.endsWith(scope.suffix)) continue
        const subject = row.key.slice(0, row.key.length - scope.suffix.length)
        scope.young.delete(subject)
        scope.old.delete(subject)
      }
    }
  }

  /** Evicts unused counts; does nothing if the last eviction was recent. */
  evict(nowMs: number): void {
    if (Math.abs(nowMs - this.#rotatedAtMs) < this.#rotateMs) return
    this.#rotate()
    this.#rotatedAtMs = nowMs
    for (const [id, row] of this.#stored) if (row.expires_at.getTime() <= nowMs) this.#stored.delete(id)
  }

  #promote(scope: Scope, subject: string): MemoryCount {
    if (this.#youngSize >= this.#generationSize) this.#rotate()
    const known = scope.old.get(subject) ?? this.#create(scope.name, `${subject}${scope.suffix}`)
    scope.young.set(subject, known)
    this.#youngSize += 1
    return known
  }

  #create(name: string, key: string): MemoryCount {
    const id = idOf(name, key)
    const before = this.#stored.get(id)
    this.#stored.delete(id)
    return { name, key, count: before?.count ?? 0, expiresAtMs: before?.expires_at.getTime() ?? 0, unwritten: 0 }
  }

  #rotate(): void {
    for (const scope of this.#scopes.values()) {
      scope.old = scope.young
      scope.young = new Map()
    }
    this.#youngSize = 0
  }
}

function idOf(name: string, key: string): string {
  return `${name} ${key}`
}
