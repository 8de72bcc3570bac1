import type { Refusal } from '#kernel/refusal.ts'
import type { Tx } from '../database/database.ts'

/**
 * Settles an idempotent request inside the transaction that finishes its work, so that a repeated request gets the same answer: the
 * body of a success, or the refusal that the handler then throws (a recorded decline).
 */
export type Settle = (tx: Tx, answer: { readonly body: unknown } | Refusal) => Promise<void>
