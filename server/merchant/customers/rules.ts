import type { Outcome } from '#kernel/changes/outcome.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import type { Metadata } from '#kernel/metadata.ts'
import type { Address, Buyer, Customer, TaxId } from './model.ts'

type MatchableCustomer = Pick<Customer, 'id' | 'externalId' | 'email' | 'hasEmail' | 'deletedAt'>

/** The properties that identify a new customer. */
export interface NewIdentity {
  readonly externalId: string | null
  readonly hasEmail: boolean
  readonly isEmailTyped: boolean
}

/** The customer that a buyer matches, or a new one. `externalId` is the customer's from now on. */
export type Match<Candidate> =
  | { readonly kind: 'known'; readonly customer: Candidate; readonly externalId: string | null; readonly isByTypedEmail: boolean }
  | ({ readonly kind: 'new'; readonly email: string | null } & NewIdentity)

/**
 * Matches a buyer to a customer by id, then external id, then email; deleted customers never match (rules C13, C14, decision 80).
 * `candidates` are the customers of one merchant that share any of the three. An external id that is not taken belongs to a new customer,
 * unless the customer with the address has none and the address is not merely typed: then they adopt it.
 */
export function matchCustomer<Candidate extends MatchableCustomer>(buyer: Buyer, candidates: readonly Candidate[]): Match<Candidate> {
  const { externalId, emailSource } = buyer
  const known = namedCustomer(buyer, candidates)
  if (known)
    return { kind: 'known', customer: known, externalId: known.externalId ?? freeId(externalId, candidates), isByTypedEmail: false }
  const email = buyer.email === null ? null : foldEmail(buyer.email)
  const isTyped = emailSource === 'typed'
  const owner = ownerOf(email, candidates)
  if (!owner) return { kind: 'new', externalId, email, hasEmail: externalId === null || !isTyped, isEmailTyped: isTyped }
  if (externalId === null) return { kind: 'known', customer: owner, externalId: owner.externalId, isByTypedEmail: isTyped }
  if (!isTyped && owner.externalId === null) return { kind: 'known', customer: owner, externalId, isByTypedEmail: false }
  return { kind: 'new', externalId, email, hasEmail: false, isEmailTyped: true }
}

function freeId(externalId: string | null, candidates: readonly MatchableCustomer[]): string | null {
  return candidates.some((candidate) => candidate.deletedAt === null && candidate.externalId === externalId) ? null : externalId
}

/** Whether the merchant's server states an address of a customer with another external id (rule C14; 422). */
export function isForeignEmail(buyer: Buyer, candidates: readonly MatchableCustomer[]): boolean {
  if (buyer.emailSource !== 'stated' || buyer.email === null || buyer.externalId === null || namedCustomer(buyer, candidates)) return false
  const owner = ownerOf(foldEmail(buyer.email), candidates)
  return owner !== undefined && owner.externalId !== null
}

function namedCustomer<Candidate extends MatchableCustomer>(
  { customerId, externalId }: Buyer,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const living = candidates.filter((candidate) => candidate.deletedAt === null)
  const named = living.find((candidate) => customerId !== null && candidate.id === customerId)
  return named ?? living.find((candidate) => externalId !== null && candidate.externalId === externalId)
}

// `email` is folded.
function ownerOf<Candidate extends MatchableCustomer>(email: string | null, candidates: readonly Candidate[]): Candidate | undefined {
  if (email === null) return undefined
  return candidates.find((candidate) => candidate.deletedAt === null && candidate.hasEmail && foldEmail(candidate.email) === email)
}

/** The details of the buyer that a paid checkout states. */
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
  details: BuyerDetails & NewIdentity & { readonly isTaxExempt?: boolean },
  context: { readonly id: string; readonly organizationId: string; readonly now: Date },
): Outcome<Customer, 'customer.created'> {
  return {
    next: {
      id: context.id,
      organizationId: context.organizationId,
      externalId: details.externalId,
      isExternalIdDoubtful: false,
      email: foldEmail(details.email),
      hasEmail: details.hasEmail,
      isEmailTyped: details.isEmailTyped,
      isEmailVerified: false,
      emailVerifiedAt: null,
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
 * Updates a customer from a purchase of theirs: name, address and tax id as entered, metadata merged, the external id if there was none
 * (rules C14, C15). What is less precise overwrites nothing. No event follows when nothing changes. Not for a customer who was matched by a
 * typed address alone: what that buyer entered stays with the order.
 */
export function updateFromPurchase(
  customer: Customer,
  details: Omit<BuyerDetails, 'email'>,
  now: Date,
): Outcome<Customer, 'customer.updated'> {
  const { billingAddress } = details
  const next: Customer = {
    ...customer,
    externalId: customer.externalId ?? details.externalId,
    name: details.name || customer.name,
    billingAddress: billingAddress && replaces(billingAddress, customer.billingAddress) ? billingAddress : customer.billingAddress,
    taxId: details.taxId ?? customer.taxId,
    metadata: { ...customer.metadata, ...details.metadata },
  }
  const hasChanged = JSON.stringify(next) !== JSON.stringify(customer)
  return hasChanged ? { next: { ...next, modifiedAt: now }, events: ['customer.updated'] } : { next: customer, events: [] }
}

/** The parts of an address that place it within its country, the most precise first. */
const PLACING_PARTS = ['line1', 'postalCode', 'city', 'state'] as const

/**
 * Whether an address takes the place of the present one: it does unless it is less precise. In the same country it has every part that
 * the present one has; in another one a street takes the place of a street.
 */
export function replaces(entered: Address, present: Address | null): boolean {
  if (present === null) return true
  if (entered.country === present.country) return PLACING_PARTS.every((part) => !present[part] || Boolean(entered[part]))
  return precisionOf(entered) >= precisionOf(present)
}

// 0: the country alone · 1: a place in it · 2: a street.
function precisionOf(address: Address): number {
  if (address.line1) return 2
  return PLACING_PARTS.some((part) => address[part]) ? 1 : 0
}
