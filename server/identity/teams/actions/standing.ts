import { heldMembershipOf } from '#identity/organizations/index.ts'
import { authorizes, type Permissions } from '#kernel/access.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/http/caller.ts'
import type { Standing } from '../rules.ts'

/** A person who acts. */
export type Actor = AuditContext & { readonly caller: UserCaller }

/** What the person may do in the organization, which is held until the transaction ends; nothing for an outsider. */
export async function heldStandingOf(
  tx: Tx,
  { platform, caller }: Actor,
  { organizationId, request }: { readonly organizationId: string; readonly request: Permissions },
): Promise<Standing | undefined> {
  const found = await heldMembershipOf(tx, platform, { organizationId, userId: caller.user.id })
  return found && { ownTeamId: found.member.teamId, mayAct: authorizes(found.member.role, request, found.roles) }
}
