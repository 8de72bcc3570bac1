import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { LicenseKeyActivation, StoredLicenseKey } from '../model.ts'
import { licenseKeyRefusals } from '../refusals.ts'
import { type Validation, validate } from '../rules.ts'
import { findActivation, licenseKeys, lockByKey } from '../store.ts'
import type { KeyFound } from './limit-requests.ts'

/** A key as it was sent, and the organization that it is for. */
export interface SentKey {
  readonly organizationId: string
  readonly key: string
  /** Is called once the key is found. */
  readonly onFound?: KeyFound | undefined
}

/** A request to validate a key. */
export interface ValidateLicenseKeyInput extends SentKey {
  readonly activationId: string | null
  readonly validation: Omit<Validation, 'activation'>
}

/** A validated key, and the activation that the request named. */
export interface ValidateLicenseKeyResult {
  readonly key: StoredLicenseKey
  readonly activation: LicenseKeyActivation | null
}

/** Validates a key and counts its usage, one request at a time. 404 for one that is not valid, 400 for usage beyond the limit. */
export async function validateLicenseKey(
  tx: Tx,
  platform: Platform,
  { activationId, validation, onFound, ...sent }: ValidateLicenseKeyInput,
): Promise<ValidateLicenseKeyResult> {
  const key = (await lockByKey(tx, platform, sent)) ?? refuse(licenseKeyRefusals.ResourceNotFound)
  onFound?.(key)
  const activation = activationId === null ? undefined : ((await findActivation(tx, key, activationId)) ?? null)
  const next = validate(key, { ...validation, activation }, platform.clock.now(key))
  await licenseKeys.save(tx, next)
  return { key: next, activation: activation ?? null }
}
