import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { refusals } from '../refusals.ts'
import { skipPendingEvents, webhookEndpoints } from '../store.ts'
import { auditEntryOf } from './create-webhook-endpoint.ts'

/** Deletes an endpoint of one of the organizations; its pending events are skipped, and its log stays. */
export async function deleteWebhookEndpoint(
  tx: Tx,
  by: AuditContext,
  target: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const endpoint = (await webhookEndpoints.lock(tx, target.tenants, target.id)) ?? refuse(refusals.ResourceNotFound)
  const deletedAt = by.platform.clock.now({ organizationId: endpoint.organizationId })
  await webhookEndpoints.save(tx, { ...endpoint, isEnabled: false, deletedAt })
  await skipPendingEvents(tx, endpoint, by.now)
  await recordAudit(tx, by, auditEntryOf('webhook_endpoint.deleted', endpoint))
}
