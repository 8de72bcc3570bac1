import type { Team } from '#identity/organizations/model.ts'
import { toTeamWire } from '#identity/organizations/wire.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'

/** A domain event of a team. */
export interface TeamEvent {
  readonly name: 'team.created' | 'team.updated' | 'team.deleted'
  readonly team: Team
}

/** Emits an event of a team and records it in the audit log. */
export async function emitTeam(tx: Tx, by: AuditContext, { name, team }: TeamEvent): Promise<void> {
  const { id, organizationId } = team
  await emit(tx, by.platform, { name, organizationId, resourceId: id, payload: toTeamWire(team), now: by.now })
  await recordAudit(tx, by, { action: name, organizationId, target: { type: 'team', id }, details: { name: team.name } })
}
