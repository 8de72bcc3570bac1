import type { ListedSession, Organization, Session, User } from './auth-types.ts'

/** Which people: a search, one filter, an order, a page; and of our own a role that they hold, whether a ban holds, whether the address is proven. */
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

/** One person with what belongs to them. The `token` of a session ends it and lets nobody in. */
export interface AdminPerson {
  readonly user: User
  /** Ways in; `credential` is a password. */
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

/** A session of anybody. */
export interface AdminSession extends ListedSession {
  readonly user: { readonly id: string; readonly name: string; readonly email: string }
  readonly browser: string | null
}

/** How the platform is doing. */
export interface AdminHealth {
  /** Jobs that wait (`due` of them should have run by now), and that were given up. */
  readonly queue: { readonly waiting: number; readonly due: number; readonly oldestDueAt: string | null; readonly dead: number }
  /** Facts that no listener has heard yet. */
  readonly facts: { readonly waiting: number; readonly oldestAt: string | null }
  /** Endpoints whose last delivery failed, or that were switched off for failing. */
  readonly webhooks: {
    readonly failing: readonly {
      readonly id: string
      readonly organizationId: string
      readonly organizationName: string
      readonly organizationSlug: string
      readonly url: string
      readonly isEnabled: boolean
      /** In a row. */
      readonly failures: number
      readonly failingSince: string | null
      readonly lastFailedAt: string | null
    }[]
  }
  /** `transport` says in a sentence where letters go. */
  readonly mail: { readonly transport: string; readonly waiting: number; readonly dead: number; readonly lastError: string | null }
}

/** An organization among all. */
export interface AdminOrganization extends Organization {
  readonly memberCount: number
}

/** Which organizations: a search in names and slugs, an order, a page. */
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

/** One organization with its people. */
export interface AdminOrganizationRead extends AdminOrganization {
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

/** One order to be carried out. `deadAt` when it was given up. */
export interface JobRow {
  readonly id: string
  readonly kind: string
  readonly attempts: number
  readonly runAt: string
  readonly lastError: string | null
  readonly deadAt: string | null
  readonly createdAt: string
}

/** One thing that happened. `relayedAt` is null until its listeners have heard it. */
export interface FactRow {
  readonly id: string
  readonly name: string
  readonly audience: 'merchant' | 'operator' | 'internal'
  readonly organizationId: string | null
  readonly resourceId: string
  /** Null where it is kept sealed. */
  readonly payload: unknown
  readonly happenedAt: string
  readonly relayedAt: string | null
}

/** Which entries of the log. Times are ISO texts; `to` is not within. */
export interface EntryFilter {
  /** Who did it, also in the name of somebody else. */
  readonly actorId?: string | undefined
  /** Whose account it concerns. */
  readonly userId?: string | undefined
  /** `member.removed`, or with a dot at its end all acts on a thing: `member.` */
  readonly action?: string | undefined
  readonly targetType?: string | undefined
  readonly targetId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly organizationId?: string | undefined
}

/** One entry of the platform's log: who, as whom, what, on what, from where, when. */
export interface PlatformEntry {
  readonly id: string
  readonly action: string
  readonly happenedAt: string
  readonly actor: {
    readonly type: string
    readonly id: string | null
    readonly name: string | null
    readonly email: string | null
    /** Who acted as them. */
    readonly impersonatedBy: { readonly id: string; readonly name: string | null; readonly email: string | null } | null
  }
  readonly userId: string | null
  /** The person it was done by or to; the name is null once they are gone. */
  readonly user: { readonly id: string; readonly name: string | null; readonly email: string | null } | null
  readonly organizationId: string | null
  readonly target: { readonly type: string; readonly id: string } | null
  readonly details: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly userAgent: string | null
  readonly browser: string | null
  readonly requestId: string | null
}

/** A letter that the product sends. */
export interface AdminLetterName {
  readonly name: string
  readonly locales: readonly string[]
  readonly subject: string
}

/** One of them with its sample. */
export interface AdminLetter extends AdminLetterName {
  readonly locale: string
  readonly html: string
  readonly text: string
}
