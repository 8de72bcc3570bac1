import { sql } from 'kysely'
import type { Permissions, Roles } from '#kernel/access.ts'
import { isId } from '#kernel/id.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import { customRolesJson, type MembershipKey } from '../members/reads.ts'
import type { CustomRole } from './model.ts'

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

/** The custom roles of an organization, sorted by name. */
export function listCustomRoles(db: Database, organizationId: string): Promise<CustomRole[]> {
  return db
    .selectFrom('organization_roles')
    .where('organization_id', '=', organizationId)
    .select(['organization_id as organizationId', 'name', 'permissions', 'created_at as createdAt', 'updated_at as updatedAt'])
    .orderBy('name')
    .execute()
}

/** Inserts a custom role. */
export async function insertRole(tx: Tx, { organizationId, name, permissions, createdAt }: CustomRole): Promise<void> {
  const row = { organization_id: organizationId, name, permissions: json(permissions), created_at: createdAt, updated_at: null }
  await tx.insertInto('organization_roles').values(row).execute()
}

/** Updates the permissions of a custom role. */
export async function savePermissions(tx: Tx, { organizationId, name, permissions, updatedAt }: CustomRole): Promise<void> {
  await tx
    .updateTable('organization_roles')
    .set({ permissions: json(permissions), updated_at: updatedAt })
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .execute()
}

/** Deletes a custom role. */
export async function deleteRole(tx: Tx, { organizationId, name }: CustomRole): Promise<void> {
  await tx.deleteFrom('organization_roles').where('organization_id', '=', organizationId).where('name', '=', name).execute()
}

/** Whether a member or an open invitation has the role. */
export async function isRoleInUse(
  db: Database,
  { organizationId, name }: Pick<CustomRole, 'organizationId' | 'name'>,
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

/** The custom roles of an organization, and the number of members by role. */
export interface RoleUsage {
  readonly customRoles: Roles
  readonly assignedRoles: readonly { readonly role: string; readonly members: number }[]
}

/** The custom roles and role counts for a member; undefined for a non-member. One statement. */
export async function findRoleUsage(db: Database, { organizationId, userId }: MembershipKey): Promise<RoleUsage | undefined> {
  if (!isId(organizationId)) return undefined
  const { rows } = await sql<RoleUsage>`
    select ${customRolesJson('organizations.id')} as "customRoles", (
      select coalesce(json_agg(json_build_object('role', assigned.role, 'members', assigned.members)), '[]')
      from (select role, count(*) as members from members where organization_id = organizations.id group by role) as assigned
    ) as "assignedRoles"
    from organizations
    where id = ${organizationId}::uuid
      and exists (select from members where organization_id = organizations.id and user_id = ${userId}::uuid)`.execute(db)
  return rows[0]
}
