import { present } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import { lockCustomer } from '#merchant/customers/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { PaymentMethod } from '../methods/model.ts'
import { findByReference, paymentMethods, replaceDefault } from '../methods/store.ts'

/** A payment method that a charge or a set-up has saved at its processor. `method` is the reference in the processor's answer. */
export interface SavePaymentMethodInput
  extends Pick<PaymentMethod, 'organizationId' | 'customerId' | 'processor' | 'method' | 'brand' | 'last4'> {
  readonly expMonth?: number | null
  readonly expYear?: number | null
  /** A buyer saves it who has only typed the address of the customer: it never becomes the default, and the customer does not see it. */
  readonly isUnproven?: boolean
  readonly now: Date
}

/**
 * Records a payment method of a customer, whose default it becomes unless it is unproven; above twenty the oldest one is removed. Idempotent by its reference:
 * a known one stays as it is. One of a customer that was deleted meanwhile is removed at once. Locks the customer: call it before
 * anything below it is locked, or with the customer locked.
 */
export async function savePaymentMethod(tx: Tx, platform: Platform, { now, ...input }: SavePaymentMethodInput): Promise<PaymentMethod> {
  const { organizationId, customerId, isUnproven = false } = input
  const customer = present(await lockCustomer(tx, organizationId, customerId), 'The customer of a payment method')
  const known = await findByReference(tx, input)
  if (known) return known
  const isLive = customer.deletedAt === null
  const isDefault = isLive && !isUnproven
  const method: PaymentMethod = {
    expMonth: null,
    expYear: null,
    ...input,
    id: newId(now),
    isUnproven,
    isDefault,
    createdAt: now,
    removedAt: isLive ? null : now,
    triedAt: null,
    detachedAt: null,
  }
  if (isDefault) await replaceDefault(tx, input, now)
  await paymentMethods.insert(tx, method)
  const payload = { organization_id: organizationId, customer_id: customerId, payment_method_id: method.id }
  if (isDefault) await emit(tx, platform, { name: 'payment_method.saved', organizationId, resourceId: method.id, payload, now })
  return method
}
