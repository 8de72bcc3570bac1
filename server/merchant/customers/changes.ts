// What a merchant changes of its customers: create, update and delete. Pure.
import type { Outcome } from '#kernel/changes/outcome.ts'
import { changeOf } from '#kernel/changes/unchanged.ts'
import { foldEmail } from '#kernel/emails/email.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { type Problem, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import { type Address, addressProblems, type Customer, type TaxId } from './model.ts'
import { newCustomer } from './rules.ts'
import { parseTaxId, type TaxIdInput } from './tax-ids.ts'

/** What a merchant states about a customer: a field that is undefined stays as it is, null removes its value. */
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
  return newCustomer({ email, externalId, name, billingAddress, metadata, taxId: taxId ?? null, isTaxExempt }, context)
}

/**
 * Updates a customer for the merchant. The external id is settable once, then another value is refused (422); a changed email is no longer
 * verified. Nothing follows when nothing changes.
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
    email: nextEmail,
    isEmailVerified: customer.isEmailVerified && nextEmail === customer.email,
    externalId: externalId === undefined ? customer.externalId : externalId,
    name: name === undefined ? customer.name : name,
    billingAddress: address,
    taxId: taxId === undefined ? customer.taxId : taxId,
    isTaxExempt: changes.isTaxExempt ?? customer.isTaxExempt,
    metadata: metadata ?? customer.metadata,
    modifiedAt: now,
  }
  return changeOf(customer, { next, events: ['customer.updated'] })
}

/** Sets the email that a customer has confirmed: it is theirs, and counts from now on. */
export function confirmEmail(customer: Customer, email: string, now: Date): Outcome<Customer, 'customer.updated'> {
  return changeOf(customer, {
    next: { ...customer, email: foldEmail(email), isEmailVerified: true, modifiedAt: now },
    events: ['customer.updated'],
  })
}

/** The domain of emails that belong to no mailbox (RFC 2606). */
const NO_MAILBOX = 'anonymized.invalid'

/**
 * Deletes a customer and its personal data: name, email, address, tax id and metadata. Its id and the merchant's own id stay, for the books.
 * A customer that was deleted before loses its personal data alone; one that was anonymized stays as it is.
 */
export function anonymize(customer: Customer, now: Date): Outcome<Customer, 'customer.deleted' | 'customer.anonymized'> {
  const email = `${customer.id}@${NO_MAILBOX}`
  if (customer.email === email) return { next: customer, events: [] }
  const next: Customer = {
    ...customer,
    email,
    isEmailVerified: false,
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
