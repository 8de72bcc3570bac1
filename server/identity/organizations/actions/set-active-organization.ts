import { activateOrganization } from '#identity/sessions/index.ts'
import { isId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { CallerSession } from '#platform/http/caller.ts'
import type { Platform } from '#platform/platform.ts'
import type { Wanted } from '../caller.ts'
import { holdMember } from '../members/store.ts'
import type { FullOrganization } from '../model.ts'
import { findFullOrganization, type OrganizationKey } from '../reads.ts'
import { organizationRefusals } from '../refusals.ts'

/** The organization that `wanted` means for this session, or null for none. An id wins over a slug. */
export function keyOf(wanted: Wanted, session: CallerSession): OrganizationKey | null {
  const id = wanted.organizationId ?? undefined
  if (id !== undefined && id !== '') return { id }
  if (wanted.organizationSlug) return { slug: wanted.organizationSlug }
  return session.activeOrganizationId === null ? null : { id: session.activeOrganizationId }
}

/** Whose session, and what it is to have as its active organization. */
export interface Activation {
  readonly session: CallerSession
  readonly wanted: Wanted
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Makes an organization the session's active one and gives it; null clears it. Where the person is no member, the active
 * organization is cleared all the same, and then it is refused.
 */
export async function setActiveOrganization(
  platform: Platform,
  { session, wanted, transaction }: Activation,
): Promise<FullOrganization | null> {
  const key = wanted.organizationId === null ? null : keyOf(wanted, session)
  const found = await transaction(async (tx) => {
    const seen = key && (await findForMember(tx, platform, { userId: session.userId, key }))
    // Whoever takes the person out at this moment waits, and then finds the organization in this session to take it out again.
    const full = seen && !(await holdMember(tx, seen.id, session.userId)) ? undefined : seen
    const next = full?.id ?? null
    if (next !== session.activeOrganizationId) await activateOrganization(tx, platform, { sessionId: session.id, organizationId: next })
    return full
  })
  return found === undefined ? refuse(organizationRefusals.notAMember) : found
}

/** The organization for one of its members; nothing for anybody else, and for an id that is none. */
async function findForMember(
  db: Database,
  { settings }: Platform,
  wanted: { readonly userId: string; readonly key: OrganizationKey },
): Promise<FullOrganization | undefined> {
  if ('id' in wanted.key && !isId(wanted.key.id)) return undefined
  return findFullOrganization(db, { ...wanted, membersMaximum: settings.MEMBERSHIP_LIMIT })
}
