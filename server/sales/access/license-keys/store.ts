import { type RawBuilder, sql } from 'kysely'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import type { SealingDeps } from '#platform/resource/embedded.ts'
import { table } from '#platform/resource/table.ts'
import { foldKey } from './key-format.ts'
import {
  type LicenseKey,
  type LicenseKeyActivation,
  type LicenseKeyGrant,
  licenseKeyActivationColumns,
  licenseKeyColumns,
  type StoredLicenseKey,
} from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    license_keys: Row<typeof licenseKeyColumns> & { key_digest: string }
    license_key_activations: Row<typeof licenseKeyActivationColumns>
  }
}

const SEAL = 'license-key'
declareSealed(SEAL, { table: 'license_keys', column: 'sealed_key' })

/** The rows of license keys. */
export const licenseKeys = table('license_keys', licenseKeyColumns)

/** The rows of activations. */
export const licenseKeyActivations = table('license_key_activations', licenseKeyActivationColumns)

/** The key sealed, as it is stored. */
export function sealKey({ secrets }: Pick<Platform, 'secrets'>, key: string): string {
  return secrets.seal(SEAL, key)
}

/** A stored key with the key itself; empty where it cannot be opened. */
export function openLicenseKey({ sealedKey, ...stored }: StoredLicenseKey, { secrets }: SealingDeps): LicenseKey {
  return { ...stored, key: secrets.openOrNull(SEAL, sealedKey) ?? '' }
}

/** Inserts a key with the digest by which requests find it. */
export function insertLicenseKey(
  tx: Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  { stored, key }: { readonly stored: StoredLicenseKey; readonly key: string },
): Promise<void> {
  return licenseKeys.insert(tx, stored, { key_digest: secrets.digest(key) })
}

/** Locks the key that a request of the public sent; the key of a customer who was deleted does not exist. */
export async function lockByKey(
  tx: Tx,
  { secrets }: Pick<Platform, 'secrets'>,
  { organizationId, key }: { readonly organizationId: string; readonly key: string },
): Promise<StoredLicenseKey | undefined> {
  const [stored] = await licenseKeys.select(
    tx,
    sql`where organization_id = ${organizationId}::uuid and key_digest = ${secrets.digest(foldKey(key))} and exists (
      select from customers where customers.organization_id = license_keys.organization_id
        and customers.id = license_keys.customer_id and customers.deleted_at is null)
      for update of license_keys`,
  )
  return stored
}

/** Locks the keys of a grant, newest first. */
export function lockKeysOfGrant(
  tx: Tx,
  { organizationId, grantId }: Pick<LicenseKeyGrant, 'organizationId' | 'grantId'>,
): Promise<StoredLicenseKey[]> {
  return licenseKeys.select(
    tx,
    sql`where organization_id = ${organizationId}::uuid and grant_id = ${grantId}::uuid order by created_at desc, id desc for update`,
  )
}

/** Deletes keys of an organization, with their activations. */
export async function deleteLicenseKeys(tx: Tx, keys: readonly StoredLicenseKey[]): Promise<void> {
  const [first] = keys
  if (!first) return
  const ids = keys.map(({ id }) => id)
  await sql`delete from license_keys where organization_id = ${first.organizationId}::uuid and id = any(${ids}::uuid[])`.execute(tx)
}

/** A key of an organization. */
type KeyOfOrganization = Pick<StoredLicenseKey, 'organizationId' | 'id'>

const ofKey = ({ organizationId, id }: KeyOfOrganization): RawBuilder<unknown> =>
  sql`organization_id = ${organizationId}::uuid and license_key_id = ${id}::uuid`

/** One activation of a key. */
export async function findActivation(db: Database, key: KeyOfOrganization, id: string): Promise<LicenseKeyActivation | undefined> {
  const [activation] = await licenseKeyActivations.select(db, sql`where ${ofKey(key)} and id = ${id}::uuid`)
  return activation
}

/** The number of activations of a key; it does not change while the key is locked. */
export async function countActivations(tx: Tx, key: KeyOfOrganization): Promise<number> {
  const { rows } = await sql<{
    readonly count: number
  }>`select count(*)::int as count from license_key_activations where ${ofKey(key)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Deletes an activation of a locked key. */
export async function deleteActivation(tx: Tx, { organizationId, id }: LicenseKeyActivation): Promise<void> {
  await sql`delete from license_key_activations where organization_id = ${organizationId}::uuid and id = ${id}::uuid`.execute(tx)
}

/** A deleted customer whose activations are erased: at most `limit` in one statement. */
export interface EraseActivationsInput {
  readonly organizationId: string
  readonly customerId: string
  readonly limit: number
}

/** Deletes activations of a deleted customer: their labels and conditions name devices. Returns how many were deleted. */
export async function eraseActivations(tx: Tx, { organizationId, customerId, limit }: EraseActivationsInput): Promise<number> {
  const answer = await sql`
    delete from license_key_activations where organization_id = ${organizationId}::uuid and id in (
      select activation.id from license_key_activations activation
      join license_keys on license_keys.organization_id = activation.organization_id and license_keys.id = activation.license_key_id
      where license_keys.organization_id = ${organizationId}::uuid and license_keys.customer_id = ${customerId}::uuid limit ${limit})`.execute(
    tx,
  )
  return Number(answer.numAffectedRows ?? 0n)
}
