import { Bug } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Customer } from '../model.ts'
import { type Buyer, type BuyerFacts, createCustomer, matchCustomer } from '../rules.ts'
import { insertCustomer, lockCustomersAlike } from '../store.ts'
import { toCustomerWire } from '../wire.ts'

/** Somebody of the same address may come first, be seen and be deleted again: more often than this is no accident. */
const ATTEMPTS = 3

/** A buyer as the customer that they are, locked. */
export interface AttachedBuyer {
  readonly customer: Customer
  /** Whether they are made now, were named by the merchant, or are known by an address that nobody proved. */
  readonly acquaintance: 'new' | 'named' | 'by_address'
}

/** Who confirms a checkout: how to find them, and what to write down of somebody new. */
export interface AttachBuyer {
  readonly platform: Platform
  readonly organizationId: string
  readonly customerId: string | null
  readonly facts: BuyerFacts
  /** What is to be told of the purchase before a new customer is (behaviour H10); called once the customer is known. */
  readonly first?: (customer: Customer) => Promise<void>
  readonly now: Date
}

/**
 * The locked customer that a buyer is: known by id, external id or address, else made now (rules C13, C14; 422 at
 * `customer_email` when the address belongs to another external id). A known one is not changed before the payment.
 */
export async function attachBuyer(tx: Tx, given: AttachBuyer): Promise<AttachedBuyer> {
  const { platform, organizationId, facts, now } = given
  const buyer: Buyer = { customerId: given.customerId, externalId: facts.externalId, email: facts.email }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const match = matchCustomer(buyer, await lockCustomersAlike(tx, organizationId, buyer))
    if (match.kind === 'known') {
      await given.first?.(match.customer)
      return { customer: match.customer, acquaintance: match.isByEmail ? 'by_address' : 'named' }
    }
    const { next, events } = createCustomer(facts, { id: newId(now), organizationId, now })
    if (!(await insertCustomer(tx, next))) continue
    await given.first?.(next)
    const payload = toCustomerWire(next, platform.settings.BASE_URL)
    for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: next.id, payload, now })
    return { customer: next, acquaintance: 'new' }
  }
  throw new Bug('A customer could be neither found nor made')
}
