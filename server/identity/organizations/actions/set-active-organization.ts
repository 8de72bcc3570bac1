import { activateOrganization } from '#identity/sessions/index.ts'
import { isId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Database, RunTransaction } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { CallerSession } from '#platform/request/caller.ts'
import type { OrganizationSelector } from '../caller.ts'
import { lockMember } from '../members/store.ts'
import type { FullOrganization } from '../model.ts'
import { findFullOrganization, type OrganizationKey } from '../reads.ts'
import { organizationRefusals } from '../refusals.ts'

/** The key of the selected organization, or of the session's active one; null for none. An id takes precedence over a slug. */
export function organizationKeyOf(selector: OrganizationSelector, session: CallerSession): OrganizationKey | null {
  const id = selector.organizationId ?? undefined
  if (id !== undefined && id !== '') return { id }
  if (selector.organizationSlug) return { slug: selector.organizationSlug }
  return session.activeOrganizationId === null ? null : { id: session.activeOrganizationId }
}

/** A session, and the organization that becomes its active one. */
export interface SetActiveOrganizationInput {
  readonly session: CallerSession
  readonly selector: OrganizationSelector
  readonly transaction: RunTransaction
}

/**
 * Sets the active organization of a session and returns it; null clears it. If the user is not a member, the active organization is
 * cleared as well, and then the request is refused.
 */
export async function setActiveOrganization(
  platform: Platform,
  { session, selector, transaction }: SetActiveOrganizationInput,
): Promise<FullOrganization | null> {
  const key = selector.organizationId === null ? null : organizationKeyOf(selector, session)
  const found = await transaction(async (tx) => {
    const visible = key && (await findForMember(tx, platform, { userId: session.userId, key }))
    // A concurrent removal of the member waits for this lock; then it finds the organization in this session and clears it.
    const full = visible && !(await lockMember(tx, visible.id, session.userId)) ? undefined : visible
    const next = full?.id ?? null
    if (next !== session.activeOrganizationId) await activateOrganization(tx, platform, { sessionId: session.id, organizationId: next })
    return full
  })
  return found === undefined ? refuse(organizationRefusals.notAMember) : found
}

/** The organization for one of its members; undefined for other users and for an invalid id. */
async function findForMember(
  db: Database,
  { settings }: Platform,
  selector: { readonly userId: string; readonly key: OrganizationKey },
): Promise<FullOrganization | undefined> {
  if ('id' in selector.key && !isId(selector.key.id)) return undefined
  return findFullOrganization(db, { ...selector, membersMaximum: settings.MEMBERSHIP_LIMIT })
}
