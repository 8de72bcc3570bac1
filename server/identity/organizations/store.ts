import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Member, Organization, OrganizationMetadata } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    organizations: OrganizationsTable
    members: MembersTable
  }
}

interface OrganizationsTable {
  id: string
  name: string
  slug: string
  logo: string | null
  /** JSON as text. */
  metadata: string | null
  created_at: Date
  modified_at: Date | null
}

interface MembersTable {
  organization_id: string
  id: string
  user_id: string
  role: string
  created_at: Date
}

/** The columns of an organization under the names of `OrganizationRow`. */
export const organizationColumns = [
  'organizations.id as id',
  'organizations.name as name',
  'organizations.slug as slug',
  'organizations.logo as logo',
  'organizations.metadata as metadata',
  'organizations.created_at as createdAt',
  'organizations.modified_at as modifiedAt',
] as const

/** An organization as its row tells it: metadata is text. */
export type OrganizationRow = Omit<Organization, 'metadata'> & { readonly metadata: string | null }

/** The organization of a row. */
export function fromOrganizationRow(row: OrganizationRow): Organization {
  return { ...row, metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as OrganizationMetadata) }
}

/** Writes an organization and its first member in one statement; false when somebody has the slug. */
export async function insertOrganization(tx: Tx, organization: Organization, first: Member): Promise<boolean> {
  const { id, name, slug, logo, metadata, createdAt } = organization
  const { rows } = await sql<{ id: string }>`
    with made as (
      insert into organizations (id, name, slug, logo, metadata, created_at)
      values (${id}, ${name}, ${slug}, ${logo}, ${metadata && JSON.stringify(metadata)}, ${createdAt})
      on conflict (slug) do nothing
      returning id
    )
    insert into members (organization_id, id, user_id, role, created_at)
    select made.id, ${first.id}::uuid, ${first.userId}::uuid, ${first.role}, ${first.createdAt}::timestamptz from made
    returning id`.execute(tx)
  return rows.length > 0
}

/** Writes name, slug, logo and metadata. Rejects with the breach of `organizations_slug_key` when somebody has the slug. */
export async function saveOrganization(tx: Tx, organization: Organization, now: Date): Promise<void> {
  const { name, slug, logo, metadata } = organization
  await tx
    .updateTable('organizations')
    .set({ name, slug, logo, metadata: metadata && JSON.stringify(metadata), modified_at: now })
    .where('id', '=', organization.id)
    .execute()
}

/** The organization, if it is one of the tenants, locked until the transaction ends. */
export async function lockOrganization(tx: Tx, tenants: readonly string[], id: string): Promise<Organization | undefined> {
  const row = await tx
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('id', '=', id)
    .where(sql<boolean>`id = any(${[...tenants]}::uuid[])`)
    .forUpdate()
    .executeTakeFirst()
  return row && fromOrganizationRow(row)
}

/** Whether somebody has the slug. */
export async function isSlugUsed(db: Database, slug: string): Promise<boolean> {
  return (await db.selectFrom('organizations').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined
}

/** How many organizations the person holds in this role, alone or among others. */
export async function countHeld(db: Database, userId: string, role: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from members
    where user_id = ${userId} and ${role}::text = any(string_to_array(role, ','))`.execute(db)
  return rows[0]?.held ?? 0
}

/** The organizations that nobody but the person owns; all that they own are held until the transaction ends. */
export async function findSoleOwnerships(tx: Tx, userId: string): Promise<readonly string[]> {
  const isOwner = sql<boolean>`'owner' = any(string_to_array(members.role, ','))`
  const held = await tx
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .select('organizations.id')
    .where('members.user_id', '=', userId)
    .where(isOwner)
    .orderBy('organizations.id')
    .forUpdate('organizations')
    .execute()
  const others = await tx
    .selectFrom('members')
    .select('organization_id')
    .distinct()
    .where('organization_id', '=', anyOf(held.map(({ id }) => id)))
    .where('user_id', '<>', userId)
    .where(isOwner)
    .execute()
  const shared = new Set(others.map(({ organization_id: id }) => id))
  return held.map(({ id }) => id).filter((id) => !shared.has(id))
}
