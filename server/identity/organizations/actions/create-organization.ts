import { sql } from 'kysely'
import { storeImage } from '#identity/pictures/index.ts'
import { activateOrganization, sessionRefusals } from '#identity/sessions/index.ts'
import { newId } from '#kernel/id.ts'
import { Refusal, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import { batchStatements } from '#platform/database/batch-statements.ts'
import { isBreach, isUniqueBreach, type OpenDatabase, type Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { withinLimit } from '#platform/resource/limit.ts'
import { insertMember } from '../members/store.ts'
import type { Member, Organization, OrganizationMetadata } from '../model.ts'
import { organizationRefusals } from '../refusals.ts'
import { refuseReservedSlug } from '../rules.ts'
import { insertFirstTeam, insertOrganization, organizationLimit } from '../store.ts'
import { toMemberWire, toOrganizationEventWire } from '../wire.ts'

/** The new organization and its first member. */
export interface CreateOrganizationInput {
  readonly name: string
  /** A valid slug: `isSlug`. */
  readonly slug: string
  readonly logo?: string | null | undefined
  readonly metadata?: OrganizationMetadata | null | undefined
  /** Whether the active organization of the session stays as it is. */
  readonly keepsActive?: boolean | undefined
  /** The first member: the caller, or the user that a server call names. */
  readonly userId: string
}

/** The new organization and its first member. */
export interface CreateOrganizationResult {
  readonly organization: Organization
  readonly member: Member
}

/**
 * Creates an organization with its first member and its first team, and makes it the active one of the caller's session. Refuses if
 * users may not create one, if the user has reached the limit, and if the slug is taken or reserved.
 */
export async function createOrganization(tx: Tx, by: AuditContext, input: CreateOrganizationInput): Promise<CreateOrganizationResult> {
  refuseUnlessAllowed(by, input)
  await withinLimit(by.platform, { limit: organizationLimit, owner: input.userId }, (owner) => sql`select ${owner}`.execute(tx))
  try {
    return await writeOrganization(tx, by, input)
  } catch (error) {
    throw toRefusal(error, by)
  }
}

/** The same in one statement. */
export async function createOrganizationBatched(
  database: Pick<OpenDatabase, 'db'>,
  by: AuditContext,
  input: CreateOrganizationInput,
): Promise<CreateOrganizationResult> {
  refuseUnlessAllowed(by, input)
  try {
    return await withinLimit(by.platform, { limit: organizationLimit, owner: input.userId }, (owner) =>
      batchStatements(database.db, (tx) => writeOrganization(tx, by, input), { holds: sql`select ${owner} is not null` }),
    )
  } catch (error) {
    throw toRefusal(error, by)
  }
}

// Only writes, so that they can run as batched statements.
async function writeOrganization(tx: Tx, by: AuditContext, input: CreateOrganizationInput): Promise<CreateOrganizationResult> {
  const { platform, caller, now } = by
  const { userId, name, slug } = input
  const id = newId(now)
  const organization: Organization = {
    id,
    name,
    slug,
    logo: (await storeImage(tx, platform, { image: input.logo, now })) ?? null,
    metadata: input.metadata ?? null,
    createdAt: now,
    modifiedAt: null,
  }
  const teamId = newId(now)
  const role = platform.settings.ORGANIZATION_CREATOR_ROLE
  const member: Member = { id: newId(now), organizationId: id, userId, role, teamId, createdAt: now }
  await insertOrganization(tx, organization)
  await insertFirstTeam(tx, { organizationId: id, id: teamId, name, createdAt: now })
  await insertMember(tx, member)
  if (caller.kind === 'user' && !input.keepsActive)
    await activateOrganization(tx, platform, { sessionId: caller.session.id, organizationId: id })
  const payload = toOrganizationEventWire(organization, userId)
  await emit(tx, platform, { name: 'organization.created', organizationId: id, resourceId: id, payload, now })
  await emit(tx, platform, { name: 'member.added', organizationId: id, resourceId: member.id, payload: toMemberWire(member), now })
  await recordAudit(tx, by, { action: 'organization.created', organizationId: id, target: { type: 'organization', id } })
  return { organization, member }
}

function toRefusal(error: unknown, { caller }: AuditContext): unknown {
  if (isUniqueBreach(error, 'organizations_slug_key')) return new Refusal(organizationRefusals.alreadyExists)
  if (!isBreach(error, 'members_user_id_fkey')) return error
  // A server call named an unknown user; a calling user was deleted meanwhile and is not signed in any more.
  return new Refusal(caller.kind === 'service' ? organizationRefusals.userNotFound : sessionRefusals.notOwn)
}

// Where users may not create organizations, the operator's own program does.
function refuseUnlessAllowed({ platform: { settings }, caller }: AuditContext, { slug }: CreateOrganizationInput): void {
  refuseWhen(settings.ORGANIZATION_CREATION_DISABLED && caller.kind !== 'service', organizationRefusals.notAllowedToCreate)
  refuseReservedSlug(slug)
}
