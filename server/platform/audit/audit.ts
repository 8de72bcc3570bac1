import type { Tx } from '../database/database.ts'
import type { Caller } from '../http/caller.ts'
import type { RequestInfo } from '../http/request.ts'

/** One thing done: by whom, as whom, what, on what, from where. */
export interface AuditEntry {
  /** Past tense, dotted: `user.signed_in`, `product.created`. */
  readonly action: string
  /** Whose log it belongs to; null for the platform's own. */
  readonly organizationId: string | null
  /** The person it was done by or to; null when a program did it. */
  readonly userId: string | null
  readonly caller: Caller
  readonly target?: { readonly type: string; readonly id: string }
  /** Facts worth keeping; never a secret. */
  readonly details?: Record<string, string | number | boolean | null>
  readonly request?: Pick<RequestInfo, 'id' | 'address' | 'userAgent'>
  readonly now: Date
}

/** The append-only record of what was done. */
export interface Audit {
  /** Writes `entry` in the transaction of what it tells of. */
  append(tx: Tx, entry: AuditEntry): Promise<void>
}
