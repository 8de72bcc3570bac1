import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { remove } from '../changes.ts'
import { customerRefusals } from '../refusals.ts'
import { type CustomerKey, customers, lockKeyedCustomer } from '../store.ts'
import { publishCustomer } from './create-customer.ts'

/** Deletes a customer for its merchant: orders keep it, its sessions end, its email and external id are free again (rule S1). */
export async function deleteCustomer(
  tx: Tx,
  by: AuditContext,
  { tenants, key }: { readonly tenants: readonly string[]; readonly key: CustomerKey },
): Promise<void> {
  const customer = (await lockKeyedCustomer(tx, tenants, key)) ?? refuse(customerRefusals.ResourceNotFound)
  const now = by.platform.clock.now(customer)
  const { next, events } = remove(customer, now)
  await customers.save(tx, next)
  await publishCustomer(tx, by, { customer: next, events, now })
}
