import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { preparedInsert, preparedWrite } from '#platform/database/prepared-statements.ts'
import type { Row } from '#platform/resource/columns.ts'
import type { ResourceLimit } from '#platform/resource/limit.ts'
import { rows } from '#platform/resource/table.ts'
import { type Block, type Organization, type OrganizationMetadata, type OrganizationRow, organizationColumns, type Team } from './model.ts'
import { organizationRefusals } from './refusals.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    organizations: Row<typeof organizationColumns> & {
      /** Until when no payment starts, in the time of the merchant; null where nothing is to stop them. */
      closed_until: Date | null
      /** Since when and why the operator lets it take no payment; null where it may. */
      blocked_at: Date | null
      blocked_reason: string | null
    }
  }
}

export const organizations = rows('organizations', organizationColumns)

/** Maps a row to its organization. */
export function fromOrganizationRow(row: OrganizationRow): Organization {
  return { ...row, metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as OrganizationMetadata) }
}

const insertRow = preparedInsert('organizations')

/** Inserts an organization. Rejects with a violation of `organizations_slug_key` if the slug is in use. */
export function insertOrganization(tx: Tx, { id, name, slug, logo, metadata, createdAt }: Organization): Promise<void> {
  return insertRow(tx, { id, name, slug, logo, metadata: metadata && JSON.stringify(metadata), created_at: createdAt })
}

/** Inserts the first team of an organization. */
export const insertFirstTeam = preparedWrite<Omit<Team, 'updatedAt'>>((tx, { organizationId, id, name, createdAt }) =>
  sql`insert into teams (organization_id, id, name, created_at)
    values (${organizationId}::uuid, ${id}::uuid, ${name}, ${createdAt}::timestamptz)`.compile(tx),
)

/** Updates name, slug, logo and metadata. Rejects with a violation of `organizations_slug_key` if the slug is in use. */
export async function saveOrganization(tx: Tx, organization: Organization, now: Date): Promise<void> {
  const { name, slug, logo, metadata } = organization
  await tx
    .updateTable('organizations')
    .set({ name, slug, logo, metadata: metadata && JSON.stringify(metadata), modified_at: now })
    .where('id', '=', organization.id)
    .execute()
}

/** Prevents inserts that reference the organization until the transaction ends, and waits for running ones. */
export async function lockOrganizationForDeletion(tx: Tx, id: string): Promise<void> {
  await sql`select from organizations where id = ${id}::uuid for update`.execute(tx)
}

/** Stops new payments to an organization until this time, which its confirms read. Waits for the transactions that start one. */
export async function closeOrganization(tx: Tx, id: string, until: Date): Promise<void> {
  await lockOrganizationForDeletion(tx, id)
  await tx.updateTable('organizations').set({ closed_until: until }).where('id', '=', id).execute()
}

/** An organization with its block, locked; null where it is not blocked. Waits for the transactions that start a payment. */
export async function findAndLockBlock(
  tx: Tx,
  id: string,
): Promise<{ readonly organization: OrganizationRow; readonly block: Block | null } | undefined> {
  const found = await tx
    .selectFrom('organizations')
    .select([...organizations.aliases, 'blocked_at', 'blocked_reason'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  const { blocked_at: at, blocked_reason: reason, ...organization } = found
  return { organization, block: at === null || reason === null ? null : { at, reason } }
}

/** Saves the block of an organization, which its confirms read; null lifts it. */
export async function saveBlock(tx: Tx, id: string, block: Block | null): Promise<void> {
  const values = { blocked_at: block?.at ?? null, blocked_reason: block?.reason ?? null }
  await tx.updateTable('organizations').set(values).where('id', '=', id).execute()
}

/**
 * Deletes an organization; foreign keys cascade to everything that belongs to it. The ledger allows the deletion only while
 * `guildhall.erasing` is set.
 */
export async function eraseOrganization(tx: Tx, id: string): Promise<void> {
  await sql`select set_config('guildhall.erasing', 'on', true)`.execute(tx)
  await tx.deleteFrom('organizations').where('id', '=', id).execute()
  await sql`select set_config('guildhall.erasing', '', true)`.execute(tx)
}

/** The organization, if it is one of the tenants, locked until the transaction ends. */
export async function lockOrganization(tx: Tx, tenants: readonly string[], id: string): Promise<Organization | undefined> {
  const row = await tx
    .selectFrom('organizations')
    .select(organizations.aliases)
    .where('id', '=', id)
    .where(sql<boolean>`id = any(${[...tenants]}::uuid[])`)
    .forUpdate()
    .executeTakeFirst()
  return row && fromOrganizationRow(row)
}

/** The id of the organization with the slug; undefined if it is free. */
export async function findIdBySlug(db: Database, slug: string): Promise<string | undefined> {
  return (await db.selectFrom('organizations').select('id').where('slug', '=', slug).executeTakeFirst())?.id
}

/** Whether the slug is in use. */
export async function isSlugUsed(db: Database, slug: string): Promise<boolean> {
  return (await findIdBySlug(db, slug)) !== undefined
}

/** The limit on a user's memberships in any role, so that giving up a role does not allow another organization. */
export const organizationLimit: ResourceLimit = {
  setting: 'ORGANIZATION_LIMIT',
  table: 'members',
  ownedBy: 'user_id',
  things: 'organizations',
  refusal: organizationRefusals.maximumReached,
}

/**
 * The organizations in which only this user has one of the ownership roles (`ownershipRoles`). Locks all organizations in which the
 * user has one until the transaction ends.
 */
export async function findSoleOwnerships(tx: Tx, userId: string, ownershipRoles: readonly string[]): Promise<readonly string[]> {
  const hasOwnershipRole = sql<boolean>`string_to_array(members.role, ',') && ${[...ownershipRoles]}::text[]`
  const owned = await tx
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .select('organizations.id')
    .where('members.user_id', '=', userId)
    .where(hasOwnershipRole)
    .orderBy('organizations.id')
    .forUpdate('organizations')
    .execute()
  const others = await tx
    .selectFrom('members')
    .select('organization_id')
    .distinct()
    .where('organization_id', '=', anyOf(owned.map(({ id }) => id)))
    .where('user_id', '<>', userId)
    .where(hasOwnershipRole)
    .execute()
  const shared = new Set(others.map(({ organization_id: id }) => id))
  return owned.map(({ id }) => id).filter((id) => !shared.has(id))
}
