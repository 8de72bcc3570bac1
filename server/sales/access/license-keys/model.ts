import { z } from 'zod'
import type { Metadata } from '#kernel/metadata.ts'
import type { BenefitValue } from '#merchant/catalogue/benefits/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import { flag, integer, json, type Model, metadata, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'

/** The schema of a license key's status. */
export const licenseKeyStatus = z.enum(['granted', 'revoked', 'disabled']).meta({ id: 'LicenseKeyStatus' })

export type LicenseKeyStatus = z.output<typeof licenseKeyStatus>

export const licenseKeyColumns = {
  ...recorded,
  customerId: uuid().fixed(),
  benefitId: uuid().fixed(),
  grantId: uuid().fixed().private(),
  sealedKey: text().fixed().private(),
  displayKey: text().fixed(),
  status: oneOf<LicenseKeyStatus>(licenseKeyStatus),
  /** It was revoked because its grant was, and not by the merchant. */
  isRevokedWithGrant: flag().private(),
  /** Null: it cannot be activated. */
  limitActivations: integer().nullable(),
  usage: integer(),
  /** Null: no limit. */
  limitUsage: integer().nullable(),
  validations: integer(),
  lastValidatedAt: time().nullable(),
  /** Null: never. */
  expiresAt: time().nullable(),
} as const

/** A license key as stored: sealed. Times are UTC, in the merchant's time. */
export type StoredLicenseKey = Model<typeof licenseKeyColumns>

/** A license key in the audit log: its short form. */
export const licenseKeyAudit = {
  type: 'license_key',
  details: ({ displayKey }: Pick<StoredLicenseKey, 'organizationId' | 'id' | 'displayKey'>) => ({ name: displayKey }),
}

/** A license key with the key itself, opened; it is empty where it cannot be opened. */
export type LicenseKey = Omit<StoredLicenseKey, 'sealedKey'> & { readonly key: string }

/** A license key with its customer. */
export type CustomerLicenseKey = LicenseKey & { readonly customer: Customer }

export const licenseKeyActivationColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  licenseKeyId: uuid().fixed(),
  label: text().fixed(),
  /** The conditions that a validation that names the activation has to repeat. */
  conditions: json<Metadata>(z.any()).fixed().private(),
  meta: metadata().fixed(),
} as const

/** One use of a license key that counts towards its limit, such as a device. */
export type LicenseKeyActivation = Model<typeof licenseKeyActivationColumns>

/** The properties of a benefit that grants license keys. */
export type LicenseKeyProperties = Extract<BenefitValue, { readonly type: 'license_keys' }>['properties']

/** The grant of a benefit to a customer, for which a key is issued. */
export interface LicenseKeyGrant {
  readonly organizationId: string
  readonly customerId: string
  readonly benefitId: string
  readonly grantId: string
  /** Those of the benefit. */
  readonly properties: LicenseKeyProperties
}
