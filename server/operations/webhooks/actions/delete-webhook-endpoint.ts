import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { refusals } from '../refusals.ts'
import { lockWebhookEndpoint, skipPendingEvents, deleteWebhookEndpoint as takeAway } from '../store.ts'
import { done } from './create-webhook-endpoint.ts'

/** Takes the endpoint `id` of one of the organizations away; what still waits for it is not sent. */
export async function deleteWebhookEndpoint(
  tx: Tx,
  by: AuditContext,
  at: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const endpoint = (await lockWebhookEndpoint(tx, at.tenants, at.id)) ?? refuse(refusals.ResourceNotFound)
  await takeAway(tx, endpoint, by.now)
  await skipPendingEvents(tx, endpoint, by.now)
  await auditBy(tx, by, done('webhook_endpoint.deleted', endpoint))
}
