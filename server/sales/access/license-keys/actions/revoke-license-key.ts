import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { LicenseKeyGrant } from '../model.ts'
import { revokeWithGrant } from '../rules.ts'
import { licenseKeys, lockKeysOfGrant } from '../store.ts'

/** Revokes the key of a grant that is revoked. Keys of other grants stay, and so do the activations: the grant may come back. */
export async function revokeLicenseKey(
  tx: Tx,
  platform: Platform,
  grant: Pick<LicenseKeyGrant, 'organizationId' | 'grantId'> & Partial<LicenseKeyGrant>,
): Promise<void> {
  const now = platform.clock.now(grant)
  for (const key of await lockKeysOfGrant(tx, grant)) {
    const next = revokeWithGrant(key, now)
    if (next !== key) await licenseKeys.save(tx, next)
  }
}
