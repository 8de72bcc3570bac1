import type { Outcome } from '#kernel/changes/outcome.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { invalid, valueProblem } from '#kernel/refusal.ts'
import type { Address, Customer, TaxId } from './model.ts'

/** The keys by which a checkout identifies its buyer. */
export interface Buyer {
  readonly customerId: string | null
  readonly externalId: string | null
  readonly email: string | null
}

type MatchableCustomer = Pick<Customer, 'id' | 'externalId' | 'email' | 'deletedAt'>

/** The customer that a buyer matches, or a new one. `externalId` is the customer's from now on. */
export type Match<Candidate> =
  | { readonly kind: 'known'; readonly customer: Candidate; readonly externalId: string | null; readonly isByEmail: boolean }
  | { readonly kind: 'new'; readonly externalId: string | null; readonly email: string | null }

/**
 * Matches a buyer to a customer by id, then external id, then email; deleted customers never match (rules C13, C14).
 * `candidates` are the customers of one merchant that share any of the three. A customer matched by email adopts the buyer's
 * external id unless it has another, which is refused (422).
 */
export function matchCustomer<Candidate extends MatchableCustomer>(buyer: Buyer, candidates: readonly Candidate[]): Match<Candidate> {
  const living = candidates.filter((candidate) => candidate.deletedAt === null)
  const named = living.find((candidate) => buyer.customerId !== null && candidate.id === buyer.customerId)
  const sameExternalId = living.find((candidate) => buyer.externalId !== null && candidate.externalId === buyer.externalId)
  const known = named ?? sameExternalId
  if (known) return { kind: 'known', customer: known, externalId: known.externalId, isByEmail: false }
  const email = buyer.email === null ? null : foldEmail(buyer.email)
  const sameEmail = living.find((candidate) => email !== null && foldEmail(candidate.email) === email)
  if (!sameEmail) return { kind: 'new', externalId: buyer.externalId, email }
  if (buyer.externalId !== null && sameEmail.externalId !== null) {
    invalid([valueProblem(['body', 'customer_email'], 'A customer with this email has another external id.')])
  }
  return { kind: 'known', customer: sameEmail, externalId: sameEmail.externalId ?? buyer.externalId, isByEmail: true }
}

/** What a paid checkout says about its buyer. */
export interface BuyerDetails {
  readonly email: string
  readonly name: string | null
  readonly externalId: string | null
  readonly billingAddress: Address | null
  readonly taxId: TaxId | null
  readonly metadata: Metadata
}

/** Creates a customer, at the first purchase or for the merchant. The email is folded; neither verifies it. */
export function newCustomer(
  details: BuyerDetails & { readonly isTaxExempt?: boolean },
  context: { readonly id: string; readonly organizationId: string; readonly now: Date },
): Outcome<Customer, 'customer.created'> {
  return {
    next: {
      id: context.id,
      organizationId: context.organizationId,
      externalId: details.externalId,
      email: foldEmail(details.email),
      isEmailVerified: false,
      name: details.name,
      billingAddress: details.billingAddress,
      taxId: details.taxId,
      isTaxExempt: details.isTaxExempt ?? false,
      metadata: details.metadata,
      createdAt: context.now,
      modifiedAt: null,
      deletedAt: null,
    },
    events: ['customer.created'],
  }
}

/**
 * Updates a known customer from a purchase: name, address and tax id as entered, metadata merged, the external id if there was none
 * (rules C14, C15). No event follows when nothing changes.
 */
export function updateFromPurchase(
  customer: Customer,
  details: Omit<BuyerDetails, 'email'>,
  now: Date,
): Outcome<Customer, 'customer.updated'> {
  const next: Customer = {
    ...customer,
    externalId: customer.externalId ?? details.externalId,
    name: details.name ?? customer.name,
    billingAddress: details.billingAddress ?? customer.billingAddress,
    taxId: details.taxId ?? customer.taxId,
    metadata: { ...customer.metadata, ...details.metadata },
  }
  const hasChanged = JSON.stringify(next) !== JSON.stringify(customer)
  return hasChanged ? { next: { ...next, modifiedAt: now }, events: ['customer.updated'] } : { next: customer, events: [] }
}
