import { Bug } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Customer } from '../model.ts'
import { type Buyer, type BuyerDetails, matchCustomer, newCustomer } from '../rules.ts'
import { insertCustomer, lockMatchingCustomers } from '../store.ts'
import { toCustomerWire } from '../wire.ts'

/** A customer with the same email may be inserted first and deleted again between two attempts; more often than this is a bug. */
const ATTEMPTS = 3

/** The locked customer that a buyer was matched to. */
export interface AttachBuyerResult {
  readonly customer: Customer
  /** `new`: created now · `named`: by the merchant's id or external id · `by_email`: by an email that was not verified. */
  readonly matchedBy: 'new' | 'named' | 'by_email'
}

/** The buyer who confirms a checkout: the keys to find the customer by, and the details of a new one. */
export interface AttachBuyerInput {
  readonly platform: Platform
  readonly organizationId: string
  readonly customerId: string | null
  readonly details: BuyerDetails
  /** Publishes the purchase's events before `customer.created` (behaviour H10); called once the customer is locked. */
  readonly onAttached?: (customer: Customer) => Promise<void>
  readonly now: Date
}

/**
 * Finds the customer of a buyer by id, external id or email, or creates one, and locks it (rules C13, C14; 422 at
 * `customer_email` when the email belongs to another external id). A known customer does not change before the payment.
 */
export async function attachBuyer(tx: Tx, input: AttachBuyerInput): Promise<AttachBuyerResult> {
  const { platform, organizationId, details, now } = input
  const buyer: Buyer = { customerId: input.customerId, externalId: details.externalId, email: details.email }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const match = matchCustomer(buyer, await lockMatchingCustomers(tx, organizationId, buyer))
    if (match.kind === 'known') {
      await input.onAttached?.(match.customer)
      return { customer: match.customer, matchedBy: match.isByEmail ? 'by_email' : 'named' }
    }
    const { next, events } = newCustomer(details, { id: newId(now), organizationId, now })
    if (!(await insertCustomer(tx, next))) continue
    await input.onAttached?.(next)
    const payload = toCustomerWire(next, platform.settings.BASE_URL)
    for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: next.id, payload, now })
    return { customer: next, matchedBy: 'new' }
  }
  throw new Bug('A customer could be neither found nor created')
}
