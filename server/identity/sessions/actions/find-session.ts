import type { Platform } from '#platform/platform.ts'
import { lookUpSignedIn } from '../caller.ts'
import { fromSignedInRow, type SignedIn } from '../store.ts'

/** The session of a token and its person, while it lasts. */
export async function findSession(
  { database, secrets }: Platform,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<SignedIn | undefined> {
  const row = await lookUpSignedIn(database, secrets.digest(token))
  return row && row.expiresAt > now ? fromSignedInRow(row, token) : undefined
}
