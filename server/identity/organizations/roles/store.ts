import { sql } from 'kysely'
import type { Permissions } from '#contract/access.ts'
import { isId } from '#kernel/id.ts'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import { byName } from '#platform/resource/by-name.ts'
import type { MembershipKey } from '../members/reads.ts'
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
    .orderBy(byName('name'))
    .execute()
}

/** Inserts a custom role. */
export async function insertRole(tx: Tx, { organizationId, name, permissions, createdAt }: CustomRole): Promise<void> {
  const row = { organization_id: organizationId, name, permissions: json(permissions), created_at: createdAt, updated_at: null }
  await tx.insertInto('organization_roles').values(row).execute()
}

/** Updates the custom role that has this name so far. */
export async function saveRole(tx: Tx, currentName: string, { organizationId, name, permissions, updatedAt }: CustomRole): Promise<void> {
  await tx
    .updateTable('organization_roles')
    .set({ name, permissions: json(permissions), updated_at: updatedAt })
    .where('organization_id', '=', organizationId)
    .where('name', '=', currentName)
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

/** An organization with its custom roles, sorted by name, and the number of members by role. */
export interface RoleUsage {
  readonly organization: { readonly id: string; readonly createdAt: Date }
  readonly customRoles: readonly CustomRole[]
  readonly assignedRoles: readonly { readonly role: string; readonly members: number }[]
}

interface RoleUsageRow extends Omit<RoleUsage, 'organization' | 'customRoles'> {
  readonly id: string
  readonly createdAt: Date
  /** Times are text. */
  readonly customRoles: readonly (Pick<CustomRole, 'name' | 'permissions'> & {
    readonly createdAt: string
    readonly updatedAt: string | null
  })[]
}

/** The custom roles and role counts for a member; undefined for a non-member. One statement. */
export async function findRoleUsage(db: Database, { organizationId, userId }: MembershipKey): Promise<RoleUsage | undefined> {
  if (!isId(organizationId)) return undefined
  const { rows } = await sql<RoleUsageRow>`
    select organizations.id, organizations.created_at as "createdAt", (
      select coalesce(json_agg(json_build_object(
        'name', custom.name, 'permissions', custom.permissions, 'createdAt', custom.created_at, 'updatedAt', custom.updated_at
      ) order by ${byName('custom.name')}), '[]')
      from organization_roles as custom where custom.organization_id = organizations.id
    ) as "customRoles", (
      select coalesce(json_agg(json_build_object('role', assigned.role, 'members', assigned.members)), '[]')
      from (select role, count(*) as members from members where organization_id = organizations.id group by role) as assigned
    ) as "assignedRoles"
    from organizations
    where id = ${organizationId}::uuid
      and exists (select from members where organization_id = organizations.id and user_id = ${userId}::uuid)`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { id, createdAt, assignedRoles } = row
  const customRoles = row.customRoles.map((role) => ({
    ...role,
    organizationId: id,
    createdAt: new Date(role.createdAt),
    updatedAt: role.updatedAt === null ? null : new Date(role.updatedAt),
  }))
  return { organization: { id, createdAt }, customRoles, assignedRoles }
}
