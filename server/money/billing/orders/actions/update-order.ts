import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { type BillingChanges, updateBilling } from '../billing-details.ts'
import { orderList } from '../reads.ts'
import { orderRefusals } from '../refusals.ts'
import { orders } from '../store.ts'
import type { FullOrder } from '../wire.ts'
import { emitOrder } from './emit-order.ts'

/** The order, looked up in `tenants`, and what its invoice is to name. */
export interface UpdateOrderInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: BillingChanges
}

/** Updates the buyer whom the invoice of an order names (rule N2; 422 once the invoice exists). */
export async function updateOrder(tx: Tx, by: AuditContext, { tenants, id, changes }: UpdateOrderInput): Promise<FullOrder> {
  const { platform } = by
  const order = (await orders.lock(tx, tenants, id)) ?? refuse(orderRefusals.ResourceNotFound)
  const now = platform.clock.now(order)
  const { next, events } = updateBilling(order, changes, now)
  if (next === order) return (await orderList.find(tx, { tenants, id }, platform)) ?? refuse(orderRefusals.ResourceNotFound)
  await orders.save(tx, next)
  const { organizationId, number } = next
  await recordAudit(tx, by, { action: 'order.updated', organizationId, target: { type: 'order', id }, details: { number } })
  return emitOrder(tx, platform, { order: next, events, now })
}
