import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { confirmEmail } from '../changes.ts'
import type { Customer } from '../model.ts'
import { saveCustomer } from '../store.ts'
import { publishCustomer } from './publish-customer.ts'

/** A locked customer, and the email that they have confirmed: their own, or a new one. */
export interface ConfirmEmailInput {
  readonly customer: Customer
  readonly email: string
}

/**
 * Records that a customer has verified an email, which is theirs from now on; 422 where another customer has it. The first verification of an address
 * emits `customer.secured`, by which higher modules remove what strangers may have left. The caller ends the sessions.
 */
export async function confirmCustomerEmail(tx: Tx, by: AuditContext, { customer, email }: ConfirmEmailInput): Promise<Customer> {
  const now = by.platform.clock.now(customer)
  const { next, events, isFirst } = confirmEmail(customer, email, now)
  if (next === customer) return customer
  await saveCustomer(tx, next)
  await publishCustomer(tx, by, { customer: next, events, now })
  const { organizationId, id, isEmailTyped: wasTyped } = customer
  const payload = { organization_id: organizationId, id, was_typed: wasTyped }
  if (isFirst) await emit(tx, by.platform, { name: 'customer.secured', organizationId, resourceId: id, payload, now })
  return next
}
