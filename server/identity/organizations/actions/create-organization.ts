import { activateOrganization } from '#identity/sessions/index.ts'
import { lockUser } from '#identity/users/index.ts'
import { newId } from '#kernel/id.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { PersonCaller } from '#platform/http/caller.ts'
import type { RequestFacts } from '#platform/http/exchange.ts'
import { tell } from '#platform/outbox/tell.ts'
import type { Platform } from '#platform/platform.ts'
import type { Member, Organization, OrganizationMetadata } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { refuseCreation, refuseReservedSlug } from '../rules.ts'
import { countHeld, insertOrganization } from '../store.ts'
import { toOrganizationFact } from '../wire.ts'

/** What the new organization is to be, and who makes it. */
export interface Creation {
  readonly name: string
  /** Shaped like a slug already: `isSlug`. */
  readonly slug: string
  readonly logo?: string | null | undefined
  readonly metadata?: OrganizationMetadata | null | undefined
  /** Whether the session keeps the active organization it has. */
  readonly keepsActive?: boolean | undefined
  readonly caller: PersonCaller
  readonly request?: RequestFacts
  readonly now: Date
}

/** The new organization and its first member. */
export interface Created {
  readonly organization: Organization
  readonly member: Member
}

/**
 * Makes an organization of which the caller is the first member, and the active one of their session. Refuses when people
 * may not, when they have enough of them, and when the slug is taken or reserved.
 */
export async function createOrganization(tx: Tx, platform: Platform, creation: Creation): Promise<Created> {
  const { caller, request, now } = creation
  await refuseUnlessAllowed(tx, platform, caller.user.id)
  refuseReservedSlug(creation.slug)
  const id = newId(now)
  const organization: Organization = {
    id,
    name: creation.name,
    slug: creation.slug,
    logo: creation.logo ?? null,
    metadata: creation.metadata ?? null,
    createdAt: now,
    modifiedAt: null,
  }
  const role = platform.settings.ORGANIZATION_CREATOR_ROLE
  const member: Member = { id: newId(now), organizationId: id, userId: caller.user.id, role, createdAt: now }
  refuseWhen(!(await insertOrganization(tx, organization, member)), organizationRefusals.alreadyExists)
  if (!creation.keepsActive) await activateOrganization(tx, platform, { sessionId: caller.session.id, organizationId: id })
  const payload = toOrganizationFact(organization, caller.user.id)
  await tell(tx, platform, { name: 'organization.created', organizationId: id, resourceId: id, payload, now })
  const about = { action: 'organization.created', organizationId: id, userId: caller.user.id, caller, now }
  await platform.audit.append(tx, { ...about, target: { type: 'organization', id }, ...(request && { request }) })
  return { organization, member }
}

async function refuseUnlessAllowed(tx: Tx, { settings }: Platform, userId: string): Promise<void> {
  const { ORGANIZATION_CREATION_DISABLED: isDisabled, ORGANIZATION_LIMIT: limit, ORGANIZATION_CREATOR_ROLE: role } = settings
  // Without a limit nothing is to be counted, and two at once need not wait for each other.
  if (limit !== undefined) await lockUser(tx, userId)
  refuseCreation({ isDisabled, limit, made: limit === undefined ? 0 : await countHeld(tx, userId, role) })
}
