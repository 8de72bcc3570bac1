import { z } from 'zod'
import type { Customer } from '#merchant/customers/model.ts'
import { customer, toCustomerWire } from '#merchant/customers/wire.ts'
import { EXAMPLE_ID, id, metadataInput, nameText, pageQuery, timestamp, trimmedText } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import {
  type CustomerLicenseKey,
  type LicenseKeyActivation,
  licenseKeyActivationColumns,
  licenseKeyColumns,
  licenseKeyStatus,
} from './model.ts'
import { COUNT_MAXIMUM, type LicenseKeyChanges } from './rules.ts'

const KEY_MAXIMUM = 300
const LABEL_MAXIMUM = 250
const ACTIVATIONS_MAXIMUM = 1000
const EXAMPLE_KEY = 'ACME-3F2B8C1E-9D4A-4C6B-8E21-0A1B2C3D4E5F'

const fields = fieldsOf(licenseKeyColumns)
const activationFields = fieldsOf(licenseKeyActivationColumns)

const licenseKeyCustomer = z.object(customer.shape).meta({ id: 'LicenseKeyCustomer' })

const keyFields = {
  ...fields.shape,
  key: z.string().meta({ description: 'The key itself; empty where the server has lost the secret that sealed it.' }),
  customer: licenseKeyCustomer,
}

/** A license key. */
export const licenseKey = z.object(keyFields).meta({ id: 'LicenseKeyRead' })

export type LicenseKeyWire = z.output<typeof licenseKey>

const activation = z.object(activationFields.shape).meta({ id: 'LicenseKeyActivationBase' })

/** An activation with its license key. */
export const licenseKeyActivation = z
  .object({ ...activationFields.shape, license_key: licenseKey })
  .meta({ id: 'LicenseKeyActivationRead' })

/** A license key with its activations, oldest first. */
export const activatedLicenseKey = z.object({ ...keyFields, activations: z.array(activation) }).meta({ id: 'LicenseKeyWithActivations' })

/** A license key after a validation, with the activation that the validation named. */
export const validatedLicenseKey = z.object({ ...keyFields, activation: activation.nullable() }).meta({ id: 'ValidatedLicenseKey' })

export const activationParams = z.object({ id, activation_id: id })

const usage = z.int().min(0).max(COUNT_MAXIMUM)

export const licenseKeyUpdate = z
  .object({
    status: licenseKeyStatus.nullish(),
    usage: usage.optional(),
    limit_activations: z.int().min(1).max(ACTIVATIONS_MAXIMUM).nullish(),
    limit_usage: z.int().min(1).max(COUNT_MAXIMUM).nullish(),
    expires_at: timestamp.nullish(),
  })
  .meta({ id: 'LicenseKeyUpdate', examples: [{ status: 'disabled' }, { limit_activations: 10, expires_at: '2027-01-01T00:00:00Z' }] })

const named = { key: z.string().max(KEY_MAXIMUM), organization_id: id }
const example = { key: EXAMPLE_KEY, organization_id: EXAMPLE_ID }

export const licenseKeyValidate = z
  .object({
    ...named,
    activation_id: id.nullish(),
    benefit_id: id.nullish(),
    customer_id: id.nullish(),
    increment_usage: usage.nullish(),
    conditions: metadataInput.optional(),
  })
  .meta({ id: 'LicenseKeyValidate', examples: [example, { ...example, increment_usage: 1 }] })

export const licenseKeyActivate = z
  .object({
    ...named,
    label: nameText(trimmedText(1, LABEL_MAXIMUM)),
    conditions: metadataInput.optional(),
    meta: metadataInput.optional(),
  })
  .meta({ id: 'LicenseKeyActivate', examples: [{ ...example, label: "Ada's laptop", conditions: { major_version: 1 } }] })

export const licenseKeyDeactivate = z
  .object({ ...named, activation_id: id })
  .meta({ id: 'LicenseKeyDeactivate', examples: [{ ...example, activation_id: EXAMPLE_ID }] })

/** A page of the keys of a customer, who can narrow it to one benefit. A customer has no other organization than that of the session. */
export const portalKeysQuery = z.object({
  organization_id: z
    .union([id, z.array(id)])
    .optional()
    .meta({ description: 'Only those of these organizations.' }),
  benefit_id: id.optional(),
  ...pageQuery,
})

/** The key as JSON. */
export function toLicenseKeyWire(key: CustomerLicenseKey, baseUrl: string): LicenseKeyWire {
  return { ...fields.toWire(key), key: key.key, customer: toCustomerWire(key.customer, baseUrl) }
}

/** The key as JSON with its activations. */
export function toActivatedKeyWire(
  key: CustomerLicenseKey & { readonly activations: readonly LicenseKeyActivation[] },
  baseUrl: string,
): z.output<typeof activatedLicenseKey> {
  return { ...toLicenseKeyWire(key, baseUrl), activations: key.activations.map((each) => activationFields.toWire(each)) }
}

/** The activation as JSON with its key. */
export function toActivationWire(
  activation: LicenseKeyActivation,
  key: CustomerLicenseKey,
  baseUrl: string,
): z.output<typeof licenseKeyActivation> {
  return { ...activationFields.toWire(activation), license_key: toLicenseKeyWire(key, baseUrl) }
}

/** The validated key as JSON. */
export function toValidatedKeyWire(
  key: CustomerLicenseKey,
  activation: LicenseKeyActivation | null,
  baseUrl: string,
): z.output<typeof validatedLicenseKey> {
  return { ...toLicenseKeyWire(key, baseUrl), activation: activation && activationFields.toWire(activation) }
}

/** The key as its customer sees it: without the merchant's notes on the customer. */
export function forCustomer<Key extends { readonly customer: Customer }>(key: Key): Key {
  const { billingAddress, taxId } = key.customer
  return { ...key, customer: { ...publicCustomer(key.customer), billingAddress, taxId } }
}

/** The key as any program sees it that knows the key: also without the customer's address and tax id. */
export function forPublic<Key extends { readonly customer: Customer }>(key: Key): Key {
  return { ...key, customer: publicCustomer(key.customer) }
}

// Each property is named: the type asks for a new one of customers, and programs that know a key do not read it by default.
function publicCustomer({
  id,
  organizationId,
  createdAt,
  modifiedAt,
  deletedAt,
  externalId,
  email,
  isEmailVerified,
  name,
}: Customer): Customer {
  const unverified = { isExternalIdDoubtful: false, hasEmail: true, isEmailTyped: false, emailVerifiedAt: null }
  const hidden = { ...unverified, billingAddress: null, taxId: null, isTaxExempt: false, metadata: {} }
  return { id, organizationId, createdAt, modifiedAt, deletedAt, externalId, email, isEmailVerified, name, ...hidden }
}

/** The changes of a body. */
export function toLicenseKeyChanges(body: z.output<typeof licenseKeyUpdate>): LicenseKeyChanges {
  return {
    status: body.status,
    usage: body.usage,
    limitActivations: body.limit_activations,
    limitUsage: body.limit_usage,
    expiresAt: body.expires_at ? new Date(body.expires_at) : (body.expires_at as null | undefined),
  }
}
