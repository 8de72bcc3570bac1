import type { Team } from '#identity/organizations/model.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { refuseCreation } from '../rules.ts'
import { countTeams, teams } from '../store.ts'
import { emitTeam } from './emit-team.ts'
import { type Actor, lockMembership } from './lock-membership.ts'

/** Creates a team in an organization. The organization is locked, so the limit holds under concurrency. */
export async function createTeam(
  tx: Tx,
  by: Actor,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
): Promise<Team> {
  const { platform, now } = by
  const membership = await lockMembership(tx, by, { organizationId, request: { team: ['create'] } })
  const limit = platform.settings.MAX_TEAMS
  refuseCreation({ membership, limit, teams: membership ? await countTeams(tx, organizationId) : 0 })
  const team: Team = { id: newId(now), organizationId, name, createdAt: now, updatedAt: null }
  await teams.insert(tx, team)
  await emitTeam(tx, by, { name: 'team.created', team })
  return team
}
