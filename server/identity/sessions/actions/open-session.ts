import { newId } from '#kernel/id.ts'
import { randomText } from '#kernel/token.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { type Session, TOKEN_LENGTH, TOKEN_SEAL } from '../model.ts'
import { borrowedExpiryOf, expiryOf, livesOf } from '../rules.ts'
import { insertSession } from '../store.ts'
import { toSessionFactWire } from '../wire.ts'

const USER_AGENT_MAX = 1024

/** Whose session begins, from where, and whether it outlives the browser. */
export interface Opening {
  readonly userId: string
  readonly isRemembered: boolean
  readonly address: string
  readonly userAgent: string | null
  /** The administrator who borrows it: it then lives an hour, whatever else is wished. */
  readonly impersonatedBy?: string
  readonly now: Date
}

/** What opening a session takes of the platform. */
export type OpeningGround = Pick<Platform, 'settings' | 'secrets' | 'wake'>

/**
 * Writes a new session and tells `session.created`. For `identity/sign-in`, where it is decided whether one may begin, and for
 * administrators who borrow one.
 */
export async function openSession(tx: Tx, platform: OpeningGround, opening: Opening): Promise<Session> {
  const { now, impersonatedBy = null } = opening
  const isRemembered = opening.isRemembered && impersonatedBy === null
  const token = randomText(TOKEN_LENGTH)
  const session: Session = {
    id: newId(now),
    token,
    userId: opening.userId,
    isRemembered,
    expiresAt: impersonatedBy === null ? expiryOf(isRemembered, livesOf(platform.settings), now) : borrowedExpiryOf(now),
    ipAddress: opening.address,
    userAgent: (opening.userAgent ?? '').slice(0, USER_AGENT_MAX),
    activeOrganizationId: null,
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
    payload: toSessionFactWire(session),
    now,
  })
  return session
}
