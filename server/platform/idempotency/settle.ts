import type { Refusal } from '#kernel/refusal.ts'
import type { RunTransaction, Tx } from '../database/database.ts'

/** The last answer to a request: the body of a success, or the refusal that the handler then throws (a recorded decline). */
export type FinalAnswer<Body = unknown> = { readonly body: Body } | Refusal

/** Settles an idempotent request inside the transaction that finishes its work, so that a repeated request gets the same answer. */
export type Settle = (tx: Tx, answer: FinalAnswer) => Promise<void>

/** A request that a client may repeat with its `Idempotency-Key`, and whose handler opens its transactions itself. */
export interface RepeatableRequest {
  /** Opens a transaction; between two of them the action may hash or call a processor. */
  readonly transaction: RunTransaction
  /** Writes the answer for the request's `Idempotency-Key`; does nothing without one. */
  readonly settle: Settle
  /** The idempotency key to pass to other systems (a payment processor): the same for every repeat of the request. */
  readonly idempotencyKey: string | undefined
}
