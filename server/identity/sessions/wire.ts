import { z } from 'zod'
import type { User } from '#identity/users/model.ts'
import { fullUser, toFullUserWire } from '#identity/users/wire.ts'
import { added, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import type { CallerSession } from '#platform/request/caller.ts'

/** A session as its own user sees it. */
export const session = z
  .object({
    id,
    token: z.string(),
    userId: id,
    expiresAt: timestamp,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    activeOrganizationId: id.nullable(),
    impersonatedBy: id.nullable(),
  })
  .meta({ id: 'Session' })

/** The current session and its user; null when the request has no session. */
export const sessionWithUser = z.object({ session, user: fullUser }).meta({ id: 'SessionAndUser' }).nullable()

/** A session that its user may revoke. */
export const listedSession = session
  .extend({ lastSeenAt: timestamp.meta(added('When the session was last used, at most a minute behind.')) })
  .meta({ id: 'ListedSession' })

/** A session in the events for operators: without its token. */
export const sessionEvent = session.omit({ token: true }).meta({ id: 'SessionEvent' })

export type SessionWithUserWire = NonNullable<z.output<typeof sessionWithUser>>
export type SessionWire = z.output<typeof session>

/** The session with its token, for its own user only. */
export function toSessionWire(from: CallerSession): SessionWire {
  const { id, ...rest } = toSessionEventWire(from)
  return { id, token: from.token, ...rest }
}

/** The session without its token. */
export function toSessionEventWire(from: Omit<CallerSession, 'token' | 'isRemembered'>): z.output<typeof sessionEvent> {
  return {
    id: from.id,
    userId: from.userId,
    expiresAt: toTimestamp(from.expiresAt),
    ipAddress: from.ipAddress,
    userAgent: from.userAgent,
    createdAt: toTimestamp(from.createdAt),
    updatedAt: toTimestamp(from.updatedAt),
    activeOrganizationId: from.activeOrganizationId,
    impersonatedBy: from.impersonatedBy,
  }
}

/** The session with its token and when it was last used. */
export function toListedSessionWire(from: CallerSession & { readonly lastSeenAt: Date }): z.output<typeof listedSession> {
  return { ...toSessionWire(from), lastSeenAt: toTimestamp(from.lastSeenAt) }
}

/** The session together with its user. */
export function toSessionWithUserWire(from: { readonly session: CallerSession; readonly user: User }): SessionWithUserWire {
  return { session: toSessionWire(from.session), user: toFullUserWire(from.user) }
}
