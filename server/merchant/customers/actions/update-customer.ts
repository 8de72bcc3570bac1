import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { type CustomerChanges, update } from '../changes.ts'
import type { Customer } from '../model.ts'
import { customerRefusals } from '../refusals.ts'
import { type CustomerKey, lockKeyedCustomer, saveCustomer } from '../store.ts'
import { publishCustomer } from './publish-customer.ts'

/** The customer, looked up in `tenants`, and its changes. */
export interface UpdateCustomerInput {
  readonly tenants: readonly string[]
  readonly key: CustomerKey
  readonly changes: CustomerChanges
}

/** Updates a customer for its merchant (rule S1; 422 at the field of a problem). */
export async function updateCustomer(tx: Tx, by: AuditContext, { tenants, key, changes }: UpdateCustomerInput): Promise<Customer> {
  const customer = (await lockKeyedCustomer(tx, tenants, key)) ?? refuse(customerRefusals.ResourceNotFound)
  const now = by.platform.clock.now(customer)
  const { next, events } = update(customer, changes, now)
  if (next === customer) return customer
  await saveCustomer(tx, next)
  await publishCustomer(tx, by, { customer: next, events, now })
  return next
}
