import { isId } from '#kernel/id.ts'
import { Refusal, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import { isBreach, type Tx } from '#platform/database/database.ts'
import type { Member } from '../../model.ts'
import { organizationRefusals as refusals } from '../../refusals.ts'
import { findCustomRoles, rolesFor } from '../reads.ts'
import { readRoles } from '../rules.ts'
import { addMember } from './add-member.ts'

/** The membership that a server call creates. */
export interface AddMemberByServerInput {
  readonly organizationId: string | undefined
  readonly userId: string | undefined
  readonly role: string | readonly string[]
  readonly teamId: string | undefined
}

/** Adds a member for a server call. Refuses an unknown organization, user, role or team. */
export async function addMemberByServer(
  tx: Tx,
  by: AuditContext,
  { organizationId, userId, role, teamId }: AddMemberByServerInput,
): Promise<Member> {
  if (organizationId === undefined) return refuse(refusals.noActive)
  if (userId === undefined) return refuse(refusals.eitherUserIdOrSession)
  const customRoles = (isId(organizationId) ? await findCustomRoles(tx, organizationId) : undefined) ?? refuse(refusals.notFound)
  const roles = readRoles(role, rolesFor(by.platform, customRoles))
  refuseWhen(!isId(userId), refusals.userNotFound)
  refuseWhen(teamId !== undefined && !isId(teamId), refusals.teamNotFound)
  try {
    return await addMember(tx, by, { organizationId: organizationId.toLowerCase(), userId: userId.toLowerCase(), role: roles, teamId })
  } catch (error) {
    if (isBreach(error, 'members_user_id_fkey')) throw new Refusal(refusals.userNotFound)
    if (isBreach(error, 'members_organization_id_team_id_fkey')) throw new Refusal(refusals.teamNotFound)
    throw error
  }
}
