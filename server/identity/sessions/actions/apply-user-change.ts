import { saveUserChange } from '#identity/users/index.ts'
import type { User, UserOutcome } from '#identity/users/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { EmitDeps } from '#platform/outbox/emit.ts'
import { invalidateCachedSessions, type SessionChangeDeps } from './invalidate-cached-sessions.ts'

/** A user, and what a rule of `users` made of them. */
export interface UserChange {
  readonly user: User
  readonly outcome: UserOutcome
  readonly now: Date
}

/**
 * Saves a changed user, emits `user.updated`, and invalidates the cached sessions: every instance shows the next user from the commit
 * on. Write-only: may be batched statements. Rejects with the database's unique violation when an email or user name is taken.
 */
export async function applyUserChange(tx: Tx, platform: EmitDeps & SessionChangeDeps, { user, outcome, now }: UserChange): Promise<User> {
  if (outcome.events.length > 0) invalidateCachedSessions(tx, platform, { userId: user.id })
  return saveUserChange(tx, platform, { from: user, outcome, now })
}
