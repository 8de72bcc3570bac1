import { unlessFull } from '#platform/database/disk-full.ts'
import { outside } from '#platform/database/outside.ts'
import type { Platform } from '#platform/platform.ts'
import type { AccessToken } from '../model.ts'
import { isUseRecorded } from '../rules.ts'
import { saveTokenUses, type TokenUse } from '../store.ts'

/** Uses are batched for this long and then written in one statement; each token's at most once a minute. */
const BATCH_MS = 1000

interface PendingUses {
  readonly uses: Map<string, TokenUse>
  timer: NodeJS.Timeout | undefined
}

const pendingUses = new WeakMap<Platform, PendingUses>()

/** Records a use of a token in memory; a later batch writes it, so that the request does not. */
export function recordTokenUse(platform: Platform, token: AccessToken, now: Date): void {
  if (!isUseRecorded(token, now)) return
  const pending = pendingUses.get(platform) ?? { uses: new Map(), timer: undefined }
  pendingUses.set(platform, pending)
  pending.uses.set(token.id, { organizationId: token.organizationId, id: token.id, at: now })
  pending.timer ??= outside(() => setTimeout(() => void flushTokenUses(platform), BATCH_MS).unref())
}

/** Writes the pending uses in one statement. On failure it logs and drops them: later uses replace them. */
export async function flushTokenUses(platform: Platform): Promise<void> {
  const pending = pendingUses.get(platform)
  if (!pending?.uses.size) return
  clearTimeout(pending.timer)
  pendingUses.delete(platform)
  await outside(() => unlessFull(undefined, () => saveTokenUses(platform.database.db, [...pending.uses.values()]))).catch(
    (error: unknown) => platform.log.warn('Could not write the last uses of access tokens.', { error }),
  )
}
