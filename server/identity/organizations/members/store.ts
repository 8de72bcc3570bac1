import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { preparedInsert } from '#platform/database/prepared-statements.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type Member, memberColumns } from '../model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    members: Row<typeof memberColumns>
  }
}

export const members = table('members', memberColumns)

const insertRow = preparedInsert('members')

/** Inserts a member. Rejects with a violation of `members_user_key` if the user is a member already. */
export function insertMember(tx: Tx, member: Member): Promise<void> {
  return insertRow(tx, members.toRow(member))
}

/** Updates the roles of a member. */
export async function saveRole(tx: Tx, { organizationId, id, role }: Member): Promise<void> {
  await tx.updateTable('members').set({ role }).where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** Deletes a member. */
export async function deleteMember(tx: Tx, { organizationId, id }: Member): Promise<void> {
  await tx.deleteFrom('members').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** The number of members of an organization, and whether the user is one. Stable only under `lockOrganizationById`. */
export async function countMembers(db: Database, organizationId: string, userId: string): Promise<{ total: number; isIn: boolean }> {
  const { rows } = await sql<{ total: number; isIn: boolean }>`
    select count(*)::int as total, coalesce(bool_or(user_id = ${userId}::uuid), false) as "isIn"
    from members where organization_id = ${organizationId}::uuid`.execute(db)
  return rows[0] ?? { total: 0, isIn: false }
}

/** The number of other members with one of the roles. Stable only under `lockOrganizationById`. */
export async function countOthersHolding(db: Database, { organizationId, id }: Member, roles: readonly string[]): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from members
    where organization_id = ${organizationId}::uuid and id <> ${id}::uuid
      and string_to_array(role, ',') && ${roles}::text[]`.execute(db)
  return rows[0]?.total ?? 0
}

/** Prevents the deletion of a user until the transaction ends; false if the user does not exist. */
export async function preventUserDeletion(tx: Tx, userId: string): Promise<boolean> {
  return (await sql`select from users where id = ${userId}::uuid for key share`.execute(tx)).rows.length > 0
}

/** Prevents the deletion of a membership until the transaction ends; false if it does not exist. */
export async function lockMember(tx: Tx, organizationId: string, userId: string): Promise<boolean> {
  const locked = await sql`
    select from members where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid for key share`.execute(tx)
  return locked.rows.length > 0
}
