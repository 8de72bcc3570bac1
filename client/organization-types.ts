import type { Member, Organization } from './auth-types.ts'

/** A member with the user's fields that other members can see. */
export interface MemberWithUser extends Member {
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly image: string | null }
}

/** A group of an organization's members. */
export interface Team {
  readonly id: string
  readonly name: string
  readonly organizationId: string
  readonly createdAt: string
  readonly updatedAt: string | null
}

/** An invitation to join. An expired one is still `pending` but can no longer be answered. */
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

/** An invitation as returned to its recipient. */
export interface RecipientInvitation extends Invitation {
  readonly organizationName: string
  readonly organizationSlug: string
  readonly inviterEmail: string
}

/** The content of an emailed invitation link before sign-in. */
export interface InvitationPreview {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly organizationName: string
  readonly inviterEmail: string
  readonly expiresAt: string
}

/** An organization with members, invitations and teams. `metadata` is JSON text. */
export interface FullOrganization extends Organization {
  readonly members: readonly MemberWithUser[]
  readonly invitations: readonly Invitation[]
  readonly teams: readonly Team[]
}

/** The allowed actions by resource. */
export type Permissions = Readonly<Record<string, readonly string[]>>

/** A role of members; only roles with the source `organization` can be updated. */
export interface OrganizationRole {
  readonly name: string
  readonly permissions: Permissions
  readonly source: 'built-in' | 'settings' | 'organization'
  /** The number of members with this role, alone or among others. */
  readonly members: number
}

/** The filter of an organization's audit log. Times are ISO 8601, or days (UTC). */
export interface OrganizationAuditQuery {
  readonly organizationId?: string
  /** The actor, including the administrator of an impersonation session. */
  readonly actorId?: string
  /** `member.removed`, or with a trailing dot all actions with that prefix: `member.` */
  readonly action?: string
  readonly from?: string
  /** Exclusive: before this instant or day. */
  readonly to?: string
  readonly limit?: number
  /** The `nextBefore` of the previous page. */
  readonly before?: string
}

/** An entry of an organization's audit log: actor, impersonator, action, target, origin and time. */
export interface OrganizationAuditEntry {
  readonly id: string
  readonly action: string
  readonly happenedAt: string
  readonly userId: string | null
  /** The user who did it or whom it affected; the name is null once the user was deleted. */
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string | null } | null
  readonly actor: {
    readonly type: 'person' | 'organization_token' | 'service' | 'nobody'
    readonly id: string | null
    readonly name: string | null
    readonly email: string | null
    /** The platform administrator who impersonated the actor. */
    readonly impersonatedBy: { readonly id: string; readonly name: string | null; readonly email: string | null } | null
  }
  readonly target: { readonly type: string; readonly id: string } | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  readonly address: string | null
  readonly userAgent: string | null
  readonly browser: string | null
  readonly requestId: string | null
}

/** Entries, newest first. `nextBefore` is the cursor of the next page; null on the last. */
export interface OrganizationAuditPage {
  readonly entries: readonly OrganizationAuditEntry[]
  readonly nextBefore: string | null
}
