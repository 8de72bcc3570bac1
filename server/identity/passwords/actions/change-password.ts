import { replaceHash } from '#identity/accounts/index.ts'
import { deleteDevicesOf } from '#identity/sessions/devices/index.ts'
import { type CreatedSession, invalidateCachedSessions, lockSession, revokeSessionsOf, signInUser } from '#identity/sessions/index.ts'
import type { User } from '#identity/users/model.ts'
import { invalidateTokensOf } from '#identity/verification/index.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { UserCaller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { passwordRefusals } from '../refusals.ts'
import { notifyPasswordChanged } from './notify-password-changed.ts'
import { refuseNewPassword } from './refuse-new-password.ts'
import { type VerifiedPassword, verifyPassword } from './verify-password.ts'

/** The current password and its replacement. */
export interface ChangePasswordInput {
  readonly currentPassword: string
  readonly newPassword: string
  readonly revokesSessions: boolean
  readonly caller: UserCaller
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: RunTransaction
}

/** The user, and the new session if all sessions were revoked. */
export interface ChangePasswordResult {
  readonly user: User
  readonly newSession: CreatedSession | null
}

/**
 * Changes the password of a caller who knows the current one. Wrong guesses share the limits of signing in by email. Every emailed
 * link is invalidated. With `revokesSessions` all sessions are revoked and a new one is created. Hashes are computed outside any
 * transaction.
 */
export async function changePassword(platform: Platform, input: ChangePasswordInput): Promise<ChangePasswordResult> {
  const { caller, request, now } = input
  const { settings } = platform
  await refuseNewPassword(input.newPassword, settings)
  const { currentPassword: password } = input
  const verified = await verifyPassword(platform, { password, caller, request, now, failure: 'user.password_change_failed' })
  const hash = await platform.passwords.hash(input.newPassword)
  return input.transaction((tx) => write(tx, platform, { verified, hash, input }))
}

interface WriteInput {
  readonly verified: VerifiedPassword
  readonly hash: string
  readonly input: ChangePasswordInput
}

async function write(tx: Tx, platform: Platform, { verified, hash, input }: WriteInput): Promise<ChangePasswordResult> {
  const { user, hash: outdated, guessCount } = verified
  const { caller, request, now, revokesSessions } = input
  await lockSession(tx, caller)
  // A concurrent change was committed first: the verified password is no longer the current one.
  refuseWhen(!(await replaceHash(tx, outdated, { userId: user.id, hash, now })), passwordRefusals.invalidPassword)
  await platform.limits.resetStored(tx, ...guessCount)
  await invalidateTokensOf(tx, user.id)
  await notifyPasswordChanged(tx, platform, { user, how: 'changed', request, now })
  const entry = { organizationId: null, userId: user.id, caller, request, now }
  await platform.audit.append(tx, { ...entry, action: 'user.password_changed', details: { sessions_ended: revokesSessions } })
  if (!revokesSessions) return { user, newSession: null }
  await revokeSessionsOf(tx, platform, { userId: user.id, now })
  await deleteDevicesOf(tx, user.id)
  invalidateCachedSessions(tx, platform, { userId: user.id })
  const { isRemembered } = caller.session
  const newSession = await signInUser(tx, platform, { user, method: 'password', browser: 'first', isRemembered, request, caller, now })
  return { user, newSession }
}
