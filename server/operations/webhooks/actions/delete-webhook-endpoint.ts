import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { refusals } from '../refusals.ts'
import { lockWebhookEndpoint, deleteWebhookEndpoint as markDeleted, skipPendingEvents } from '../store.ts'
import { auditEntryOf } from './create-webhook-endpoint.ts'

/** Deletes an endpoint of one of the organizations; its pending events are skipped. */
export async function deleteWebhookEndpoint(
  tx: Tx,
  by: AuditContext,
  target: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const endpoint = (await lockWebhookEndpoint(tx, target.tenants, target.id)) ?? refuse(refusals.ResourceNotFound)
  await markDeleted(tx, endpoint, by.now)
  await skipPendingEvents(tx, endpoint, by.now)
  await recordAudit(tx, by, auditEntryOf('webhook_endpoint.deleted', endpoint))
}
