import type { EventName, EventPayload } from '#server/events.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/** A fact as its listeners get it. */
export interface ReceivedEvent<N extends EventName = EventName> {
  readonly id: string
  readonly name: N
  readonly organizationId: string | null
  /** Per organization, increasing, without gaps; 0 for facts of no organization. */
  readonly sequence: number
  readonly audience: string
  readonly resourceId: string
  readonly payload: EventPayload<N>
  readonly happenedAt: Date
}

/** What a listener is given besides the fact; `now` is UTC. */
export interface ListenerContext {
  readonly platform: Platform
  readonly now: Date
}

/** Someone who hears facts. */
export interface Listener {
  /** Unique: `webhooks:enqueue-deliveries`. */
  readonly name: string
  readonly facts: readonly EventName[] | '*'
  /**
   * Runs in the relay's transaction, facts in order: SQL only, and enqueue a job for anything slow. When it throws, the fact is
   * given to it again later by a job with retries; other listeners go on.
   */
  readonly handle: (tx: Tx, fact: ReceivedEvent, about: ListenerContext) => Promise<void>
}

/** Declares a listener on the facts named, or on all with `*`. */
export function on<const N extends EventName>(
  facts: readonly N[] | '*',
  name: string,
  handle: (tx: Tx, fact: ReceivedEvent<N>, about: ListenerContext) => Promise<void>,
): Listener {
  return { name, facts, handle: handle as Listener['handle'] }
}
