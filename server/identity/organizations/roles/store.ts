import { sql } from 'kysely'
import type { Permissions, Roles } from '#kernel/access.ts'
import { isId } from '#kernel/id.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import { type Belonging, madeRolesJson } from '../members/reads.ts'
import type { MadeRole } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    organization_roles: OrganizationRolesTable
  }
}

interface OrganizationRolesTable {
  organization_id: string
  name: string
  permissions: Permissions
  created_at: Date
  updated_at: Date | null
}

/** The roles that an organization made, by their names. */
export function findRoles(db: Database, organizationId: string): Promise<MadeRole[]> {
  return db
    .selectFrom('organization_roles')
    .where('organization_id', '=', organizationId)
    .select(['organization_id as organizationId', 'name', 'permissions', 'created_at as createdAt', 'updated_at as updatedAt'])
    .orderBy('name')
    .execute()
}

/** Writes a new role. */
export async function insertRole(tx: Tx, { organizationId, name, permissions, createdAt }: MadeRole): Promise<void> {
  const row = { organization_id: organizationId, name, permissions: json(permissions), created_at: createdAt, updated_at: null }
  await tx.insertInto('organization_roles').values(row).execute()
}

/** Writes what a role permits. */
export async function savePermissions(tx: Tx, { organizationId, name, permissions, updatedAt }: MadeRole): Promise<void> {
  await tx
    .updateTable('organization_roles')
    .set({ permissions: json(permissions), updated_at: updatedAt })
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .execute()
}

/** Deletes a role. */
export async function deleteRole(tx: Tx, { organizationId, name }: MadeRole): Promise<void> {
  await tx.deleteFrom('organization_roles').where('organization_id', '=', organizationId).where('name', '=', name).execute()
}

/** Whether a member has the role, or somebody is invited who would. */
export async function isRoleInUse(
  db: Database,
  { organizationId, name }: Pick<MadeRole, 'organizationId' | 'name'>,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ isInUse: boolean }>`
    select exists (
      select from members where organization_id = ${organizationId}::uuid and ${name}::text = any(string_to_array(role, ','))
    ) or exists (
      select from invitations
      where organization_id = ${organizationId}::uuid and status = 'pending' and expires_at > ${now}::timestamptz and ${name}::text = any(string_to_array(role, ','))
    ) as "isInUse"`.execute(db)
  return rows[0]?.isInUse ?? false
}

/** What one of the members sees of the roles: those that the organization made, and how many have which. */
export interface RolesSeen {
  readonly made: Roles
  readonly held: readonly { readonly role: string; readonly members: number }[]
}

/** The roles of an organization as one of its members sees them; nothing for an outsider. One statement. */
export async function findRolesSeen(db: Database, { organizationId, userId }: Belonging): Promise<RolesSeen | undefined> {
  if (!isId(organizationId)) return undefined
  const { rows } = await sql<RolesSeen>`
    select ${madeRolesJson('organizations.id')} as made, (
      select coalesce(json_agg(json_build_object('role', held.role, 'members', held.members)), '[]')
      from (select role, count(*) as members from members where organization_id = organizations.id group by role) as held
    ) as held
    from organizations
    where id = ${organizationId}::uuid
      and exists (select from members where organization_id = organizations.id and user_id = ${userId}::uuid)`.execute(db)
  return rows[0]
}
