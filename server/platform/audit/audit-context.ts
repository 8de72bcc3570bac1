import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../request/caller.ts'
import type { RequestInfo } from '../request/request.ts'
import type { AuditEntry } from './audit.ts'

/** The caller, request and time of an audited action. The context of a route is one. */
export interface AuditContext {
  readonly platform: Platform
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
}

/** The same for an action that also the command line requests, where there is no request. */
export type AuditSource = Omit<AuditContext, 'request'> & { readonly request?: RequestInfo }

/** Records the action of a caller in the transaction of the action. */
export async function recordAudit(
  tx: Tx,
  context: AuditSource,
  entry: Pick<AuditEntry, 'action' | 'organizationId' | 'target' | 'details'>,
): Promise<void> {
  const { caller, request, now } = context
  await context.platform.audit.append(tx, {
    ...entry,
    userId: caller.kind === 'user' ? caller.user.id : null,
    caller,
    ...(request && { request }),
    now,
  })
}
