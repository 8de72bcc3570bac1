import { randomUUID } from 'node:crypto'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { licenseKeyOf } from '../key-format.ts'
import type { LicenseKeyGrant, StoredLicenseKey } from '../model.ts'
import { create, grantAgain, type NewKey } from '../rules.ts'
import { insertLicenseKey, licenseKeys, lockKeysOfGrant, sealKey } from '../store.ts'

/** The present key of a grant, without the key itself. */
export interface IssuedLicenseKey {
  readonly id: string
  readonly displayKey: string
}

/**
 * Issues the key of a grant, with the limits of the benefit (rule Y5). A grant that has a key already has no second one: the present one is
 * returned as it is, or granted again where it was revoked with the grant. The caller holds the lock of the grant.
 */
export async function issueLicenseKey(tx: Tx, platform: Platform, grant: LicenseKeyGrant): Promise<IssuedLicenseKey> {
  const now = platform.clock.now(grant)
  const keys = await lockKeysOfGrant(tx, grant)
  const present = keys.find(({ status }) => status !== 'revoked')
  if (present) return issuedOf(present)
  const revoked = keys.find(({ isRevokedWithGrant }) => isRevokedWithGrant)
  if (revoked) {
    await licenseKeys.save(tx, grantAgain(revoked, grant.properties, now))
    return issuedOf(revoked)
  }
  return issuedOf(await insertNewKey(tx, platform, { prefix: grant.properties.prefix, now, toStored: (key) => create(grant, key) }))
}

/** A key that is about to be issued. */
export interface KeyDraft {
  readonly prefix: string | null
  readonly now: Date
  readonly toStored: (key: NewKey) => StoredLicenseKey
}

/** Inserts a key with a new random UUID. */
export async function insertNewKey(tx: Tx, platform: Platform, { prefix, now, toStored }: KeyDraft): Promise<StoredLicenseKey> {
  const { key, displayKey } = licenseKeyOf(prefix, randomUUID())
  const stored = toStored({ id: newId(now), sealedKey: sealKey(platform, key), displayKey, now })
  await insertLicenseKey(tx, platform, { stored, key })
  return stored
}

/** The part of a key that the grant shows. */
export function issuedOf({ id, displayKey }: StoredLicenseKey): IssuedLicenseKey {
  return { id, displayKey }
}
