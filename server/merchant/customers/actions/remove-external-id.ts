import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { removeExternalId } from '../changes.ts'
import type { Customer } from '../model.ts'
import { customerRefusals } from '../refusals.ts'
import { lockKeyedCustomer, saveCustomer } from '../store.ts'
import { publishCustomer } from './create-customer.ts'

/** A customer of one of the organizations. */
export interface RemoveExternalIdInput {
  readonly tenants: readonly string[]
  readonly id: string
}

/**
 * Takes a doubtful external id from a customer, and ends the customer's sessions: they may have been opened by it. 422 where it is not in doubt.
 */
export async function removeCustomerExternalId(tx: Tx, by: AuditContext, { tenants, id }: RemoveExternalIdInput): Promise<Customer> {
  const customer = (await lockKeyedCustomer(tx, tenants, { id })) ?? refuse(customerRefusals.ResourceNotFound)
  const now = by.platform.clock.now(customer)
  const { next, events } = removeExternalId(customer, now)
  await saveCustomer(tx, next)
  await publishCustomer(tx, by, { customer: next, events, now })
  const { organizationId } = customer
  const payload = { organization_id: organizationId, id }
  await emit(tx, by.platform, { name: 'customer.external_id_removed', organizationId, resourceId: id, payload, now })
  return next
}
