import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { auditChange } from '#platform/resource/object-audit.ts'
import { prefixOf } from '../key-format.ts'
import { type LicenseKeyGrant, licenseKeyAudit, type StoredLicenseKey } from '../model.ts'
import { licenseKeyRefusals } from '../refusals.ts'
import { replace, revoke } from '../rules.ts'
import { deleteLicenseKeys, licenseKeys, lockKeysOfGrant, openLicenseKey } from '../store.ts'
import { type IssuedLicenseKey, insertNewKey, issuedOf, issueLicenseKey } from './issue-license-key.ts'

/** The keys of a grant: older revoked ones are deleted when another one is issued. */
const KEYS_OF_A_GRANT = 20

/** Replaces the key of a grant: the old one is revoked, and the new one has its limits, usage and expiry (rule Y5). Without one it issues one. */
export async function reissueLicenseKey(tx: Tx, platform: Platform, grant: LicenseKeyGrant): Promise<IssuedLicenseKey> {
  const keys = await lockKeysOfGrant(tx, grant)
  const present = keys.find(({ status }) => status !== 'revoked')
  return present ? issuedOf(await replaceKey(tx, platform, { present, keys })) : issueLicenseKey(tx, platform, grant)
}

/** Replaces a key, looked up in `tenants`, at the merchant's request. 404 for an unknown key, 403 for one that is revoked. */
export async function reissueKeyById(
  tx: Tx,
  by: AuditContext,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<StoredLicenseKey> {
  const found = (await licenseKeys.find(tx, tenants, id)) ?? refuse(licenseKeyRefusals.ResourceNotFound)
  const keys = await lockKeysOfGrant(tx, found)
  const present = keys.find((key) => key.id === id) ?? refuse(licenseKeyRefusals.ResourceNotFound)
  if (present.status === 'revoked') refuse(licenseKeyRefusals.AlreadyRevokedLicenseKey)
  const next = await replaceKey(tx, by.platform, { present, keys })
  await auditChange(tx, by, { audit: licenseKeyAudit, action: 'license_key.reissued', model: next })
  return next
}

/** The present key of a grant among all of its keys, newest first. */
interface KeysOfGrant {
  readonly present: StoredLicenseKey
  readonly keys: readonly StoredLicenseKey[]
}

async function replaceKey(tx: Tx, platform: Platform, { present, keys }: KeysOfGrant): Promise<StoredLicenseKey> {
  const now = platform.clock.now(present)
  await licenseKeys.save(tx, revoke(present, now))
  const surplus = keys.filter(({ id, status }) => id !== present.id && status === 'revoked').slice(KEYS_OF_A_GRANT - 2)
  await deleteLicenseKeys(tx, surplus)
  const prefix = prefixOf(openLicenseKey(present, platform).key)
  const next = await insertNewKey(tx, platform, { prefix, now, toStored: (key) => replace(present, key) })
  const { organizationId, grantId, id, displayKey } = next
  const payload = { organization_id: organizationId, grant_id: grantId, license_key_id: id, display_key: displayKey }
  await emit(tx, platform, { name: 'license_key.reissued', organizationId, resourceId: grantId, payload, now })
  return next
}
