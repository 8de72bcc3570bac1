import { authorizes, type Permissions } from '#contract/access.ts'
import { findLockedMembership } from '#identity/organizations/index.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { MembershipPermissions } from '../rules.ts'

/** The signed-in user who performs an action. */
export type Actor = AuditContext & { readonly caller: UserCaller }

/** Locks the organization until the transaction ends, and returns the caller's permissions; undefined if the caller is not a member. */
export async function lockMembership(
  tx: Tx,
  { platform, caller }: Actor,
  { organizationId, request }: { readonly organizationId: string; readonly request: Permissions },
): Promise<MembershipPermissions | undefined> {
  const found = await findLockedMembership(tx, platform, { organizationId, userId: caller.user.id })
  return found && { ownTeamId: found.member.teamId, mayAct: authorizes(found.member.role, request, found.roles) }
}
