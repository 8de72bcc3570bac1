import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { licenseKeyRefusals } from '../refusals.ts'
import { deactivate } from '../rules.ts'
import { deleteActivation, findActivation, lockByKey } from '../store.ts'
import type { SentKey } from './validate-license-key.ts'

/** A request to deactivate a key. */
export interface DeactivateLicenseKeyInput extends SentKey {
  readonly activationId: string
}

/** Removes an activation of a key. 404 for a key that is not valid or an activation that it has not. */
export async function deactivateLicenseKey(
  tx: Tx,
  platform: Platform,
  { activationId, onFound, ...sent }: DeactivateLicenseKeyInput,
): Promise<void> {
  const key = (await lockByKey(tx, platform, sent)) ?? refuse(licenseKeyRefusals.ResourceNotFound)
  onFound?.(key)
  const activation = await findActivation(tx, key, activationId)
  await deleteActivation(tx, deactivate(key, activation, platform.clock.now(key)))
}
