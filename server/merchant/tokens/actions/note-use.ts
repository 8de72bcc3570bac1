import { unlessFull } from '#platform/database/full.ts'
import { outside } from '#platform/database/outside.ts'
import type { Platform } from '#platform/platform.ts'
import type { AccessToken } from '../model.ts'
import { isUseNoted } from '../rules.ts'
import { saveUses, type TokenUse } from '../store.ts'

/** Uses are gathered this long and then written together; each token's at most once a minute. */
const GATHER_MS = 1000

interface Gathered {
  readonly uses: Map<string, TokenUse>
  timer: NodeJS.Timeout | undefined
}

const gathered = new WeakMap<Platform, Gathered>()

/** Keeps in mind that a token was used, to be written with others a moment later and not by the request itself. */
export function noteUse(platform: Platform, token: AccessToken, now: Date): void {
  if (!isUseNoted(token, now)) return
  const kept = gathered.get(platform) ?? { uses: new Map(), timer: undefined }
  gathered.set(platform, kept)
  kept.uses.set(token.id, { organizationId: token.organizationId, id: token.id, at: now })
  kept.timer ??= outside(() => setTimeout(() => void writeUses(platform), GATHER_MS).unref())
}

/** Writes the uses gathered so far, in one statement. A failure is logged and the uses are forgotten: the next ones will tell. */
export async function writeUses(platform: Platform): Promise<void> {
  const kept = gathered.get(platform)
  if (!kept?.uses.size) return
  clearTimeout(kept.timer)
  gathered.delete(platform)
  await outside(() => unlessFull(undefined, () => saveUses(platform.database.db, [...kept.uses.values()]))).catch((error: unknown) =>
    platform.log.warn('The last uses of access tokens could not be written.', { error }),
  )
}
