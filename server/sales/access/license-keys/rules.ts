import { haveEqualValues, orUnchanged } from '#kernel/changes/unchanged.ts'
import type { Metadata } from '#kernel/metadata.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { expiryOf, renewedExpiry } from './key-format.ts'
import type { LicenseKeyActivation, LicenseKeyGrant, LicenseKeyProperties, LicenseKeyStatus, StoredLicenseKey } from './model.ts'
import { licenseKeyRefusals } from './refusals.ts'

const { ResourceNotFound, BadRequest, NotPermitted } = licenseKeyRefusals

/** The greatest usage of a key, and the greatest number of its validations that is counted. */
export const COUNT_MAXIMUM = 2_147_483_647

/** The values of a new key besides its grant. */
export interface NewKey {
  readonly id: string
  readonly sealedKey: string
  readonly displayKey: string
  readonly now: Date
}

/** A new key for a grant, with the limits of the benefit (rule Y5). */
export function create({ properties, ...grant }: LicenseKeyGrant, { now, ...key }: NewKey): StoredLicenseKey {
  const { organizationId, customerId, benefitId, grantId } = grant
  return {
    organizationId,
    customerId,
    benefitId,
    grantId,
    ...key,
    status: 'granted',
    isRevokedWithGrant: false,
    limitActivations: properties.activations?.limit ?? null,
    usage: 0,
    limitUsage: properties.limit_usage,
    validations: 0,
    lastValidatedAt: null,
    expiresAt: properties.expires && expiryOf(now, properties.expires),
    createdAt: now,
    modifiedAt: null,
  }
}

/** A new key in the place of another one: with its limits, its usage and its expiry, and without its activations. */
export function replace(replaced: StoredLicenseKey, { now, ...key }: NewKey): StoredLicenseKey {
  const granted = { status: 'granted', isRevokedWithGrant: false, validations: 0, lastValidatedAt: null } as const
  return { ...replaced, ...key, ...granted, createdAt: now, modifiedAt: null }
}

/** Revokes a key for good: its grant does not grant it again. */
export function revoke(key: StoredLicenseKey, now: Date): StoredLicenseKey {
  return orUnchanged(key, { ...key, status: 'revoked', isRevokedWithGrant: false, modifiedAt: now })
}

/** Revokes a key because its grant is revoked. One that the merchant has revoked or disabled stays as it is. */
export function revokeWithGrant(key: StoredLicenseKey, now: Date): StoredLicenseKey {
  return key.status === 'granted' ? { ...key, status: 'revoked', isRevokedWithGrant: true, modifiedAt: now } : key
}

/** Grants a key again that was revoked with its grant. It expires as a key that is granted now, and never earlier than before. */
export function grantAgain(key: StoredLicenseKey, { expires }: LicenseKeyProperties, now: Date): StoredLicenseKey {
  const expiresAt = key.expiresAt && expires ? renewedExpiry(key.expiresAt, now, expires) : key.expiresAt
  return { ...key, status: 'granted', isRevokedWithGrant: false, expiresAt, modifiedAt: now }
}

/**
 * The expiry of a key after a renewal was paid at `paidAt`. A key that is revoked, or never expires, stays as it is, and so does one whose
 * benefit no longer has an expiry: what was sold is not taken away.
 */
export function renew(key: StoredLicenseKey, { expires }: LicenseKeyProperties, paidAt: Date): StoredLicenseKey {
  if (key.status === 'revoked' || !key.expiresAt || !expires) return key
  return orUnchanged(key, { ...key, expiresAt: renewedExpiry(key.expiresAt, paidAt, expires), modifiedAt: paidAt })
}

/** The changes of a merchant. An omitted field stays; a limit or an expiry of null is removed. */
export interface LicenseKeyChanges {
  readonly status?: LicenseKeyStatus | null | undefined
  readonly usage?: number | undefined
  readonly limitActivations?: number | null | undefined
  readonly limitUsage?: number | null | undefined
  readonly expiresAt?: Date | null | undefined
}

/** Updates a key; the same key where nothing changes. Activations beyond a lower limit stay. */
export function update(key: StoredLicenseKey, changes: LicenseKeyChanges, now: Date): StoredLicenseKey {
  const { status, usage, limitActivations, limitUsage, expiresAt } = changes
  return orUnchanged(key, {
    ...key,
    status: status ?? key.status,
    isRevokedWithGrant: status ? false : key.isRevokedWithGrant,
    usage: usage ?? key.usage,
    limitActivations: limitActivations === undefined ? key.limitActivations : limitActivations,
    limitUsage: limitUsage === undefined ? key.limitUsage : limitUsage,
    expiresAt: expiresAt === undefined ? key.expiresAt : expiresAt,
    modifiedAt: now,
  })
}

/** The properties that decide whether a key can be used. */
export type UsableKey = Pick<StoredLicenseKey, 'status' | 'expiresAt'>

/** Whether a key can be validated, activated and deactivated: it expires at `expiresAt` itself. */
export function isUsable({ status, expiresAt }: UsableKey, now: Date): boolean {
  return status === 'granted' && (expiresAt === null || now.getTime() < expiresAt.getTime())
}

/** The values that a validation names besides the key. Those that it leaves out are not compared. */
export interface Validation {
  readonly benefitId?: string | null | undefined
  readonly customerId?: string | null | undefined
  /** Undefined where the validation names none; null where the key has not the named one. */
  readonly activation?: Pick<LicenseKeyActivation, 'conditions'> | null | undefined
  readonly conditions: Metadata
  /** By how much the usage increases. */
  readonly incrementUsage: number
}

/** A key, as far as it decides about a validation. */
export type ValidatableKey = UsableKey & Pick<StoredLicenseKey, 'benefitId' | 'customerId' | 'usage' | 'limitUsage' | 'validations'>

/**
 * Validates a key: counts the validation, and the usage that it states. 404 for a key that is not usable or not the one that the request
 * describes; 400 with `remaining` for usage beyond the limit (rule Y5).
 */
export function validate<Key extends ValidatableKey>(key: Key, validation: Validation, now: Date): Key {
  refuseWhen(!isUsable(key, now) || !isDescribedBy(key, validation), ResourceNotFound)
  return {
    ...key,
    usage: usageAfter(key, validation.incrementUsage),
    validations: Math.min(key.validations + 1, COUNT_MAXIMUM),
    lastValidatedAt: now,
  }
}

function isDescribedBy(key: ValidatableKey, { benefitId, customerId, activation, conditions }: Validation): boolean {
  return (
    (benefitId ?? key.benefitId) === key.benefitId &&
    (customerId ?? key.customerId) === key.customerId &&
    (activation === undefined || (activation !== null && haveEqualValues({ ...activation.conditions }, { ...conditions })))
  )
}

/** The usage after an increment of a whole number from 0. 400 with `remaining` beyond the limit. */
export function usageAfter({ usage, limitUsage }: Pick<StoredLicenseKey, 'usage' | 'limitUsage'>, increment: number): number {
  if (increment === 0) return usage
  const remaining = Math.max((limitUsage ?? COUNT_MAXIMUM) - usage, 0)
  if (increment > remaining) {
    refuse(BadRequest, { detail: `The license key has only ${remaining} usage left.`, extra: { remaining } })
  }
  return usage + increment
}

/** A key with the number of its activations, as far as it decides about another one. */
export type ActivatedKey = UsableKey & Pick<StoredLicenseKey, 'limitActivations'> & { readonly activations: number }

/** The number of activations after another one. 404 for a key that is not usable, 403 without a limit or beyond it (rule Y5). */
export function activate({ limitActivations, activations, ...key }: ActivatedKey, now: Date): number {
  refuseWhen(!isUsable(key, now), ResourceNotFound)
  if (limitActivations === null) refuse(NotPermitted, { detail: 'This license key does not support activations.' })
  if (activations >= limitActivations) refuse(NotPermitted, { detail: `This license key has ${limitActivations} activations at most.` })
  return activations + 1
}

/** The activation that is removed from a key. 404 for a key that is not usable, or where the key has no such activation. */
export function deactivate<Removed>(key: UsableKey, activation: Removed | undefined, now: Date): Removed {
  return isUsable(key, now) && activation !== undefined ? activation : refuse(ResourceNotFound)
}
