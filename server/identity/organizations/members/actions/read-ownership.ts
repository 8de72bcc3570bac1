import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { MemberWithUser } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import { findMember, type MemberKey } from '../reads.ts'
import { type Ownership, ownershipRoles } from '../rules.ts'
import { countOthersHolding } from '../store.ts'

/** The named member of a locked organization, and the number of other owners. Refuses `Member not found`. */
export async function readOwnership(
  tx: Tx,
  { settings }: Platform,
  { organizationId, key }: { readonly organizationId: string; readonly key: MemberKey },
): Promise<Ownership & { readonly target: MemberWithUser }> {
  const target = (await findMember(tx, organizationId, key)) ?? refuse(organizationRefusals.memberNotFound)
  const required = ownershipRoles(settings.ORGANIZATION_CREATOR_ROLE)
  return { target, ownershipRoles: required, otherOwners: await countOthersHolding(tx, target, required) }
}
