import { unlessFull } from '#platform/database/full.ts'
import type { Platform } from '#platform/platform.ts'
import { type Cookie, clearedCookies, sessionCookies } from '../cookies.ts'
import type { Credential } from '../credential.ts'
import { livesOf, usageOf } from '../rules.ts'
import { deleteSession, findSignedIn, fromSignedInRow, type SignedIn, saveUse } from '../store.ts'

/** Who is signed in, if anybody, and the cookies that go with the answer. */
export interface ReadSession {
  readonly found: SignedIn | null
  readonly cookies: readonly Cookie[]
}

/** What is read, and whether reading it may renew the session. */
export interface SessionReading {
  readonly credential: Credential | undefined
  readonly mayRenew: boolean
  readonly now: Date
}

/**
 * Reads the session that a request came with: one statement while nothing is due. One that is over is deleted; a browser
 * whose session is unknown or over is told to forget it. Bearers get no cookies.
 */
export async function readSession(platform: Platform, { credential, mayRenew, now }: SessionReading): Promise<ReadSession> {
  if (!credential) return { found: null, cookies: [] }
  const { database, secrets, settings } = platform
  const isBrowser = credential.via === 'cookie'
  const none: ReadSession = { found: null, cookies: isBrowser ? clearedCookies(platform) : [] }
  const digest = secrets.digest(credential.token)
  const row = await findSignedIn(database.db, digest)
  if (!row) return none
  if (row.expiresAt <= now) {
    await unlessFull(undefined, () => database.transaction((tx) => deleteSession(tx, digest)))
    return none
  }
  const { session, user } = fromSignedInRow(row, credential.token)
  const use = mayRenew ? usageOf(session, livesOf(settings), now) : undefined
  if (!use) return { found: { session, user }, cookies: [] }
  const saved = await unlessFull('full', () => database.transaction((tx) => saveUse(tx, session.id, use)))
  if (!saved) return none
  // It is renewed once there is room to note it.
  if (saved === 'full') return { found: { session, user }, cookies: [] }
  const used = { ...session, expiresAt: use.expiresAt, lastSeenAt: use.lastSeenAt }
  return { found: { session: used, user }, cookies: use.isRenewed && isBrowser ? sessionCookies(used, platform) : [] }
}
