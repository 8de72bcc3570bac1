import { invalidateCachedSessions } from '#identity/sessions/index.ts'
import type { User } from '#identity/users/model.ts'
import { toFullUserWire } from '#identity/users/wire.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'

/** Publishes a changed user: invalidates their cached sessions at once and emits `user.updated`. */
export async function publishUserChange(
  tx: Tx,
  platform: Platform,
  { user, now }: { readonly user: User; readonly now: Date },
): Promise<void> {
  invalidateCachedSessions(tx, platform, { userId: user.id })
  await emit(tx, platform, { name: 'user.updated', organizationId: null, resourceId: user.id, payload: toFullUserWire(user), now })
}
