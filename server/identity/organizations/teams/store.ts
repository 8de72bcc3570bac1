import { sql } from 'kysely'
import { LISTED_IN_ONE_MAXIMUM, type Team, teamColumns } from '#identity/organizations/model.ts'
import { isId } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { offsetList } from '#platform/resource/auth-list.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    teams: Row<typeof teamColumns>
  }
}

export const teams = table('teams', teamColumns)

/** Deletes a team; its members and invited users then have no team. */
export async function deleteTeam(tx: Tx, { organizationId, id }: Team): Promise<void> {
  await tx.deleteFrom('teams').where('organization_id', '=', organizationId).where('id', '=', id).execute()
}

/** A team of an organization, locked until the transaction ends; undefined if the organization has no such team. */
export async function lockTeam(tx: Tx, organizationId: string, id: string): Promise<Team | undefined> {
  return isId(organizationId) && isId(id) ? teams.lock(tx, [organizationId], id) : undefined
}

/** The number of teams of an organization. Stable while the organization is locked. */
export async function countTeams(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from teams where organization_id = ${organizationId}::uuid`.execute(db)
  return rows[0]?.total ?? 0
}

/** An organization's teams, oldest first, at most a hundred: with `pageForMember`. */
export const teamList = offsetList(teams, {
  sorting: { id: 'teams.id' },
  defaultSorting: 'id',
  fixed: 'asc',
  page: { shape: {}, limit: LISTED_IN_ONE_MAXIMUM },
})

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
