import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { MemberWithUser } from '../../model.ts'
import { organizationRefusals } from '../../refusals.ts'
import { findMember, type MemberKey } from '../reads.ts'
import { keeping, type Losing } from '../rules.ts'
import { countOthersHolding } from '../store.ts'

/** The member named, in an organization that is held, and how many others keep it. Refuses `Member not found`. */
export async function losingOf(
  tx: Tx,
  { settings }: Platform,
  { organizationId, key }: { readonly organizationId: string; readonly key: MemberKey },
): Promise<Losing & { readonly target: MemberWithUser }> {
  const target = (await findMember(tx, organizationId, key)) ?? refuse(organizationRefusals.memberNotFound)
  const kept = keeping(settings.ORGANIZATION_CREATOR_ROLE)
  return { target, keeping: kept, others: await countOthersHolding(tx, target, kept) }
}
