import type { Metadata } from '#kernel/metadata.ts'
import type { Address } from './address.ts'
import type { taxIdFormats } from './tax-id-formats.ts'

export type { Address } from './address.ts'
export { addressProblems, normalizeAddress } from './address.ts'

/** A tax id as entered, and its format. */
export type TaxId = readonly [value: string, format: (typeof taxIdFormats)[number]]

/** A customer of one merchant. `email` is folded, and unique per merchant among customers that are not deleted. Times are UTC. */
export interface Customer {
  readonly id: string
  readonly organizationId: string
  readonly externalId: string | null
  readonly email: string
  /** Verified by a portal code or link, or by a verified account with the same email. */
  readonly isEmailVerified: boolean
  readonly name: string | null
  readonly billingAddress: Address | null
  readonly taxId: TaxId | null
  readonly metadata: Metadata
  readonly createdAt: Date
  readonly modifiedAt: Date | null
  readonly deletedAt: Date | null
}
