import type { Metadata } from '#kernel/metadata.ts'
import type { Outcome } from '#kernel/outcome.ts'
import { invalid, valueProblem } from '#kernel/refusal.ts'
import { foldEmail } from '#kernel/text.ts'
import type { Address, Customer } from './model.ts'

/** Who is buying, as far as a checkout tells. */
export interface Buyer {
  readonly customerId: string | null
  readonly externalId: string | null
  readonly email: string | null
}

type Known = Pick<Customer, 'id' | 'externalId' | 'email' | 'deletedAt'>

/** Whom a buyer turns out to be. `externalId` is what the customer has from now on. */
export type Match<Candidate> =
  | { readonly kind: 'known'; readonly customer: Candidate; readonly externalId: string | null; readonly isByEmail: boolean }
  | { readonly kind: 'new'; readonly externalId: string | null; readonly email: string | null }

/**
 * Finds the customer that a buyer is: by id, else external id, else address; deleted ones never match (rules C13, C14).
 * `candidates` are the customers of one merchant that share any of the three. An external id is adopted by a customer found
 * by address who has none; one who has another is refused (422).
 */
export function matchCustomer<Candidate extends Known>(buyer: Buyer, candidates: readonly Candidate[]): Match<Candidate> {
  const living = candidates.filter((candidate) => candidate.deletedAt === null)
  const named = living.find((candidate) => buyer.customerId !== null && candidate.id === buyer.customerId)
  const foreign = living.find((candidate) => buyer.externalId !== null && candidate.externalId === buyer.externalId)
  const known = named ?? foreign
  if (known) return { kind: 'known', customer: known, externalId: known.externalId, isByEmail: false }
  const email = buyer.email === null ? null : foldEmail(buyer.email)
  const addressed = living.find((candidate) => email !== null && foldEmail(candidate.email) === email)
  if (!addressed) return { kind: 'new', externalId: buyer.externalId, email }
  if (buyer.externalId !== null && addressed.externalId !== null) {
    invalid([valueProblem(['body', 'customer_email'], 'A customer with this address has another external id.')])
  }
  return { kind: 'known', customer: addressed, externalId: addressed.externalId ?? buyer.externalId, isByEmail: true }
}

/** What a checkout knows of its buyer once it is paid. */
export interface BuyerFacts {
  readonly email: string
  readonly name: string | null
  readonly externalId: string | null
  readonly billingAddress: Address | null
  readonly metadata: Metadata
}

/** A customer made at the first purchase. The address is folded; it is not proved by buying. */
export function createCustomer(
  facts: BuyerFacts,
  made: { readonly id: string; readonly organizationId: string; readonly now: Date },
): Outcome<Customer, 'customer.created'> {
  return {
    next: {
      id: made.id,
      organizationId: made.organizationId,
      externalId: facts.externalId,
      email: foldEmail(facts.email),
      isEmailVerified: false,
      name: facts.name,
      billingAddress: facts.billingAddress,
      taxId: null,
      metadata: facts.metadata,
      createdAt: made.now,
      modifiedAt: null,
      deletedAt: null,
    },
    events: ['customer.created'],
  }
}

/**
 * What a purchase teaches about a customer who was known before: name and address as given, metadata merged, the external
 * id if there was none (rules C14, C15). Nothing is told when nothing changes.
 */
export function learnFromPurchase(customer: Customer, facts: Omit<BuyerFacts, 'email'>, now: Date): Outcome<Customer, 'customer.updated'> {
  const next: Customer = {
    ...customer,
    externalId: customer.externalId ?? facts.externalId,
    name: facts.name ?? customer.name,
    billingAddress: facts.billingAddress ?? customer.billingAddress,
    metadata: { ...customer.metadata, ...facts.metadata },
  }
  const hasChanged = JSON.stringify(next) !== JSON.stringify(customer)
  return hasChanged ? { next: { ...next, modifiedAt: now }, events: ['customer.updated'] } : { next: customer, events: [] }
}
