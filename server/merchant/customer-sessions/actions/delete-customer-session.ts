import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { CustomerCaller } from '#platform/request/caller.ts'
import { deleteSession } from '../store.ts'

/** Deletes the session of a customer who signs out: from then on its token is refused. A second request at the same time changes nothing. */
export async function deleteCustomerSession(tx: Tx, by: AuditContext, caller: CustomerCaller): Promise<void> {
  const { organizationId, customerId, sessionId } = caller
  if (!(await deleteSession(tx, organizationId, sessionId))) return
  await recordAudit(tx, by, { action: 'customer_session.ended', organizationId, target: { type: 'customer', id: customerId } })
}
