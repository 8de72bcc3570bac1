import type { Team } from '#identity/organizations/model.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { refuseCreation } from '../rules.ts'
import { countTeams, insertTeam } from '../store.ts'
import { type Actor, heldStandingOf } from './standing.ts'
import { tellTeam } from './tell-team.ts'

/** Makes a team in an organization, which is held meanwhile: its limit holds under any race. */
export async function createTeam(
  tx: Tx,
  by: Actor,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
): Promise<Team> {
  const { platform, now } = by
  const standing = await heldStandingOf(tx, by, { organizationId, request: { team: ['create'] } })
  const limit = platform.settings.MAX_TEAMS
  refuseCreation({ standing, limit, teams: standing && limit !== undefined ? await countTeams(tx, organizationId) : 0 })
  const team: Team = { id: newId(now), organizationId, name, createdAt: now, updatedAt: null }
  await insertTeam(tx, team)
  await tellTeam(tx, by, { name: 'team.created', team })
  return team
}
