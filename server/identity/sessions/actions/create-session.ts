import { randomText } from '#contract/token.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { type Session, TOKEN_LENGTH, TOKEN_SEAL } from '../model.ts'
import { expiryOf, impersonationExpiryOf, lifetimesOf } from '../rules.ts'
import { insertSession } from '../store.ts'
import { toSessionEventWire } from '../wire.ts'

const USER_AGENT_MAX = 1024

/** The user and origin of a session, and whether it outlives the browser. */
export interface CreateSessionInput {
  readonly userId: string
  readonly isRemembered: boolean
  readonly ipAddress: string
  readonly userAgent: string | null
  /** The impersonating administrator. The session then lasts an hour and `isRemembered` is ignored. */
  readonly impersonatedBy?: string
  readonly now: Date
}

/** The part of the platform that creating a session uses. */
export type CreateSessionDeps = Pick<Platform, 'settings' | 'secrets' | 'wake'>

/**
 * Inserts a session and emits `session.created`. For `signInUser`, which decides whether the user may sign in, and for
 * impersonation.
 */
export async function createSession(tx: Tx, platform: CreateSessionDeps, input: CreateSessionInput): Promise<Session> {
  const { now, impersonatedBy = null } = input
  const isRemembered = input.isRemembered && impersonatedBy === null
  const token = randomText(TOKEN_LENGTH)
  const session: Session = {
    id: newId(now),
    token,
    userId: input.userId,
    isRemembered,
    expiresAt: impersonatedBy === null ? expiryOf(isRemembered, lifetimesOf(platform.settings), now) : impersonationExpiryOf(now),
    ipAddress: input.ipAddress,
    userAgent: (input.userAgent ?? '').slice(0, USER_AGENT_MAX),
    activeOrganizationId: null,
    activeTeamId: null,
    impersonatedBy,
    lastSeenAt: now,
    createdAt: now,
    updatedAt: now,
  }
  const { secrets } = platform
  await insertSession(tx, { session, digest: secrets.digest(token), sealed: secrets.seal(TOKEN_SEAL, token) })
  await emit(tx, platform, {
    name: 'session.created',
    organizationId: null,
    resourceId: session.id,
    payload: toSessionEventWire(session),
    now,
  })
  return session
}
