import type { Platform } from '#platform/platform.ts'
import { loadSessionWithUser } from '../caller.ts'
import { fromSessionWithUserRow, type SessionWithUser } from '../store.ts'

/** The session of a token and its user; undefined when the session has expired. */
export async function findSession(
  { database, secrets }: Platform,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<SessionWithUser | undefined> {
  const row = await loadSessionWithUser(database, secrets.digest(token))
  return row && row.expiresAt > now ? fromSessionWithUserRow(row, token) : undefined
}
