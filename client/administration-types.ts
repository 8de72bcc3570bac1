import type { ListedSession, Organization, Session, User } from './auth-types.ts'

/** The users to list: a search, one filter, an order, a page; in addition a role, whether they are banned, and whether the email is verified. */
export interface AdminUserQuery {
  readonly searchValue?: string | undefined
  readonly searchField?: 'email' | 'name' | undefined
  readonly searchOperator?: 'contains' | 'starts_with' | 'ends_with' | undefined
  readonly filterField?: string | undefined
  readonly filterValue?: string | undefined
  readonly filterOperator?: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | undefined
  readonly role?: string | undefined
  readonly banned?: boolean | undefined
  readonly verified?: boolean | undefined
  readonly sortBy?: string | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

/** A user with accounts, memberships and sessions. The `token` of a session can only revoke it. */
export interface AdminUserDetails {
  readonly user: User
  /** Sign-in methods; `credential` is a password. */
  readonly accounts: readonly { readonly id: string; readonly provider: string; readonly createdAt: string }[]
  readonly memberships: readonly {
    readonly organizationId: string
    readonly name: string
    readonly slug: string
    readonly role: string
    readonly createdAt: string
  }[]
  readonly sessions: readonly Session[]
}

/** A session of any user. */
export interface AdminSession extends ListedSession {
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly browser: string | null
}

/** The health of the platform. */
export interface AdminHealth {
  /** Waiting jobs (`due` of them should have run by now), and dead ones. */
  readonly queue: { readonly waiting: number; readonly due: number; readonly oldestDueAt: string | null; readonly dead: number }
  /** Domain events that were not relayed to listeners yet. */
  readonly facts: { readonly waiting: number; readonly oldestAt: string | null }
  /** Endpoints whose last delivery failed, or that were disabled for failing. */
  readonly webhooks: {
    readonly failing: readonly {
      readonly id: string
      readonly organizationId: string
      readonly organizationName: string
      readonly organizationSlug: string
      readonly url: string
      readonly isEnabled: boolean
      /** Consecutive failures. */
      readonly failures: number
      readonly failingSince: string | null
      readonly lastFailedAt: string | null
    }[]
  }
  /** `transport` describes in a sentence how emails are sent. */
  readonly mail: { readonly transport: string; readonly waiting: number; readonly dead: number; readonly lastError: string | null }
}

/** An organization in a list of all. */
export interface AdminOrganization extends Organization {
  readonly memberCount: number
}

/** The organizations to list: a search in names and slugs, an order, a page. */
export interface AdminOrganizationQuery {
  readonly searchValue?: string | undefined
  readonly sortBy?: string | undefined
  readonly sortDirection?: 'asc' | 'desc' | undefined
  readonly limit?: number | undefined
  readonly offset?: number | undefined
}

export interface AdminOrganizationPage {
  readonly organizations: readonly AdminOrganization[]
  readonly total: number
}

/** An organization with its members. */
export interface AdminOrganizationDetails extends AdminOrganization {
  readonly members: readonly {
    readonly id: string
    readonly userId: string
    readonly role: string
    readonly createdAt: string
    readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly image: string | null }
  }[]
  readonly teamCount: number
  readonly pendingInvitationCount: number
}

/** A job. `deadAt` is set when all attempts failed. */
export interface JobRow {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly runAt: string
  readonly lastError: string | null
  readonly deadAt: string | null
  readonly createdAt: string
}

/** A domain event. `relayedAt` is null until it was relayed to its listeners. */
export interface EventRow {
  readonly id: string
  readonly name: string
  readonly audience: 'merchant' | 'operator' | 'internal'
  readonly organizationId: string | null
  readonly resourceId: string
  /** Null where it is sealed. */
  readonly payload: unknown
  readonly happenedAt: string
  readonly relayedAt: string | null
}

/** The filter of the audit log. Times are ISO 8601; `to` is exclusive. */
export interface EntryFilter {
  /** The actor, including the administrator of an impersonation session. */
  readonly actorId?: string | undefined
  /** The affected user. */
  readonly userId?: string | undefined
  /** `member.removed`, or with a trailing dot all actions with that prefix: `member.` */
  readonly action?: string | undefined
  readonly targetType?: string | undefined
  readonly targetId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly organizationId?: string | undefined
}

/** An entry of the platform's audit log: actor, impersonator, action, target, origin and time. */
export interface PlatformEntry {
  readonly id: string
  readonly action: string
  readonly happenedAt: string
  readonly actor: {
    readonly type: string
    readonly id: string | null
    readonly name: string | null
    readonly email: string | null
    /** The administrator who impersonated the actor. */
    readonly impersonatedBy: { readonly id: string; readonly name: string | null; readonly email: string | null } | null
  }
  readonly userId: string | null
  /** The user who did it or whom it affected; the name is null once the user was deleted. */
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string | null } | null
  readonly organizationId: string | null
  readonly target: { readonly type: string; readonly id: string } | null
  readonly details: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly userAgent: string | null
  readonly browser: string | null
  readonly requestId: string | null
}

/** An email that the product sends. */
export interface AdminEmailSummary {
  readonly name: string
  readonly locales: readonly string[]
  readonly subject: string
}

/** An email, composed from its sample. */
export interface AdminEmail extends AdminEmailSummary {
  readonly locale: string
  readonly html: string
  readonly text: string
}
