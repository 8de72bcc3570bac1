import type { Team } from '#identity/organizations/model.ts'
import { activateTeam } from '#identity/sessions/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { lockTeamMember } from '../reads.ts'
import { teamRefusals as refusals } from '../refusals.ts'
import { lockTeam } from '../store.ts'
import type { Actor } from './lock-membership.ts'

/**
 * Sets the active team of the session, a team of its active organization that the caller is in, and returns it; null clears it. Without a
 * team it returns the active one, or null.
 */
export async function setActiveTeam(tx: Tx, { platform, caller }: Actor, teamId: string | null | undefined): Promise<Team | null> {
  const { session, user } = caller
  const requested = teamId === undefined ? session.activeTeamId : teamId
  if (requested === null) {
    if (session.activeTeamId !== null) await activateTeam(tx, platform, { sessionId: session.id, teamId: null })
    return null
  }
  const organizationId = session.activeOrganizationId ?? refuse(refusals.noActiveOrganization)
  const team = (await lockTeam(tx, organizationId, requested)) ?? refuse(refusals.teamNotFound)
  // A concurrent change of the member's team waits for this lock; then it finds the team in this session and clears it.
  refuseWhen(!(await lockTeamMember(tx, team, user.id)), refusals.notInActiveTeam)
  if (team.id !== session.activeTeamId) await activateTeam(tx, platform, { sessionId: session.id, teamId: team.id })
  return team
}
