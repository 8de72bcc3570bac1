// The counts that a process has in memory. Every request looks one up, so that a look-up makes nothing and moves nothing.

/** Milliseconds after which what nobody asked for is forgotten, where no rule counts for longer. */
const TURN_MS = 60_000

/** One key's count. Changed in place. */
export interface Known {
  readonly name: string
  readonly key: string
  count: number
  expiresAtMs: number
  /** Of `count`, those that are not written yet. */
  unwritten: number
}

/** A count that was written before. */
interface Written {
  readonly name: string
  readonly key: string
  readonly count: number
  readonly expires_at: Date
}

/** The counts of one rule and scope, in two generations: what was asked for lately, and what was before that. */
interface Scope {
  readonly name: string
  readonly suffix: string
  young: Map<string, Known>
  old: Map<string, Known>
}

/** Counts by rule, scope and whose they are: those last asked for, at most `most` of them. */
export class KnownCounts {
  readonly #half: number
  readonly #scopes = new Map<string, Scope>()
  /** Counts that were taken over and not yet asked for. */
  readonly #written = new Map<string, Written>()
  #young = 0
  #turnMs = TURN_MS
  #turnedAtMs = 0

  constructor(most: number) {
    this.#half = most / 2
  }

  /** Finds the count of whoever it is, 0 where there is none, under a rule of so many milliseconds and what it is asked for. */
  under(name: string, scope: string, windowMs: number): (whose: string) => Known {
    this.#turnMs = Math.max(this.#turnMs, windowMs)
    const id = `${name} ${scope}`
    const known: Scope = this.#scopes.get(id) ?? { name, suffix: scope && ` ${scope}`, young: new Map(), old: new Map() }
    this.#scopes.set(id, known)
    return (whose) => known.young.get(whose) ?? this.#renewed(known, whose)
  }

  /** Takes counts over: they stand in place of what is known, and are told to whoever asks first. */
  takeOver(rows: readonly Written[]): void {
    for (const row of rows) {
      this.#written.set(idOf(row.name, row.key), row)
      for (const scope of this.#scopes.values()) {
        if (scope.name !== row.name || !row.key.endsWith(scope.suffix)) continue
        const whose = row.key.slice(0, row.key.length - scope.suffix.length)
        scope.young.delete(whose)
        scope.old.delete(whose)
      }
    }
  }

  /** Forgets now and then what nobody has asked for. */
  age(nowMs: number): void {
    if (Math.abs(nowMs - this.#turnedAtMs) < this.#turnMs) return
    this.#turn()
    this.#turnedAtMs = nowMs
    for (const [id, row] of this.#written) if (row.expires_at.getTime() <= nowMs) this.#written.delete(id)
  }

  #renewed(scope: Scope, whose: string): Known {
    if (this.#young >= this.#half) this.#turn()
    const known = scope.old.get(whose) ?? this.#made(scope.name, `${whose}${scope.suffix}`)
    scope.young.set(whose, known)
    this.#young += 1
    return known
  }

  #made(name: string, key: string): Known {
    const id = idOf(name, key)
    const before = this.#written.get(id)
    this.#written.delete(id)
    return { name, key, count: before?.count ?? 0, expiresAtMs: before?.expires_at.getTime() ?? 0, unwritten: 0 }
  }

  #turn(): void {
    for (const scope of this.#scopes.values()) {
      scope.old = scope.young
      scope.young = new Map()
    }
    this.#young = 0
  }
}

function idOf(name: string, key: string): string {
  return `${name} ${key}`
}
