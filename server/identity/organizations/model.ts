import { z } from 'zod'
import type { Roles, Scope } from '#contract/access.ts'
import { type Model, oneOf, text, time, uuid } from '#platform/resource/columns.ts'

export { mayGrant, readRoles } from './members/rules.ts'

/** Arbitrary keys and values of an organization; the application does not interpret them. */
export type OrganizationMetadata = Readonly<Record<string, unknown>>

/** The columns of an organization; its metadata is JSON as text. The columns of a merchant lie in a table of their own. */
export const organizationColumns = {
  id: uuid(),
  name: text(),
  slug: text(),
  logo: text().nullable(),
  metadata: text().nullable(),
  createdAt: time(),
  modifiedAt: time().nullable(),
} as const

/** Why the operator lets an organization take no payment, and since when (server's time). */
export interface Block {
  readonly at: Date
  readonly reason: string
}

/** The longest reason of a block, in characters. */
export const BLOCK_REASON_MAXIMUM = 500

/** An organization as it is stored. */
export type OrganizationRow = Model<typeof organizationColumns>

/** A group of users; as a merchant it sells under the same id. Times are UTC. */
export type Organization = Omit<OrganizationRow, 'metadata'> & { readonly metadata: OrganizationMetadata | null }

/** The columns of a member. */
export const memberColumns = {
  id: uuid(),
  organizationId: uuid(),
  userId: uuid(),
  role: text(), // one or several, comma-joined
  teamId: uuid().nullable(),
  createdAt: time(),
} as const

/** A user in an organization. */
export type Member = Model<typeof memberColumns>

/** A member with the public fields of the user. */
export interface MemberWithUser extends Member {
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly image: string | null }
}

/** The columns of a team. */
export const teamColumns = {
  id: uuid().fixed(),
  name: text(),
  organizationId: uuid().fixed(),
  createdAt: time().fixed(),
  updatedAt: time().nullable(),
} as const

/** A group of members inside an organization. */
export type Team = Model<typeof teamColumns>

/** The statuses of an invitation. An expired one is still pending, but it cannot be answered. */
export const invitationStatuses = ['pending', 'accepted', 'rejected', 'canceled'] as const

/** The columns of an invitation. */
export const invitationColumns = {
  id: uuid(),
  organizationId: uuid(),
  email: text(), // folded
  role: text(), // one or several, comma-joined
  teamId: uuid().nullable(),
  status: oneOf(z.enum(invitationStatuses)),
  inviterId: uuid(),
  expiresAt: time(),
} as const

/** An invitation to join, addressed to an email. */
export type Invitation = Model<typeof invitationColumns>

/** An organization with its members, invitations and teams, as its members see it. */
export interface FullOrganization extends Organization {
  readonly members: readonly MemberWithUser[]
  readonly invitations: readonly Invitation[]
  readonly teams: readonly Team[]
}

/** A member, their organization and the permissions of its roles: `authorizes(member.role, …, roles)`. */
export interface Membership {
  readonly member: Member
  readonly organization: Organization
  /** Built-in roles, those of the settings, and custom ones. */
  readonly roles: Roles
}

/** An organization of a user, with their comma-joined roles in it and the scopes on /v1 that these grant. */
export interface JoinedOrganization extends Organization {
  readonly role: string
  readonly scopes: readonly Scope[]
}

/** The basis of the permissions of a member: their roles, and the permissions of these roles. */
export interface MemberPermissions {
  readonly member: Pick<Member, 'role'>
  readonly roles: Roles
}

/** Maximum number of organizations in a list of one user's organizations; on /v1 a user acts in these and in the active one. */
export const LISTED_MAXIMUM = 100
/** Maximum number of invitations and of teams in a list of one organization. */
export const LISTED_IN_ONE_MAXIMUM = 100
