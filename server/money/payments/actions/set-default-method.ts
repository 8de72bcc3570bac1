import { refuse } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { PaymentMethod } from '../methods/model.ts'
import { makeDefault } from '../methods/store.ts'
import { paymentRefusals } from '../refusals.ts'

/** A payment method of a customer of one of the tenants. */
export interface SetDefaultMethodInput {
  readonly tenants: readonly string[]
  readonly customerId: string
  readonly id: string
}

/** Makes a payment method the default one of its customer. Refuses one that is unknown or removed (404). */
export async function setDefaultMethod(tx: Tx, by: AuditContext, input: SetDefaultMethodInput): Promise<PaymentMethod> {
  const customer = (await customers.lock(tx, input.tenants, input.customerId)) ?? refuse(paymentRefusals.ResourceNotFound)
  const { organizationId, id: customerId } = customer
  const method = (await makeDefault(tx, { organizationId, customerId, id: input.id })) ?? refuse(paymentRefusals.ResourceNotFound)
  const target = { type: 'customer', id: customerId } as const
  const details = { payment_method_id: method.id, brand: method.brand }
  await recordAudit(tx, by, { action: 'customer.payment_method_preferred', organizationId, target, details })
  return method
}
