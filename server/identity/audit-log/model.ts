/**
 * The audit actions on a user's account, each with the stored names of the details that the user may read. Locales have a message for
 * each of them; other actions are not shown. A test compares this table with the actions that the modules record.
 */
export const securityActions = {
  'user.signed_up': ['provider'],
  'user.created': [],
  'user.created_as_administrator': [],
  'user.made_administrator': [],
  'user.signed_in': ['method', 'provider', 'browser', 'remembered'],
  'user.sign_in_failed': ['email', 'username'],
  'user.signed_out': [],
  'session.revoked': [],
  'user.sessions_revoked': ['ended'],
  'user.other_sessions_revoked': ['ended'],
  'user.password_set': [],
  'user.password_changed': ['sessions_ended'],
  'user.password_change_failed': [],
  'user.password_reset_asked': [],
  'user.password_reset': ['sessions_ended'],
  'user.verification_asked': [],
  'user.email_verified': [],
  'user.email_change_asked': ['to'],
  'user.email_changed': ['from', 'to'],
  'user.account_linked': ['provider'],
  'user.account_unlinked': ['provider'],
  'user.account_secured': ['provider'],
  'user.provider_tokens_given': ['provider'],
  'user.updated': ['changed'],
  'user.role_set': ['from', 'to'],
  'user.banned': ['reason', 'until'],
  'user.unbanned': [],
  'user.password_given': ['sessions_ended'],
  'user.impersonated': ['until'],
  'user.impersonation_ended': [],
  'user.deletion_asked': [],
  'user.deletion_failed': [],
  'user.deleted': [],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The name of an action on an account. */
export type SecurityAction = keyof typeof securityActions

/** The names of all actions on an account. */
export const securityActionNames = Object.keys(securityActions) as [SecurityAction, ...SecurityAction[]]

/** An audit entry of an account. Times are UTC. */
export interface SecurityEntry {
  readonly id: string
  readonly action: SecurityAction
  readonly happenedAt: Date
  /** Whether an administrator of the platform performed the action, directly or in an impersonation session. */
  readonly isByAdministrator: boolean
  /** The IP address of the request, if known; null for administrators. */
  readonly address: string | null
  readonly userAgent: string | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  /** The session that performed the action, or that the action created. */
  readonly sessionId: string | null
}

/** Maximum and default page size. */
export const ENTRIES_MAXIMUM = 100
export const ENTRIES_DEFAULT = 50

/** The log to read: of an organization, or of the whole platform. */
export type Log = { readonly organizationId: string } | 'platform'

/** Filters the entries of a log: all given conditions must match. */
export interface EntryFilter {
  /** The actor, also as an impersonator. */
  readonly actorId?: string | undefined
  /** The user whose account the action concerns. */
  readonly userId?: string | undefined
  /** The name of the action; with a dot at the end, all actions on that resource. */
  readonly action?: string | undefined
  readonly targetType?: string | undefined
  readonly targetId?: string | undefined
  /** Inclusive. */
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
}

/** A user in an entry; name and email are null after the user was deleted. */
export interface NamedUser {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

/** The actor of an entry: a user, possibly impersonated, or a program. */
export interface EntryActor extends Omit<NamedUser, 'id'> {
  readonly type: 'person' | 'organization_token' | 'customer' | 'service' | 'nobody'
  readonly id: string | null
  /** The administrator who impersonated the user. */
  readonly impersonatedBy: NamedUser | null
}

/** An audit entry: actor, impersonator, action, target, origin and time. Times are UTC. */
export interface LogEntry {
  readonly id: string
  readonly organizationId: string | null
  readonly userId: string | null
  /** The user with this id, with their name. */
  readonly user: NamedUser | null
  readonly actor: EntryActor
  readonly action: string
  readonly target: { readonly type: string; readonly id: string } | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
  readonly happenedAt: Date
}
