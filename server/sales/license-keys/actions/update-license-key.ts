import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { StoredLicenseKey } from '../model.ts'
import { licenseKeyRefusals } from '../refusals.ts'
import { type LicenseKeyChanges, update } from '../rules.ts'
import { licenseKeys } from '../store.ts'

/** The key, looked up in `tenants`, and its changes. */
export interface UpdateLicenseKeyInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: LicenseKeyChanges
}

/** Updates a key. 404 for an unknown one. */
export async function updateLicenseKey(
  tx: Tx,
  by: AuditContext,
  { tenants, id, changes }: UpdateLicenseKeyInput,
): Promise<StoredLicenseKey> {
  const key = (await licenseKeys.lock(tx, tenants, id)) ?? refuse(licenseKeyRefusals.ResourceNotFound)
  const next = update(key, changes, by.platform.clock.now(key))
  if (next === key) return key
  await licenseKeys.save(tx, next)
  await auditLicenseKey(tx, by, { action: 'license_key.updated', key: next })
  return next
}

/** Audits an action on a key; the entry has its short form. */
export function auditLicenseKey(
  tx: Tx,
  by: AuditContext,
  { action, key }: { readonly action: string; readonly key: StoredLicenseKey },
): Promise<void> {
  const { organizationId, id, displayKey } = key
  return recordAudit(tx, by, { action, organizationId, target: { type: 'license_key', id }, details: { name: displayKey } })
}
