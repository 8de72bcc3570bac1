/**
 * Everything that is written down of a person's account, with the details of it that they may read, by their names in the record.
 * Whatever shows it has words for each of these; what is not among them is shown to nobody. A test holds the table to the rooms.
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

/** The name of one of them. */
export type SecurityAction = keyof typeof securityActions

/** Their names. */
export const securityActionNames = Object.keys(securityActions) as [SecurityAction, ...SecurityAction[]]

/** What is kept of one of them. Times are UTC. */
export interface SecurityEntry {
  readonly id: string
  readonly action: SecurityAction
  readonly happenedAt: Date
  /** Whether an administrator of the platform did it, in their own name or in that of the person. */
  readonly isByAdministrator: boolean
  /** Where it came from, as far as is known; not told of administrators. */
  readonly address: string | null
  readonly userAgent: string | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  /** The session in which it was done, or which began by it. */
  readonly sessionId: string | null
}

/** How many entries a page has: at most, and where nothing is said. */
export const ENTRIES_MAXIMUM = 100
export const ENTRIES_USUAL = 50

/** Whose log is read: an organization's own, or that of the whole platform. */
export type Log = { readonly organizationId: string } | 'platform'

/** Which entries of a log: everything that is given must fit. */
export interface EntryFilter {
  /** Who did it, under their own name or under that of somebody else. */
  readonly actorId?: string | undefined
  /** Whose account it concerns. */
  readonly userId?: string | undefined
  /** The act by its name; with a dot at its end all acts on such a thing. */
  readonly action?: string | undefined
  readonly targetType?: string | undefined
  readonly targetId?: string | undefined
  /** From this instant on. */
  readonly from?: Date | undefined
  /** Before this instant. */
  readonly to?: Date | undefined
}

/** A person in an entry; name and address are null once they are gone. */
export interface NamedPerson {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
}

/** Who did it: somebody, under somebody else's name perhaps, or a program. */
export interface EntryActor extends Omit<NamedPerson, 'id'> {
  readonly type: 'person' | 'organization_token' | 'service' | 'nobody'
  readonly id: string | null
  /** The administrator who acted as them. */
  readonly impersonatedBy: NamedPerson | null
}

/** One thing that was done: who, as whom, what, on what, from where, when. Times are UTC. */
export interface LogEntry {
  readonly id: string
  readonly organizationId: string | null
  readonly userId: string | null
  /** The same person with their name. */
  readonly user: NamedPerson | null
  readonly actor: EntryActor
  readonly action: string
  readonly target: { readonly type: string; readonly id: string } | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  readonly address: string | null
  readonly userAgent: string | null
  readonly requestId: string | null
  readonly happenedAt: Date
}
