import type { FactName, FactPayload } from '#server/facts.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/** A fact as its listeners get it. */
export interface ToldFact<N extends FactName = FactName> {
  readonly id: string
  readonly name: N
  readonly organizationId: string | null
  /** Per organization, increasing, without gaps; 0 for facts of no organization. */
  readonly sequence: number
  readonly audience: string
  readonly resourceId: string
  readonly payload: FactPayload<N>
  readonly happenedAt: Date
}

/** What a listener is given besides the fact; `now` is UTC. */
export interface Hearing {
  readonly platform: Platform
  readonly now: Date
}

/** Someone who hears facts. */
export interface Listener {
  /** Unique: `webhooks:enqueue-deliveries`. */
  readonly name: string
  readonly facts: readonly FactName[] | '*'
  /**
   * Runs in the relay's transaction, facts in order: SQL only, and enqueue a job for anything slow. When it throws, the fact is
   * given to it again later by a job with retries; other listeners go on.
   */
  readonly hear: (tx: Tx, fact: ToldFact, about: Hearing) => Promise<void>
}

/** Declares a listener on the facts named, or on all with `*`. */
export function on<const N extends FactName>(
  facts: readonly N[] | '*',
  name: string,
  hear: (tx: Tx, fact: ToldFact<N>, about: Hearing) => Promise<void>,
): Listener {
  return { name, facts, hear: hear as Listener['hear'] }
}
