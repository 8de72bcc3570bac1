import { z } from 'zod'
import { json, type Model, oneOf, text, time, uuid } from '#platform/resource/columns.ts'

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
  'user.organization_deletion_failed': [],
  'user.deleted': [],
} as const satisfies Readonly<Record<string, readonly string[]>>

/** The name of an action on an account. */
export type SecurityAction = keyof typeof securityActions

/** The names of all actions on an account. */
export const securityActionNames = Object.keys(securityActions) as [SecurityAction, ...SecurityAction[]]

/** Values of an entry under stored names. */
type StoredDetails = Readonly<Record<string, string | number | boolean | null>>

/** The columns of an entry of an account. */
export const securityColumns = {
  id: uuid(),
  action: oneOf(z.enum(securityActionNames)),
  happenedAt: time(),
  details: json<StoredDetails>(z.never()).private(),
} as const

/** An audit entry of an account. Times are UTC. */
export interface SecurityEntry extends Model<typeof securityColumns> {
  /** Whether an administrator of the platform performed the action, directly or in an impersonation session. */
  readonly isByAdministrator: boolean
  /** The IP address of the request, if known; null for administrators. */
  readonly address: string | null
  readonly userAgent: string | null
  /** The session that performed the action, or that the action created. */
  readonly sessionId: string | null
}

/** The columns of an entry of a log. The actor is read with its name. */
export const entryColumns = {
  id: uuid(),
  action: text(),
  happenedAt: time(),
  organizationId: uuid().nullable(),
  userId: uuid().nullable().meta({ description: 'The user who performed the action or whom it concerns.' }),
  target: json<{ readonly type: string; readonly id: string }>(z.object({ type: z.string(), id: z.string() })).nullable(),
  details: json<StoredDetails, Record<string, string | number | boolean | null>>(
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    (details) => Object.fromEntries(Object.entries(details).map(([key, value]) => [toCamelCase(key), value])),
  ),
  address: text().nullable().storedAs('ip_address'),
  userAgent: text().nullable(),
  requestId: text().nullable(),
} as const

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
export interface LogEntry extends Model<typeof entryColumns> {
  readonly actor: EntryActor
  /** The user of `userId`, with their name. */
  readonly user: NamedUser | null
}

/** The name of a stored detail in JSON. */
export function toCamelCase(key: string): string {
  return key.replace(/_([a-z])/g, (_, character: string) => character.toUpperCase())
}
