import { refuse } from '#kernel/refusal.ts'
import { customers } from '#merchant/customers/index.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import type { PaymentMethod } from '../methods/model.ts'
import { removeMethod } from '../methods/store.ts'
import { paymentRefusals } from '../refusals.ts'
import { removeAtProcessor } from './remove-at-processor.ts'

/** A payment method of a customer of one of the tenants. */
export interface RemovePaymentMethodInput extends AuditContext {
  readonly tenants: readonly string[]
  readonly customerId: string
  readonly id: string
  readonly transaction: RunTransaction
  readonly settle: Settle
}

/** Removes a payment method: here in one transaction, then at its processor, outside any. Refuses one that is unknown or removed (404). */
export async function removePaymentMethod(input: RemovePaymentMethodInput): Promise<void> {
  await removeAtProcessor(input.platform, await input.transaction((tx) => recordRemoval(tx, input)))
}

async function recordRemoval(tx: Tx, input: RemovePaymentMethodInput): Promise<PaymentMethod> {
  const customer = (await customers.lock(tx, input.tenants, input.customerId)) ?? refuse(paymentRefusals.ResourceNotFound)
  const { organizationId, id: customerId } = customer
  const now = input.platform.clock.now(customer)
  const removed = (await removeMethod(tx, { organizationId, customerId, id: input.id, now })) ?? refuse(paymentRefusals.ResourceNotFound)
  await recordAudit(tx, input, {
    action: 'customer.payment_method_removed',
    organizationId,
    target: { type: 'customer', id: customerId },
    details: { payment_method_id: removed.id, brand: removed.brand },
  })
  await input.settle(tx, { body: undefined })
  return removed
}
