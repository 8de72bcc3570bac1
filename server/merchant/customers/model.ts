import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { flag, json, type Model, metadata, recorded, text, time } from '#platform/resource/columns.ts'
import { address, toAddressWire } from './address.ts'
import { taxIdFormats } from './tax-id-formats.ts'

export type { Address } from './address.ts'
export { address, addressProblems, normalizeAddress, toAddressWire } from './address.ts'
export { parseTaxId, type TaxIdResult } from './tax-ids.ts'

/**
 * Whose word the address of a buyer is. `typed`: the buyer's own, which verifies nothing · `stated`: that of the merchant's server, which
 * created the checkout with it · `verified`: the buyer has shown that they read its mail.
 */
export type EmailSource = 'typed' | 'stated' | 'verified'

/** The keys by which a purchase identifies its buyer. The two ids are the word of the merchant's server. */
export interface Buyer {
  readonly customerId: string | null
  readonly externalId: string | null
  readonly email: string | null
  readonly emailSource: EmailSource
}

export const taxIdFormat = z.enum(taxIdFormats).meta({ id: 'TaxIDFormat' })

/** A tax id as entered, and its format. */
export type TaxId = readonly [value: string, format: (typeof taxIdFormats)[number]]

export const customerColumns = {
  ...recorded,
  /** The merchant's own id of the customer. */
  externalId: text().nullable(),
  /** The external id was taken over from a purchase with a typed address: the merchant is asked whether it is right. */
  isExternalIdDoubtful: flag().private(),
  /** Folded; unique per merchant among customers who have their address and are not deleted. */
  email: text(),
  /** Whether the address leads to this customer. False where a buyer typed it for an external id of the merchant (rule C14). */
  hasEmail: flag().private(),
  /** A buyer alone has stated the address: the merchant's server did not, nor was it verified. */
  isEmailTyped: flag().private(),
  /** Verified by a portal code or link, or by a verified account with the same email. */
  isEmailVerified: flag().as('email_verified'),
  /** When the present address was verified first. */
  emailVerifiedAt: time().nullable().private(),
  name: text().nullable(),
  billingAddress: json(address, toAddressWire).nullable(),
  taxId: json(z.tuple([z.string(), taxIdFormat]), ([value, format]: TaxId): [string, TaxId[1]] => [value, format]).nullable(),
  isTaxExempt: flag().meta(added('Whether the customer is never taxed.')),
  metadata: metadata(),
  deletedAt: time().nullable(),
} as const

/** A customer of one merchant. Times are UTC. */
export type Customer = Model<typeof customerColumns>

/** A customer in the audit log: its id alone, because it may be erased. */
export const customerAudit = { type: 'customer', details: () => ({}) }

/** The domain of emails that belong to no mailbox (RFC 2606). */
const NO_MAILBOX = 'anonymized.invalid'

/** The email of a customer whose personal data was erased. */
export function anonymizedEmail(id: string): string {
  return `${id}@${NO_MAILBOX}`
}

/** Whether the personal data of a customer was erased. */
export function isAnonymized({ id, email }: Pick<Customer, 'id' | 'email'>): boolean {
  return email === anonymizedEmail(id)
}
