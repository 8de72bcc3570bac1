import { erasePerson } from '#identity/leaving/index.ts'
import { findSoleOwnerships, keeping } from '#identity/organizations/index.ts'
import { findAndLockUser, isAdministrator, leavesAdministrator, lockAdministrators } from '#identity/users/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { By } from '#platform/audit/by.ts'
import type { Tx } from '#platform/database/database.ts'
import { namesOfOrganizations } from '../reads.ts'
import { administrationRefusals } from '../refusals.ts'

/**
 * Deletes a person with all that is theirs alone. Refuses the platform's last administrator, and the only owner of an organization,
 * which would have nobody left: it is named.
 */
export async function removeUser(tx: Tx, { platform, caller, request, now }: By, userId: string): Promise<void> {
  const administrators = await lockAdministrators(tx)
  const user = (await findAndLockUser(tx, userId)) ?? refuse(administrationRefusals.userNotFound)
  const isLast = isAdministrator(user.role) && !leavesAdministrator(administrators, userId, now)
  refuseWhen(isLast, administrationRefusals.lastAdministrator)
  const held = await findSoleOwnerships(tx, userId, keeping(platform.settings.ORGANIZATION_CREATOR_ROLE))
  if (held.length > 0) {
    const names = await namesOfOrganizations(tx, held)
    refuse(administrationRefusals.onlyOwner, { detail: `This person is the only owner of ${names.join(', ')}` })
  }
  await erasePerson(tx, platform, { user, caller, request, now })
}
