import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { anonymize, remove } from '../changes.ts'
import { customerRefusals } from '../refusals.ts'
import { type CustomerKey, customers, lockCustomerOf, lockKeyedCustomer } from '../store.ts'
import { publishCustomer } from './publish-customer.ts'

/** The customer, looked up in `tenants`. */
export interface DeleteCustomerInput {
  readonly tenants: readonly string[]
  readonly key: CustomerKey
  /** Whether its personal data is erased, too: then a customer that is deleted already is found by its id. */
  readonly isAnonymized: boolean
}

/** Deletes a customer for its merchant: orders keep it, its sessions end, its email and external id are free again (rule S1). */
export async function deleteCustomer(tx: Tx, by: AuditContext, { tenants, key, isAnonymized }: DeleteCustomerInput): Promise<void> {
  const lock = isAnonymized && 'id' in key ? lockCustomerOf(tx, tenants, key.id) : lockKeyedCustomer(tx, tenants, key)
  const customer = (await lock) ?? refuse(customerRefusals.ResourceNotFound)
  const now = by.platform.clock.now(customer)
  const { next, events } = isAnonymized ? anonymize(customer, now) : remove(customer, now)
  if (next === customer) return
  await customers.save(tx, next)
  await publishCustomer(tx, by, { customer: next, events, former: customer, now })
}
