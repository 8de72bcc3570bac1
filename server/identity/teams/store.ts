import { sql } from 'kysely'
import { LISTED_IN_ONE_MAXIMUM, type Team } from '#identity/organizations/model.ts'
import { isId } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    teams: TeamsTable
  }
}

interface TeamsTable {
  organization_id: string
  id: string
  name: string
  created_at: Date
  updated_at: Date | null
}

const teamColumns = [
  'teams.id as id',
  'teams.organization_id as organizationId',
  'teams.name as name',
  'teams.created_at as createdAt',
  'teams.updated_at as updatedAt',
] as const

/** Writes a new team. */
export async function insertTeam(tx: Tx, { organizationId, id, name, createdAt }: Team): Promise<void> {
  await tx.insertInto('teams').values({ organization_id: organizationId, id, name, created_at: createdAt, updated_at: null }).execute()
}

/** Updates a team's name and update time. */
export async function saveTeam(tx: Tx, { organizationId, id, name, updatedAt }: Team): Promise<void> {
  await tx
    .updateTable('teams')
    .set({ name, updated_at: updatedAt })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a team; its members and invited users then have no team. */
export async function deleteTeam(tx: Tx, { organizationId, id }: Team): Promise<void> {
  await tx.deleteFrom('teams').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** A team of an organization, locked until the transaction ends; undefined if the organization has no such team. */
export async function lockTeam(tx: Tx, organizationId: string, id: string): Promise<Team | undefined> {
  if (!(isId(organizationId) && isId(id))) return undefined
  return tx
    .selectFrom('teams')
    .select(teamColumns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** The number of teams of an organization. Stable while the organization is locked. */
export async function countTeams(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from teams where organization_id = ${organizationId}::uuid`.execute(db)
  return rows[0]?.total ?? 0
}

/** An organization's teams for one of its members, oldest first, at most a hundred; undefined for other users. One statement. */
export async function listTeams(
  db: Database,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
): Promise<Team[] | undefined> {
  if (!isId(organizationId)) return undefined
  const names = sql.raw(teamColumns.map((column) => column.replace(/ as (\w+)$/, ' as "$1"')).join(', '))
  const { rows } = await sql<Team & { isMember: boolean }>`
    select viewer.is_member as "isMember", listed.* from (
      select exists (
        select from members where organization_id = ${organizationId}::uuid and user_id = ${userId}::uuid
      ) as is_member
    ) as viewer left join lateral (
      select ${names} from teams where viewer.is_member and organization_id = ${organizationId}::uuid
      order by id limit ${sql.lit(LISTED_IN_ONE_MAXIMUM)}
    ) as listed on true`.execute(db)
  if (!rows[0]?.isMember) return undefined
  return rows.filter(({ id }) => id !== null).map(({ isMember: _, ...team }) => team)
}

/** Sets or clears the team of a member; false if the organization has no such member. */
export async function saveMemberTeam(
  tx: Tx,
  { organizationId, memberId, teamId }: { readonly organizationId: string; readonly memberId: string; readonly teamId: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('members')
    .set({ team_id: teamId })
    .where('organization_id', '=', organizationId)
    .where('id', '=', memberId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
