import { activateOrganization, sessionRefusals } from '#identity/sessions/index.ts'
import { lockUser } from '#identity/users/index.ts'
import { newId } from '#kernel/id.ts'
import { Refusal, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, auditBy } from '#platform/audit/by.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import { isBreach, isUniqueBreach, type OpenDatabase, type Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { insertMember } from '../members/store.ts'
import type { Member, Organization, OrganizationMetadata } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { refuseCreation, refuseReservedSlug } from '../rules.ts'
import { countOrganizationsOf, insertFirstTeam, insertOrganization } from '../store.ts'
import { toMemberWire, toOrganizationFact } from '../wire.ts'

/** What the new organization is to be, and whose it is. */
export interface Creation {
  readonly name: string
  /** Shaped like a slug already: `isSlug`. */
  readonly slug: string
  readonly logo?: string | null | undefined
  readonly metadata?: OrganizationMetadata | null | undefined
  /** Whether the session keeps the active organization it has. */
  readonly keepsActive?: boolean | undefined
  /** Who becomes its first member: the caller, unless a server call says otherwise. */
  readonly userId: string
}

/** The new organization and its first member. */
export interface Created {
  readonly organization: Organization
  readonly member: Member
}

/**
 * Makes an organization with its first member and its first team, and the active one of the caller's session. Refuses when
 * people may not, when they have enough of them, and when the slug is taken or reserved.
 */
export async function createOrganization(tx: Tx, by: AuditContext, creation: Creation): Promise<Created> {
  refuseUnlessAllowed(by.platform, creation)
  await refuseBeyondLimit(tx, by.platform, creation.userId)
  try {
    return await writeOrganization(tx, by, creation)
  } catch (error) {
    throw toldOf(error, by)
  }
}

/** The same in one statement, with a transaction around it only where a limit has to be looked at. */
export async function makeOrganization(
  database: Pick<OpenDatabase, 'db' | 'transaction'>,
  by: AuditContext,
  creation: Creation,
): Promise<Created> {
  if (by.platform.settings.ORGANIZATION_LIMIT !== undefined) return database.transaction((tx) => createOrganization(tx, by, creation))
  refuseUnlessAllowed(by.platform, creation)
  try {
    return await batchStatements(database.db, (tx) => writeOrganization(tx, by, creation))
  } catch (error) {
    throw toldOf(error, by)
  }
}

// Writes alone, so that they can be gathered.
async function writeOrganization(tx: Tx, by: AuditContext, creation: Creation): Promise<Created> {
  const { platform, caller, now } = by
  const { userId, name, slug } = creation
  const id = newId(now)
  const organization: Organization = {
    id,
    name,
    slug,
    logo: creation.logo ?? null,
    metadata: creation.metadata ?? null,
    createdAt: now,
    modifiedAt: null,
  }
  const teamId = newId(now)
  const role = platform.settings.ORGANIZATION_CREATOR_ROLE
  const member: Member = { id: newId(now), organizationId: id, userId, role, teamId, createdAt: now }
  await insertOrganization(tx, organization)
  await insertFirstTeam(tx, { organizationId: id, id: teamId, name, createdAt: now })
  await insertMember(tx, member)
  if (caller.kind === 'user' && !creation.keepsActive)
    await activateOrganization(tx, platform, { sessionId: caller.session.id, organizationId: id })
  const payload = toOrganizationFact(organization, userId)
  await emit(tx, platform, { name: 'organization.created', organizationId: id, resourceId: id, payload, now })
  await emit(tx, platform, { name: 'member.added', organizationId: id, resourceId: member.id, payload: toMemberWire(member), now })
  await auditBy(tx, by, { action: 'organization.created', organizationId: id, target: { type: 'organization', id } })
  return { organization, member }
}

function toldOf(error: unknown, { caller }: AuditContext): unknown {
  if (isUniqueBreach(error, 'organizations_slug_key')) return new Refusal(organizationRefusals.alreadyExists)
  if (!isBreach(error, 'members_user_id_fkey')) return error
  // A server call named somebody whom nobody knows; whoever called for themselves was deleted meanwhile and is nobody by now.
  return new Refusal(caller.kind === 'service' ? organizationRefusals.userNotFound : sessionRefusals.notOwn)
}

function refuseUnlessAllowed({ settings }: Platform, { slug }: Creation): void {
  refuseWhen(settings.ORGANIZATION_CREATION_DISABLED, organizationRefusals.notAllowedToCreate)
  refuseReservedSlug(slug)
}

async function refuseBeyondLimit(tx: Tx, { settings }: Platform, userId: string): Promise<void> {
  const { ORGANIZATION_LIMIT: limit } = settings
  // Without a limit nothing is to be counted, and two at once need not wait for each other.
  if (limit === undefined) return
  await lockUser(tx, userId)
  refuseCreation({ limit, belongsTo: await countOrganizationsOf(tx, userId) })
}
