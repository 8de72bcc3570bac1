import { z } from 'zod'
import type { User } from '#identity/users/model.ts'
import { fullUser, toFullUserWire } from '#identity/users/wire.ts'
import type { CallerSession } from '#platform/http/caller.ts'
import { added, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'

/** A session as its own person sees it. */
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

/** Who is signed in; null when nobody is. */
export const signedIn = z.object({ session, user: fullUser }).meta({ id: 'SignedIn' }).nullable()

/** A session among those that its person may end. */
export const listedSession = session
  .extend({ lastSeenAt: timestamp.meta(added('When the session was last used, as far as is known: at most a minute behind.')) })
  .meta({ id: 'ListedSession' })

/** A session as operators hear of it: without its token. */
export const sessionFact = session.omit({ token: true }).meta({ id: 'SessionFact' })

export type SignedInWire = NonNullable<z.output<typeof signedIn>>
export type SessionWire = z.output<typeof session>

/** The session with its token: for its own person only. */
export function toSessionWire(from: CallerSession): SessionWire {
  const { id, ...rest } = toSessionFactWire(from)
  return { id, token: from.token, ...rest }
}

/** The session without its token. */
export function toSessionFactWire(from: Omit<CallerSession, 'token' | 'isRemembered'>): z.output<typeof sessionFact> {
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

/** Session and person together. */
export function toSignedInWire(found: { readonly session: CallerSession; readonly user: User }): SignedInWire {
  return { session: toSessionWire(found.session), user: toFullUserWire(found.user) }
}
