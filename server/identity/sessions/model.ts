import { added } from '#platform/http/wire-parts.ts'
import type { CallerSession } from '#platform/request/caller.ts'
import { type Model, text, time, uuid } from '#platform/resource/columns.ts'

/** A session of a user on one device. `token` is unsigned; times are UTC. */
export type Session = CallerSession & { readonly lastSeenAt: Date }

/** The columns of a session that others than its user may see: not its token. */
export const sessionColumns = {
  id: uuid(),
  userId: uuid(),
  expiresAt: time(),
  ipAddress: text().nullable(),
  userAgent: text().nullable(),
  createdAt: time(),
  updatedAt: time(),
  activeOrganizationId: uuid().nullable(),
  impersonatedBy: uuid().nullable(),
  activeTeamId: uuid().nullable().meta(added('The active team of the session, in its active organization.')),
} as const

/** The same with what lists show. */
export const listedSessionColumns = {
  ...sessionColumns,
  lastSeenAt: time().meta(added('When the session was last used, at most a minute behind.')),
} as const

/** A session without its token. */
export type SessionRecord = Model<typeof sessionColumns>

/** The length of a session token, in characters. */
export const TOKEN_LENGTH = 32

/** Whether the text has the form of a session token. Organization tokens have a prefix and never match. */
export function isSessionToken(text: string): boolean {
  return text.length === TOKEN_LENGTH && /^[A-Za-z0-9]+$/.test(text)
}

/** The purpose under which session tokens are sealed. */
export const TOKEN_SEAL = 'session-token'

/**
 * An identifier of a session in the form of a token that authenticates nothing. Administrators receive it where the user receives
 * the token. With the token, an administrator could act as the user without `impersonatedBy`.
 */
export function handleOf(sessionId: string): string {
  return sessionId.replaceAll('-', '')
}

/** The id of the session that a handle names; undefined if the text is not a handle. */
export function idOfHandle(handle: string): string | undefined {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(handle)
  return parts?.slice(1).join('-')
}
