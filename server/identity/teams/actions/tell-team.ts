import type { Team } from '#identity/organizations/model.ts'
import { toTeamWire } from '#identity/organizations/wire.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'

/** What happened to which team. */
export interface TeamHappening {
  readonly name: 'team.created' | 'team.updated' | 'team.deleted'
  readonly team: Team
}

/** Tells and writes down what happened to a team. */
export async function tellTeam(tx: Tx, by: AuditContext, { name, team }: TeamHappening): Promise<void> {
  const { id, organizationId } = team
  await emit(tx, by.platform, { name, organizationId, resourceId: id, payload: toTeamWire(team), now: by.now })
  await auditBy(tx, by, { action: name, organizationId, target: { type: 'team', id }, details: { name: team.name } })
}
