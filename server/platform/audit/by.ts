import type { Tx } from '../database/database.ts'
import type { Caller } from '../http/caller.ts'
import type { RequestInfo } from '../http/request.ts'
import type { Platform } from '../platform.ts'
import type { AuditEntry } from './audit.ts'

/** Who acts, from where and when: what a route hands to an action that is written down. A route's call is one. */
export interface AuditContext {
  readonly platform: Platform
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
}

/** Writes down what a caller did in an organization, in the transaction in which it was done. */
export async function auditBy(
  tx: Tx,
  by: AuditContext,
  done: Pick<AuditEntry, 'action' | 'organizationId' | 'target' | 'details'>,
): Promise<void> {
  const { caller, request, now } = by
  await by.platform.audit.append(tx, { ...done, userId: caller.kind === 'user' ? caller.user.id : null, caller, request, now })
}
