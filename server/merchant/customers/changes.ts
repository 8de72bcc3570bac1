// The changes that a merchant makes to its customers: create, update and delete. Pure.
import type { Outcome } from '#kernel/changes/outcome.ts'
import { changeOf } from '#kernel/changes/unchanged.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { type Address, addressProblems, anonymizedEmail, type Customer, isAnonymized, type TaxId } from './model.ts'
import { newCustomer } from './rules.ts'
import { parseTaxId, type TaxIdInput } from './tax-ids.ts'

/** The values that a merchant states about a customer: a field that is undefined stays as it is, null removes its value. */
export interface CustomerChanges {
  readonly email?: string | undefined
  readonly externalId?: string | null | undefined
  readonly name?: string | null | undefined
  /** Normalized. */
  readonly billingAddress?: Address | null | undefined
  readonly taxId?: TaxIdInput | null | undefined
  readonly isTaxExempt?: boolean | undefined
  readonly metadata?: Metadata | undefined
}

const BODY = {
  email: ['body', 'email'],
  externalId: ['body', 'external_id'],
  billingAddress: ['body', 'billing_address'],
  taxId: ['body', 'tax_id'],
} as const

/** Another customer of the merchant has the email or the external id. */
export const takenKeys: Readonly<Record<'email' | 'externalId', Problem>> = {
  email: valueProblem(BODY.email, 'A customer with this email exists already.'),
  externalId: valueProblem(BODY.externalId, 'A customer with this external id exists already.'),
}

/** The merchant's statements with a tax id that was checked; all problems of address and tax id are reported at once (422). */
function checked(changes: CustomerChanges, country: string | null): { readonly taxId: TaxId | null | undefined } {
  const { billingAddress, taxId } = changes
  const parsed = taxId == null ? { taxId } : parseTaxId(taxId, { country, loc: BODY.taxId })
  const addressed = billingAddress ? addressProblems(billingAddress, BODY.billingAddress) : []
  refuseProblems([...addressed, ...('problem' in parsed ? [parsed.problem] : [])])
  return { taxId: 'problem' in parsed ? undefined : parsed.taxId }
}

/** A merchant's new customer. */
export type CustomerDraft = CustomerChanges & { readonly email: string }

/** Creates a customer for the merchant (rule S1). Reports the problems of its address and tax id (422). */
export function create(
  draft: CustomerDraft,
  context: { readonly id: string; readonly organizationId: string; readonly now: Date },
): Outcome<Customer, 'customer.created'> {
  const { taxId } = checked(draft, draft.billingAddress?.country ?? null)
  const { email, externalId = null, name = null, billingAddress = null, metadata = {}, isTaxExempt = false } = draft
  const identity = { externalId, hasEmail: true, isEmailTyped: false }
  return newCustomer({ email, ...identity, name, billingAddress, metadata, taxId: taxId ?? null, isTaxExempt }, context)
}

/**
 * Updates a customer for the merchant. The external id is settable once, then another value is refused (422), and the same one confirms it; an
 * email that the merchant states is the customer's, and a changed one is no longer verified. Nothing follows when nothing changes.
 */
export function update(customer: Customer, changes: CustomerChanges, now: Date): Outcome<Customer, 'customer.updated'> {
  const { externalId, email, name, billingAddress, metadata } = changes
  const address = billingAddress === undefined ? customer.billingAddress : billingAddress
  if (externalId !== undefined && customer.externalId !== null && externalId !== customer.externalId) {
    refuseProblems([valueProblem(BODY.externalId, 'The external id is set already and cannot be changed.')])
  }
  const { taxId } = checked(changes, address?.country ?? null)
  const nextEmail = email === undefined ? customer.email : foldEmail(email)
  const next: Customer = {
    ...customer,
    ...(email !== undefined && statedEmail(customer, nextEmail)),
    externalId: externalId === undefined ? customer.externalId : externalId,
    isExternalIdDoubtful: customer.isExternalIdDoubtful && externalId === undefined,
    name: name === undefined ? customer.name : name,
    billingAddress: address,
    taxId: taxId === undefined ? customer.taxId : taxId,
    isTaxExempt: changes.isTaxExempt ?? customer.isTaxExempt,
    metadata: metadata ?? customer.metadata,
    modifiedAt: now,
  }
  return changeOf(customer, { next, events: ['customer.updated'] })
}

function statedEmail(
  customer: Customer,
  email: string,
): Pick<Customer, 'email' | 'hasEmail' | 'isEmailTyped' | 'isEmailVerified' | 'emailVerifiedAt'> {
  const isSame = email === customer.email
  const { isEmailVerified, emailVerifiedAt } = customer
  return {
    email,
    hasEmail: true,
    isEmailTyped: false,
    isEmailVerified: isSame && isEmailVerified,
    emailVerifiedAt: isSame ? emailVerifiedAt : null,
  }
}

/**
 * Takes the external id from a customer who has it by a purchase with a typed address (decision 80); 422 where the id is not in doubt. It is
 * free again for the customer that the merchant means by it.
 */
export function removeExternalId(customer: Customer, now: Date): Outcome<Customer, 'customer.updated'> {
  if (!customer.isExternalIdDoubtful) {
    refuseProblems([valueProblem(['path', 'id'], 'The external id of this customer is not in doubt.')])
  }
  return { next: { ...customer, externalId: null, isExternalIdDoubtful: false, modifiedAt: now }, events: ['customer.updated'] }
}

/** A customer after a verification of their address. `isFirst`: this address was not verified for the customer before. */
export interface VerificationOutcome extends Outcome<Customer, 'customer.updated'> {
  readonly isFirst: boolean
}

/**
 * Records that a customer has verified an address. A new one is theirs, and counts from now on. Their present one stays what it was: where it was
 * typed for an external id, it still leads to no customer.
 */
export function confirmEmail(customer: Customer, typed: string, now: Date): VerificationOutcome {
  const email = foldEmail(typed)
  const isFirst = !customer.isEmailVerified || email !== customer.email
  const verified = {
    email,
    isEmailVerified: true,
    isEmailTyped: false,
    hasEmail: customer.hasEmail || email !== customer.email,
    emailVerifiedAt: isFirst ? now : customer.emailVerifiedAt,
  }
  return { ...changeOf(customer, { next: { ...customer, ...verified, modifiedAt: now }, events: ['customer.updated'] }), isFirst }
}

/**
 * Deletes a customer and its personal data: name, email, address, tax id, metadata and the merchant's own id. Its id stays, for the books. A customer
 * that was deleted before loses its personal data alone; one that was anonymized stays as it is.
 */
export function anonymize(customer: Customer, now: Date): Outcome<Customer, 'customer.deleted' | 'customer.anonymized'> {
  if (isAnonymized(customer)) return { next: customer, events: [] }
  const next: Customer = {
    ...customer,
    email: anonymizedEmail(customer.id),
    externalId: null,
    isEmailVerified: false,
    isEmailTyped: false,
    emailVerifiedAt: null,
    name: null,
    billingAddress: null,
    taxId: null,
    metadata: {},
    deletedAt: customer.deletedAt ?? now,
  }
  return { next, events: customer.deletedAt === null ? ['customer.deleted', 'customer.anonymized'] : ['customer.anonymized'] }
}

/** Deletes a customer: its row stays for the orders that name it, its email and external id are free again (rule S1). */
export function remove(customer: Customer, now: Date): Outcome<Customer, 'customer.deleted'> {
  return { next: { ...customer, deletedAt: now }, events: ['customer.deleted'] }
}
