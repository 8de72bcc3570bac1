import { findSoleOwnerships, ownershipRoles } from '#identity/organizations/index.ts'
import { eraseUser } from '#identity/user-settings/index.ts'
import { findAndLockUser } from '#identity/users/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { listOrganizationNames } from '../reads.ts'
import { administrationRefusals } from '../refusals.ts'
import { refuseLastAdministrator } from '../rules.ts'
import { lockAdministratorsForCaller } from './lock-administrators.ts'

/**
 * Deletes a user with everything that belongs to them alone. Refuses the last administrator of the platform, and the only owner of an
 * organization, which would have no owner left; the error names the organizations.
 */
export async function removeUser(tx: Tx, by: AuditContext, requestedId: string): Promise<void> {
  const { platform, caller, request, now } = by
  const administrators = await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotDelete)
  const user = (await findAndLockUser(tx, requestedId)) ?? refuse(administrationRefusals.userNotFound)
  const { id: userId } = user
  refuseLastAdministrator({ user, administrators, now })
  const solelyOwned = await findSoleOwnerships(tx, userId, ownershipRoles(platform.settings.ORGANIZATION_CREATOR_ROLE))
  if (solelyOwned.length > 0) {
    const names = await listOrganizationNames(tx, solelyOwned)
    refuse(administrationRefusals.onlyOwner, { detail: `This person is the only owner of ${names.join(', ')}` })
  }
  await eraseUser(tx, platform, { user, caller, request, now })
}
