import type { Member, Organization } from './auth-types.ts'

/** A member with what the others of the organization know of the person. */
export interface MemberWithUser extends Member {
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly image: string | null }
}

/** Some of an organization's members. */
export interface Team {
  readonly id: string
  readonly name: string
  readonly organizationId: string
  readonly createdAt: string
  readonly updatedAt: string | null
}

/** Somebody is asked to join. One whose time is over is pending still, and nobody can answer it. */
export interface Invitation {
  readonly id: string
  readonly organizationId: string
  readonly email: string
  /** One role or several, comma-joined. */
  readonly role: string
  readonly teamId: string | null
  readonly status: 'pending' | 'accepted' | 'rejected' | 'canceled'
  readonly inviterId: string
  readonly expiresAt: string
}

/** An invitation as its recipient sees it. */
export interface ShownInvitation extends Invitation {
  readonly organizationName: string
  readonly organizationSlug: string
  readonly inviterEmail: string
}

/** What the mailed link of an invitation shows before anybody is signed in. */
export interface InvitationPreview {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly organizationName: string
  readonly inviterEmail: string
  readonly expiresAt: string
}

/** An organization with everybody in it. `metadata` is JSON text. */
export interface FullOrganization extends Organization {
  readonly members: readonly MemberWithUser[]
  readonly invitations: readonly Invitation[]
  readonly teams: readonly Team[]
}

/** What may be done: resource to actions. */
export type Permissions = Readonly<Record<string, readonly string[]>>

/** A role that members can have; only those of the `organization` itself can be changed there. */
export interface OrganizationRole {
  readonly name: string
  readonly permissions: Permissions
  readonly source: 'built-in' | 'settings' | 'organization'
  /** How many members have it, alone or among others. */
  readonly members: number
}

/** Which entries of an organization's log are asked for. Times are ISO 8601, or days (UTC). */
export interface OrganizationAuditQuery {
  readonly organizationId?: string
  /** Who did it, also in the name of somebody else. */
  readonly actorId?: string
  /** `member.removed`, or with a dot at its end all acts on a thing: `member.` */
  readonly action?: string
  readonly from?: string
  /** Before this instant or day. */
  readonly to?: string
  readonly limit?: number
  /** The `nextBefore` of the page before. */
  readonly before?: string
}

/** One thing that was done: who, as whom, what, on what, from where, when. */
export interface OrganizationAuditEntry {
  readonly id: string
  readonly action: string
  readonly happenedAt: string
  readonly userId: string | null
  /** The person it was done by or to; the name is null once they are gone. */
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string | null } | null
  readonly actor: {
    readonly type: 'person' | 'organization_token' | 'service' | 'nobody'
    readonly id: string | null
    readonly name: string | null
    readonly email: string | null
    /** The administrator of the platform who acted as that person. */
    readonly impersonatedBy: { readonly id: string; readonly name: string | null; readonly email: string | null } | null
  }
  readonly target: { readonly type: string; readonly id: string } | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  readonly address: string | null
  readonly userAgent: string | null
  readonly browser: string | null
  readonly requestId: string | null
}

/** Entries, newest first. `nextBefore` asks for those before them; null when there are none. */
export interface OrganizationAuditPage {
  readonly entries: readonly OrganizationAuditEntry[]
  readonly nextBefore: string | null
}
