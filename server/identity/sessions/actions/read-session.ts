import { unlessFull } from '#platform/database/full.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import type { SessionCopy } from '../cache.ts'
import { lookUpSignedIn, renewed } from '../caller.ts'
import { type Cookie, clearedCookies, clearedCopy, cookieNames, copyCookies, copyOfCookies, sessionCookies } from '../cookies.ts'
import { type Credential, credentialOf } from '../credential.ts'
import { deleteOver, fromSignedInRow, type SignedIn } from '../store.ts'
import { type SignedInWire, toSignedInWire } from '../wire.ts'
import { changesOf } from './note-changed.ts'
import { noteSeen } from './note-seen.ts'

/** Who is signed in, if anybody, and the cookies that go with the answer. */
export interface ReadSession {
  readonly found: SignedInWire | null
  /** The JSON of `found`. */
  readonly text: string
  readonly cookies: readonly Cookie[]
}

/** Which request asks, and what answering it may do. */
export interface SessionReading {
  readonly request: Pick<RequestInfo, 'headers' | 'cookies'>
  readonly mayRenew: boolean
  /** Whether the copy in the cookie may answer instead of the store. */
  readonly mayUseCopy: boolean
  readonly now: Date
}

/**
 * Reads the session that a request came with: from the copy in its cookie while that surely is what the store has, else in one
 * statement, two where the session is renewed. One that is over is deleted; a browser whose session is unknown or over is told
 * to forget it, and so is a copy that was not signed here. Bearers have no copies and get no cookies.
 */
export async function readSession(platform: Platform, reading: SessionReading): Promise<ReadSession> {
  const { request, now } = reading
  const credential = credentialOf(request, platform)
  if (!credential) return nobody([])
  const isBrowser = credential.via === 'cookie'
  if (isBrowser) changesOf(platform).look()
  const copy = isBrowser && reading.mayUseCopy ? copyOfCookies(request.cookies, platform, now) : 'none'
  if (copy === 'forged') return nobody([clearedCopy(platform)])
  if (copy !== 'none' && isGood(platform, copy, credential)) {
    noteSeen(platform, copy.session.id, now)
    return { found: { session: copy.session, user: copy.user }, text: copy.text, cookies: [] }
  }
  const stored = await readStored(platform, { credential, ...reading })
  if (!stored) return nobody(isBrowser ? clearedCookies(platform) : [])
  const found = toSignedInWire(stored)
  const text = JSON.stringify(found)
  return { found, text, cookies: isBrowser ? cookiesOf(platform, { stored, text }, reading) : [] }
}

function nobody(cookies: readonly Cookie[]): ReadSession {
  return { found: null, text: 'null', cookies }
}

// The copy of another session than the one that the browser has proven answers nothing.
function isGood(platform: Platform, { session, madeAt }: SessionCopy, { token }: Credential): boolean {
  return session.token === token && changesOf(platform).believes({ userId: session.userId, sessionId: session.id, madeAt })
}

interface Stored extends SignedIn {
  readonly isRenewed: boolean
}

async function readStored(
  platform: Platform,
  { credential, mayRenew, now }: Pick<SessionReading, 'mayRenew' | 'now'> & { readonly credential: Credential },
): Promise<Stored | undefined> {
  const { database, secrets } = platform
  const row = await lookUpSignedIn(database, secrets.digest(credential.token))
  if (!row) return undefined
  if (row.expiresAt <= now) {
    await unlessFull(undefined, () => deleteOver(database.db, row.sessionId, now))
    return undefined
  }
  noteSeen(platform, row.sessionId, now)
  const before = fromSignedInRow(row, credential.token)
  const after = mayRenew ? await renewed(platform, before, now) : before
  return after && { ...after, isRenewed: after !== before }
}

interface Read {
  readonly stored: Stored
  readonly text: string
}

function cookiesOf(platform: Platform, { stored, text }: Read, { request, now }: SessionReading): Cookie[] {
  const shown = { ...stored, now }
  const copy = copyCookies(shown, platform, text)
  // An older copy must not stay where none can be made any more.
  const forgotten = copy.length === 0 && request.cookies.has(cookieNames(platform).cache) ? [clearedCopy(platform)] : []
  return [...(stored.isRenewed ? sessionCookies(shown, platform, copy) : copy), ...forgotten]
}
