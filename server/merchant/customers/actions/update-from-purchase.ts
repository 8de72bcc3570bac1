import { present } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Customer } from '../model.ts'
import { type BuyerDetails, updateFromPurchase } from '../rules.ts'
import { adoptExternalId, customers, lockCustomer } from '../store.ts'
import { toCustomerWire } from '../wire.ts'

/** A paid purchase, and what the buyer entered in its form. */
export interface UpdateFromPurchaseInput {
  readonly platform: Platform
  readonly organizationId: string
  readonly customerId: string
  readonly details: Omit<BuyerDetails, 'email'>
  readonly now: Date
}

/** Updates the customer whose purchase was paid from its form (rules C14, C15); returns the customer, locked. */
export async function updateCustomerFromPurchase(tx: Tx, input: UpdateFromPurchaseInput): Promise<Customer> {
  const { platform, organizationId, customerId, details, now } = input
  const customer = present(await lockCustomer(tx, organizationId, customerId), 'The customer of a purchase')
  const { next, events } = updateFromPurchase(customer, await withFreeExternalId(tx, customer, details), now)
  if (next !== customer) await customers.save(tx, next)
  const payload = toCustomerWire(next, platform.settings.BASE_URL)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: customerId, payload, now })
  return next
}

// Another customer may have taken the external id between the confirm and the payment; the purchase is recorded without it.
async function withFreeExternalId(
  tx: Tx,
  customer: Customer,
  details: UpdateFromPurchaseInput['details'],
): Promise<UpdateFromPurchaseInput['details']> {
  const { externalId } = details
  if (externalId === null || customer.externalId !== null) return details
  return (await adoptExternalId(tx, customer, externalId)) ? details : { ...details, externalId: null }
}
