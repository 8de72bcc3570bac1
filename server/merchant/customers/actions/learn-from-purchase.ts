import { present } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Customer } from '../model.ts'
import { type BuyerFacts, learnFromPurchase } from '../rules.ts'
import { adoptExternalId, lockCustomer, saveCustomer } from '../store.ts'
import { toCustomerWire } from '../wire.ts'

/** A purchase that was paid, and what the buyer wrote in its form. */
export interface Purchase {
  readonly platform: Platform
  readonly organizationId: string
  readonly customerId: string
  readonly facts: Omit<BuyerFacts, 'email'>
  readonly now: Date
}

/** Writes down what a paid purchase teaches about its customer (rules C14, C15); gives the customer as it is then, locked. */
export async function learnFromPaidPurchase(tx: Tx, given: Purchase): Promise<Customer> {
  const { platform, organizationId, customerId, facts, now } = given
  const customer = present(await lockCustomer(tx, organizationId, customerId), 'The customer of a purchase')
  const { next, events } = learnFromPurchase(customer, await withFreeExternalId(tx, customer, facts), now)
  if (next !== customer) await saveCustomer(tx, next)
  const payload = toCustomerWire(next, platform.settings.BASE_URL)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: customerId, payload, now })
  return next
}

// Between confirming and being paid somebody else may have got the external id: the payment counts all the same.
async function withFreeExternalId(tx: Tx, customer: Customer, facts: Purchase['facts']): Promise<Purchase['facts']> {
  const { externalId } = facts
  if (externalId === null || customer.externalId !== null) return facts
  return (await adoptExternalId(tx, customer, externalId)) ? facts : { ...facts, externalId: null }
}
