import { z } from 'zod'
import { added } from '#platform/http/wire-parts.ts'
import { flag, json, type Model, metadata, recorded, text, time } from '#platform/resource/columns.ts'
import { address, toAddressWire } from './address.ts'
import { taxIdFormats } from './tax-id-formats.ts'

export type { Address } from './address.ts'
export { address, addressProblems, normalizeAddress, toAddressWire } from './address.ts'
export { parseTaxId, type TaxIdResult } from './tax-ids.ts'

export const taxIdFormat = z.enum(taxIdFormats).meta({ id: 'TaxIDFormat' })

/** A tax id as entered, and its format. */
export type TaxId = readonly [value: string, format: (typeof taxIdFormats)[number]]

export const customerColumns = {
  ...recorded,
  /** The merchant's own id of the customer. */
  externalId: text().nullable(),
  /** Folded; unique per merchant among customers that are not deleted. */
  email: text(),
  /** Verified by a portal code or link, or by a verified account with the same email. */
  isEmailVerified: flag().as('email_verified'),
  name: text().nullable(),
  billingAddress: json(address, toAddressWire).nullable(),
  taxId: json(z.tuple([z.string(), taxIdFormat]), ([value, format]: TaxId): [string, TaxId[1]] => [value, format]).nullable(),
  isTaxExempt: flag().meta(added('Whether the customer is never taxed.')),
  metadata: metadata(),
  deletedAt: time().nullable(),
} as const

/** A customer of one merchant. Times are UTC. */
export type Customer = Model<typeof customerColumns>

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
