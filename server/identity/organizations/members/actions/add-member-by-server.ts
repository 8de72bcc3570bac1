import { isId } from '#kernel/id.ts'
import { Refusal, refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import { isBreach, type Tx } from '#platform/database/database.ts'
import type { Member } from '../../model.ts'
import { organizationRefusals as refusals } from '../../refusals.ts'
import { findMadeRoles, rolesFor } from '../reads.ts'
import { readRoles } from '../rules.ts'
import { addMember } from './add-member.ts'

/** Whom a server call makes a member of which organization. */
export interface Adding {
  readonly organizationId: string | undefined
  readonly userId: string | undefined
  readonly role: string | readonly string[]
  readonly teamId: string | undefined
}

/** Makes somebody a member as the operator's own server says. Refuses what is not known: organization, person, role, team. */
export async function addMemberByServer(tx: Tx, by: AuditContext, { organizationId, userId, role, teamId }: Adding): Promise<Member> {
  if (organizationId === undefined) return refuse(refusals.noActive)
  if (userId === undefined) return refuse(refusals.eitherUserIdOrSession)
  const made = (isId(organizationId) ? await findMadeRoles(tx, organizationId) : undefined) ?? refuse(refusals.notFound)
  const roles = readRoles(role, rolesFor(by.platform, made))
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
