import type { Tx } from '../database/database.ts'
import type { Caller } from '../request/caller.ts'
import type { RequestInfo } from '../request/request.ts'

/** One recorded action. */
export interface AuditEntry {
  /** Past tense, dotted: `user.signed_in`, `product.created`. */
  readonly action: string
  /** The organization whose log it belongs to; null for the log of the platform. */
  readonly organizationId: string | null
  /** The user who did it or whom it was done to; null if there is none. */
  readonly userId: string | null
  readonly caller: Caller
  readonly target?: { readonly type: string; readonly id: string }
  /** Details worth recording; never a secret. */
  readonly details?: Record<string, string | number | boolean | null>
  readonly request?: Pick<RequestInfo, 'id' | 'ipAddress' | 'userAgent'>
  readonly now: Date
}

/** The append-only audit log. */
export interface Audit {
  /** Writes `entry` in the transaction of the action. */
  append(tx: Tx, entry: AuditEntry): Promise<void>
}
