import type { Roles } from '#kernel/access.ts'

/** Free keys and values of an organization; opaque to us. */
export type OrganizationMetadata = Readonly<Record<string, unknown>>

/** People who belong together; as a merchant it sells under the same id. Times are UTC. */
export interface Organization {
  readonly id: string
  readonly name: string
  /** Unique over all organizations. */
  readonly slug: string
  readonly logo: string | null
  readonly metadata: OrganizationMetadata | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** A person in an organization. */
export interface Member {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  /** One role or several, comma-joined. */
  readonly role: string
  readonly teamId: string | null
  readonly createdAt: Date
}

/** A member with what others may know of the person. */
export interface MemberWithUser extends Member {
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly image: string | null }
}

/** A group of members inside an organization. */
export interface Team {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
}

/** What may have become of an invitation. One whose time is over is still pending, and nobody can answer it. */
export const invitationStatuses = ['pending', 'accepted', 'rejected', 'canceled'] as const

/** Somebody is asked to join, by their address. */
export interface Invitation {
  readonly id: string
  readonly organizationId: string
  /** Folded. */
  readonly email: string
  /** One role or several, comma-joined. */
  readonly role: string
  readonly teamId: string | null
  readonly status: (typeof invitationStatuses)[number]
  readonly inviterId: string
  readonly expiresAt: Date
}

/** An organization with everybody in it, as its own people see it. */
export interface FullOrganization extends Organization {
  readonly members: readonly MemberWithUser[]
  readonly invitations: readonly Invitation[]
  readonly teams: readonly Team[]
}

/** What a person is in an organization, and what its roles mean there: `authorizes(member.role, …, roles)`. */
export interface Membership {
  readonly member: Member
  readonly organization: Organization
  /** Built-in ones, those of the settings and those that the organization made. */
  readonly roles: Roles
}

/** Organizations of one person that a listing shows at most. */
export const LISTED_MAXIMUM = 100
/** Invitations and teams of one organization that a listing shows at most. */
export const LISTED_IN_ONE_MAXIMUM = 100
