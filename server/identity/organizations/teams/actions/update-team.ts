import type { Team } from '#identity/organizations/model.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { teamRefusals as refusals } from '../refusals.ts'
import { refuseUpdate } from '../rules.ts'
import { lockTeam, teams } from '../store.ts'
import { emitTeam } from './emit-team.ts'
import { type Actor, lockMembership } from './lock-membership.ts'

/** A team and its new name; undefined leaves the name as it is. */
export interface UpdateTeamInput {
  readonly organizationId: string
  readonly teamId: string
  readonly name: string | undefined
}

/** Renames a team. */
export async function updateTeam(tx: Tx, by: Actor, { organizationId, teamId, name }: UpdateTeamInput): Promise<Team> {
  const membership = await lockMembership(tx, by, { organizationId, request: { team: ['update'] } })
  const found = membership && (await lockTeam(tx, organizationId, teamId))
  refuseUpdate({ membership, isFound: found !== undefined })
  const team = found ?? refuse(refusals.teamNotFound)
  if (name === undefined || name === team.name) return team
  const next = { ...team, name, updatedAt: by.now }
  await teams.save(tx, next)
  await emitTeam(tx, by, { name: 'team.updated', team: next })
  return next
}
