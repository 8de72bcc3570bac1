import type { Team } from '#identity/organizations/model.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { teamRefusals as refusals } from '../refusals.ts'
import { refuseUpdate } from '../rules.ts'
import { lockTeam, saveTeam } from '../store.ts'
import { type Actor, heldStandingOf } from './standing.ts'
import { tellTeam } from './tell-team.ts'

/** Which team, and what it is called from now on; nothing for as before. */
export interface TeamUpdate {
  readonly organizationId: string
  readonly teamId: string
  readonly name: string | undefined
}

/** Renames a team. */
export async function updateTeam(tx: Tx, by: Actor, { organizationId, teamId, name }: TeamUpdate): Promise<Team> {
  const standing = await heldStandingOf(tx, by, { organizationId, request: { team: ['update'] } })
  const found = standing && (await lockTeam(tx, organizationId, teamId))
  refuseUpdate({ standing, isFound: found !== undefined })
  const team = found ?? refuse(refusals.teamNotFound)
  if (name === undefined || name === team.name) return team
  const next = { ...team, name, updatedAt: by.now }
  await saveTeam(tx, next)
  await tellTeam(tx, by, { name: 'team.updated', team: next })
  return next
}
