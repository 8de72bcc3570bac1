import type { EventName, EventPayload } from '#contract/events.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'

/** An event as listeners get it. */
export interface ReceivedEvent<N extends EventName = EventName> {
  readonly id: string
  readonly name: N
  readonly organizationId: string | null
  /** Increasing without gaps, per organization; of events for the operator, over all of them; 0 for other events without an organization. */
  readonly sequence: number
  readonly audience: string
  readonly resourceId: string
  readonly payload: EventPayload<N>
  readonly happenedAt: Date
}

/** The values that a listener gets besides the event. */
export interface ListenerContext {
  readonly platform: Platform
  readonly now: Date
}

/** A listener on events. */
export interface Listener {
  /** Unique: `webhooks:enqueue-deliveries`. */
  readonly name: string
  readonly events: readonly EventName[] | '*'
  /**
   * Runs in the transaction of the relay, events in order: use SQL only, and enqueue a job for anything slow. If it throws, a job
   * delivers the event to it again later; other listeners continue.
   */
  readonly handle: (tx: Tx, event: ReceivedEvent, context: ListenerContext) => Promise<void>
  /** The same for the events of a batch, in their order, after the other listeners: for a listener on every event. */
  readonly handleBatch?: (tx: Tx, events: readonly ReceivedEvent[], context: ListenerContext) => Promise<void>
}

/** Declares a listener on the named events, or on all with `*`. */
export function on<const N extends EventName>(
  events: readonly N[] | '*',
  name: string,
  handle: (tx: Tx, event: ReceivedEvent<N>, context: ListenerContext) => Promise<void>,
): Listener {
  return { name, events, handle: handle as Listener['handle'] }
}

/** Declares a listener that handles the events of a batch together, so that a thousand events do not cost thousands of round trips. */
export function onBatch(events: Listener['events'], name: string, handleBatch: NonNullable<Listener['handleBatch']>): Listener {
  return { name, events, handleBatch, handle: (tx, event, context) => handleBatch(tx, [event], context) }
}
