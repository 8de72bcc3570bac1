import { Bug } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Buyer, Customer, EmailSource } from '../model.ts'
import { type BuyerDetails, matchCustomer, newCustomer } from '../rules.ts'
import { insertCustomer, lockMatchingCustomers } from '../store.ts'
import { toCustomerWire } from '../wire.ts'

/** A customer with the same email may be inserted first and deleted again between two attempts; more often than this is a bug. */
const ATTEMPTS = 3

/** The locked customer that a buyer was matched to. */
export interface AttachBuyerResult {
  readonly customer: Customer
  /** `new`: created now · `named`: by the merchant's server, or by an address that was verified · `typed`: by an address that was only typed. */
  readonly matchedBy: 'new' | 'named' | 'typed'
  /** That of the customer from now on. */
  readonly externalId: string | null
}

/** The buyer who confirms a checkout: the keys to find the customer by, and the details of a new one. */
export interface AttachBuyerInput {
  readonly platform: Platform
  readonly organizationId: string
  readonly customerId: string | null
  readonly details: BuyerDetails
  readonly emailSource: EmailSource
  /** Publishes the purchase's events before `customer.created` (behaviour H10); called once the customer is locked. */
  readonly onAttached?: (customer: Customer) => Promise<void>
  readonly now: Date
}

/**
 * Finds the customer of a buyer by id, external id or email, or creates one, and locks it (rules C13, C14). A known customer does not change
 * here.
 */
export async function attachBuyer(tx: Tx, input: AttachBuyerInput): Promise<AttachBuyerResult> {
  const { platform, organizationId, details, now } = input
  const { customerId, emailSource } = input
  const buyer: Buyer = { customerId, externalId: details.externalId, email: details.email, emailSource }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const match = matchCustomer(buyer, await lockMatchingCustomers(tx, organizationId, buyer))
    if (match.kind === 'known') {
      await input.onAttached?.(match.customer)
      return { customer: match.customer, matchedBy: match.isByTypedEmail ? 'typed' : 'named', externalId: match.externalId }
    }
    const { hasEmail, isEmailTyped } = match
    const { next, events } = newCustomer({ ...details, hasEmail, isEmailTyped }, { id: newId(now), organizationId, now })
    if (!(await insertCustomer(tx, next))) continue
    await input.onAttached?.(next)
    const payload = toCustomerWire(next, platform.settings.BASE_URL)
    for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: next.id, payload, now })
    return { customer: next, matchedBy: 'new', externalId: next.externalId }
  }
  throw new Bug('A customer could be neither found nor created')
}
