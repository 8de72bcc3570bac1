import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { LicenseKeyActivation, StoredLicenseKey } from '../model.ts'
import { licenseKeyRefusals } from '../refusals.ts'
import { activate } from '../rules.ts'
import { countActivations, licenseKeyActivations, lockByKey } from '../store.ts'
import type { SentKey } from './validate-license-key.ts'

/** A request to activate a key. */
export interface ActivateLicenseKeyInput extends SentKey {
  readonly activation: Pick<LicenseKeyActivation, 'label' | 'conditions' | 'meta'>
}

/** A new activation, and its key. */
export interface ActivateLicenseKeyResult {
  readonly key: StoredLicenseKey
  readonly activation: LicenseKeyActivation
}

/** Activates a key, within its limit. 404 for one that is not valid, 403 without a limit or beyond it. */
export async function activateLicenseKey(
  tx: Tx,
  platform: Platform,
  { activation: draft, onFound, ...sent }: ActivateLicenseKeyInput,
): Promise<ActivateLicenseKeyResult> {
  const key = (await lockByKey(tx, platform, sent)) ?? refuse(licenseKeyRefusals.ResourceNotFound)
  onFound?.(key)
  const now = platform.clock.now(key)
  activate({ ...key, activations: await countActivations(tx, key) }, now)
  const { organizationId, id: licenseKeyId } = key
  const activation = { ...draft, organizationId, licenseKeyId, id: newId(now), createdAt: now, modifiedAt: null }
  await licenseKeyActivations.insert(tx, activation)
  return { key, activation }
}
