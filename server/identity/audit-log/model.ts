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
  /** Where it came from, as far as is known. */
  readonly address: string | null
  readonly userAgent: string | null
  readonly details: Readonly<Record<string, string | number | boolean | null>>
  /** The session in which it was done, or which began by it. */
  readonly sessionId: string | null
}

/** How many entries a page has: at most, and where nothing is said. */
export const ENTRIES_MAXIMUM = 100
export const ENTRIES_USUAL = 50
