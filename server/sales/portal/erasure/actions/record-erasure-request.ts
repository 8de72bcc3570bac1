import { refuse } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { PortalCaller } from '../../model.ts'
import { portalRefusals } from '../../refusals.ts'
import { type ErasureRequest, findErasureRequest, insertErasureRequest } from '../store.ts'

/**
 * Records that a customer asks for the erasure of their personal data, and emits it once: the owners get an email. Nothing is erased by
 * itself, because the merchant knows what the law makes it keep.
 */
export async function recordErasureRequest(
  tx: Tx,
  by: AuditContext,
  { organizationId, customerId }: PortalCaller,
): Promise<ErasureRequest> {
  const { platform } = by
  const customer = (await customers.lock(tx, [organizationId], customerId)) ?? refuse(portalRefusals.ResourceNotFound)
  const now = platform.clock.now(customer)
  const request = await insertErasureRequest(tx, { organizationId, customerId, requestedAt: now })
  if (!request) return findErasureRequest(tx, { organizationId, customerId })
  const { email, name } = customer
  const payload = { id: customerId, organization_id: organizationId, email, name }
  await emit(tx, platform, { name: 'customer.erasure_requested', organizationId, resourceId: customerId, payload, now })
  await recordAudit(tx, by, { action: 'customer.erasure_requested', organizationId, target: { type: 'customer', id: customerId } })
  return request
}
