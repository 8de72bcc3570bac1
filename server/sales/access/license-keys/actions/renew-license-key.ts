import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { LicenseKeyGrant } from '../model.ts'
import { renew } from '../rules.ts'
import { licenseKeys, lockKeysOfGrant } from '../store.ts'

/** The grant of a subscription, and when its renewal was paid. */
export interface RenewLicenseKeyInput extends LicenseKeyGrant {
  /** In the merchant's time, which is now by default. */
  readonly paidAt?: Date
}

/** Extends the key of a subscription's grant after a renewal was paid (rule Y5). Repeated with the same time it changes nothing. */
export async function renewLicenseKey(tx: Tx, platform: Platform, input: RenewLicenseKeyInput): Promise<void> {
  const paidAt = input.paidAt ?? platform.clock.now(input)
  for (const key of await lockKeysOfGrant(tx, input)) {
    const next = renew(key, input.properties, paidAt)
    if (next !== key) await licenseKeys.save(tx, next)
  }
}
