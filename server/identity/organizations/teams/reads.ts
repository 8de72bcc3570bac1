import { sql } from 'kysely'
import { LISTED_IN_ONE_MAXIMUM, type Member, type Team } from '#identity/organizations/model.ts'
import { isId } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { teams } from './store.ts'

/** The teams of a user, in one organization or in all, the oldest first, at most a hundred. */
export async function listTeamsOf(
  db: Database,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string | undefined },
): Promise<Team[]> {
  const all = db
    .selectFrom('teams')
    .innerJoin('members', (join) =>
      join.onRef('members.organization_id', '=', 'teams.organization_id').onRef('members.team_id', '=', 'teams.id'),
    )
    .select(teams.aliases)
    .where('members.user_id', '=', userId)
    .orderBy('teams.id')
    .limit(LISTED_IN_ONE_MAXIMUM)
  return (organizationId === undefined ? all : all.where('teams.organization_id', '=', organizationId)).execute()
}

/** The members of a team in the order of joining, for a user who is in it: empty for everybody else. One statement. */
export async function listTeamMembers(
  db: Database,
  { teamId, readerId, limit }: { readonly teamId: string; readonly readerId: string; readonly limit: number },
): Promise<Member[]> {
  if (!isId(teamId)) return []
  const { rows } = await sql<Member>`
    select members.id, members.organization_id as "organizationId", members.user_id as "userId", members.role,
      members.team_id as "teamId", members.created_at as "createdAt"
    from members as reader
    join members on members.organization_id = reader.organization_id and members.team_id = reader.team_id
    where reader.user_id = ${readerId}::uuid and reader.team_id = ${teamId}::uuid
    order by members.created_at, members.id limit ${limit}`.execute(db)
  return rows
}

/** Prevents a change of the user's team until the transaction ends; false if the user is not in the team. */
export async function lockTeamMember(tx: Tx, team: Team, userId: string): Promise<boolean> {
  const locked = await sql`
    select from members
    where organization_id = ${team.organizationId}::uuid and user_id = ${userId}::uuid and team_id = ${team.id}::uuid
    for share`.execute(tx)
  return locked.rows.length > 0
}
