import { z } from 'zod'
import { tokenScopes } from '#contract/access.ts'
import { pictureInput } from '#identity/pictures/wire.ts'
import { isSlug, SLUG_MAXIMUM } from '#kernel/text.ts'
import { added, id, nameText, text, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import {
  type FullOrganization,
  type Invitation,
  invitationColumns,
  type JoinedOrganization,
  type Member,
  type MemberWithUser,
  memberColumns,
  type Organization,
  type Team,
  teamColumns,
} from './model.ts'

/** A longer text is not a password. */
const PASSWORD_MAXIMUM = 4096
const NAME_MAXIMUM = 255
const METADATA_MAXIMUM = 10_000
const ROLES_MAXIMUM = 1000
const ROLES_AT_ONCE = 50

/** A slug in a body: lower-case letters, digits and single dashes. The rules check whether it is available. */
export const slugInput = z
  .string()
  .refine(isSlug, 'May hold lower-case letters, digits and single dashes only')
  .meta({ maxLength: SLUG_MAXIMUM })

const metadataInput = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= METADATA_MAXIMUM, `May take at most ${METADATA_MAXIMUM} characters as JSON`)

/** An organization to create. `userId` applies to server calls only. */
export const createOrganizationBody = z.object({
  name: nameText(text(1, NAME_MAXIMUM)),
  slug: slugInput,
  logo: pictureInput.nullish(),
  metadata: metadataInput.nullish(),
  keepCurrentActiveOrganization: z.boolean().optional(),
  userId: z.string().optional(),
})

/** One role or several, as text or as a list; the organization determines which are known. */
export const roleInput = z.union([z.string().max(ROLES_MAXIMUM), z.array(z.string().max(ROLES_MAXIMUM)).max(ROLES_AT_ONCE)])

/** The changes of an organization; null clears a logo or metadata. */
export const updateOrganizationBody = z.object({
  data: z.object({
    name: nameText(text(1, NAME_MAXIMUM)).optional(),
    slug: slugInput.optional(),
    logo: pictureInput.nullish(),
    metadata: metadataInput.nullish(),
  }),
  organizationId: z.string().optional(),
})

/** The organization to delete. */
export const deleteOrganizationBody = z.object({
  organizationId: z.string(),
  password: z.string().max(PASSWORD_MAXIMUM).optional().meta(added('The password of the user, where the session is not fresh.')),
  keepBooks: z
    .boolean()
    .optional()
    .meta(added('Where it has paid live orders: archives them and the ledger without personal data. Without it the deletion is refused.')),
})

const common = { id, name: z.string(), slug: z.string(), logo: z.string().nullable(), createdAt: timestamp }
const metadataText = z.string().nullable().meta({ description: 'JSON as text.' })

const memberFields = fieldsOf(memberColumns, 'camel')

/** A member of an organization. */
export const member = z.object(memberFields.shape).meta({ id: 'Member' })

/** A member with the user. */
export const memberWithUser = member
  .extend({ user: z.object({ id, name: z.string(), email: z.string(), image: z.string().nullable() }) })
  .meta({ id: 'MemberWithUser' })

const invitationFields = fieldsOf(invitationColumns, 'camel')

/** An invitation to an organization. */
export const invitation = z.object(invitationFields.shape).meta({ id: 'Invitation' })

const teamFields = fieldsOf(teamColumns, 'camel')

/** A team of an organization. */
export const team = z.object(teamFields.shape).meta({ id: 'Team' })

/** An organization without its members. */
export const organization = z.object({ ...common, metadata: metadataText }).meta({ id: 'AuthOrganization' })

/** An organization in the list of a user's organizations. */
export const joinedOrganization = organization
  .extend({
    role: z.string().meta(added('The roles of the caller in it, comma-separated.')),
    scopes: z.array(z.enum(tokenScopes)).meta(added('The scopes of `/v1` that the roles of the caller grant.')),
  })
  .meta({ id: 'JoinedOrganization' })

/** An organization in the answer to its update. */
export const updatedOrganization = z
  .object({ ...common, metadata: z.record(z.string(), z.unknown()).nullable() })
  .meta({ id: 'UpdatedOrganization' })

/** An organization in the answer to its creation. */
export const createdOrganization = updatedOrganization.extend({ members: z.array(member) }).meta({ id: 'CreatedOrganization' })

/** An organization in the answer to set-active; the published client expects teams to be null here. */
export const activeOrganization = z
  .object({ ...common, metadata: metadataText, members: z.array(memberWithUser), invitations: z.array(invitation), teams: z.null() })
  .meta({ id: 'ActiveOrganization' })

/** An organization with its members, invitations and teams. */
export const fullOrganization = activeOrganization.extend({ teams: z.array(team) }).meta({ id: 'FullOrganization' })

/** An organization in domain events. */
export const organizationEvent = z.object({ ...common, createdBy: id.optional() }).meta({ id: 'OrganizationFact' })

function toCommon(from: Organization) {
  return { id: from.id, name: from.name, slug: from.slug, logo: from.logo, createdAt: toTimestamp(from.createdAt) }
}

/** An organization with its metadata as text. */
export function toOrganizationWire(from: Organization): z.output<typeof organization> {
  return { ...toCommon(from), metadata: from.metadata && JSON.stringify(from.metadata) }
}

/** An organization of the caller with their permissions. */
export function toJoinedOrganizationWire(from: JoinedOrganization): z.output<typeof joinedOrganization> {
  return { ...toOrganizationWire(from), role: from.role, scopes: [...from.scopes] }
}

/** A member. */
export const toMemberWire: (from: Member) => z.output<typeof member> = memberFields.toWire

/** A member with the user. */
export function toMemberWithUserWire(from: MemberWithUser): z.output<typeof memberWithUser> {
  return { ...toMemberWire(from), user: { ...from.user } }
}

/** An invitation. */
export const toInvitationWire: (from: Invitation) => z.output<typeof invitation> = invitationFields.toWire

/** A team. */
export const toTeamWire: (from: Team) => z.output<typeof team> = teamFields.toWire

/** The organization with its metadata as an object. */
export function toUpdatedOrganizationWire(from: Organization): z.output<typeof updatedOrganization> {
  return { ...toCommon(from), metadata: from.metadata && { ...from.metadata } }
}

/** The created organization and its first member. */
export function toCreatedOrganizationWire(created: Organization, first: Member): z.output<typeof createdOrganization> {
  return { ...toUpdatedOrganizationWire(created), members: [toMemberWire(first)] }
}

/** The organization that became active. */
export function toActiveOrganizationWire(from: FullOrganization): z.output<typeof activeOrganization> {
  const invitations = from.invitations.map(toInvitationWire)
  return { ...toOrganizationWire(from), members: from.members.map(toMemberWithUserWire), invitations, teams: null }
}

/** The organization with its members, invitations and teams. */
export function toFullOrganizationWire(from: FullOrganization): z.output<typeof fullOrganization> {
  return { ...toActiveOrganizationWire(from), teams: from.teams.map(toTeamWire) }
}

/** The organization in a domain event, with its creator if it was just created. */
export function toOrganizationEventWire(from: Organization, createdBy?: string): z.output<typeof organizationEvent> {
  return { ...toCommon(from), ...(createdBy !== undefined && { createdBy }) }
}
