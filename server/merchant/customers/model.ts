import type { Metadata } from '#kernel/metadata.ts'
import type { Address } from './address.ts'
import type { taxIdFormats } from './tax-id-formats.ts'

export type { Address } from './address.ts'
export { addressProblems, settleAddress } from './address.ts'

/** A tax id as given and its kind. */
export type TaxId = readonly [value: string, format: (typeof taxIdFormats)[number]]

/** Somebody who buys from one merchant. `email` is folded; unique per merchant among those not deleted. Times are UTC. */
export interface Customer {
  readonly id: string
  readonly organizationId: string
  readonly externalId: string | null
  readonly email: string
  /** Proved by a portal code or link, or by a verified account of the same address. */
  readonly isEmailVerified: boolean
  readonly name: string | null
  readonly billingAddress: Address | null
  readonly taxId: TaxId | null
  readonly metadata: Metadata
  readonly createdAt: Date
  readonly modifiedAt: Date | null
  readonly deletedAt: Date | null
}
