import { erasePerson } from '#identity/leaving/index.ts'
import { findSoleOwnerships, keeping } from '#identity/organizations/index.ts'
import { findAndLockUser, isAdministrator, leavesAdministrator } from '#identity/users/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { namesOfOrganizations } from '../reads.ts'
import { administrationRefusals } from '../refusals.ts'
import { holdAdministrators } from './hold-administrators.ts'

/**
 * Deletes a person with all that is theirs alone. Refuses the platform's last administrator, and the only owner of an organization,
 * which would have nobody left: it is named.
 */
export async function removeUser(tx: Tx, by: AuditContext, given: string): Promise<void> {
  const { platform, caller, request, now } = by
  const administrators = await holdAdministrators(tx, by, administrationRefusals.mayNotDelete)
  const user = (await findAndLockUser(tx, given)) ?? refuse(administrationRefusals.userNotFound)
  const { id: userId } = user
  const isLast = isAdministrator(user.role) && !leavesAdministrator(administrators, userId, now)
  refuseWhen(isLast, administrationRefusals.lastAdministrator)
  const held = await findSoleOwnerships(tx, userId, keeping(platform.settings.ORGANIZATION_CREATOR_ROLE))
  if (held.length > 0) {
    const names = await namesOfOrganizations(tx, held)
    refuse(administrationRefusals.onlyOwner, { detail: `This person is the only owner of ${names.join(', ')}` })
  }
  await erasePerson(tx, platform, { user, caller, request, now })
}
