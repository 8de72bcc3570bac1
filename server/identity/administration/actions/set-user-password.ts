import { replacePassword } from '#identity/accounts/index.ts'
import { notifyPasswordChanged } from '#identity/passwords/index.ts'
import { deleteDevicesOf } from '#identity/sessions/devices/index.ts'
import { revokeSessionsOf } from '#identity/sessions/index.ts'
import { findAndLockUser } from '#identity/users/index.ts'
import { invalidateTokensOf } from '#identity/verification/index.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import { administrationRefusals } from '../refusals.ts'
import { auditAction } from './audit-action.ts'
import { lockAdministratorsForCaller } from './lock-administrators.ts'

/** The user and their new password, which is hashed outside the transaction. */
export interface SetUserPasswordInput {
  readonly userId: string
  readonly newPassword: string
  readonly transaction: RunTransaction
}

/**
 * Replaces the password of a user who has one, with one of any length. Invalidates their mailed links, revokes their sessions (except
 * that of an administrator who changes their own), and notifies them by email. Does nothing if the user or the password does not exist.
 */
export async function setUserPassword(
  by: AuditContext,
  { userId: requestedId, newPassword, transaction }: SetUserPasswordInput,
): Promise<void> {
  const { platform, caller, now } = by
  const hash = await platform.passwords.hash(newPassword)
  await transaction(async (tx) => {
    await lockAdministratorsForCaller(tx, by, administrationRefusals.mayNotSetPassword)
    const user = await findAndLockUser(tx, requestedId)
    if (!user) return
    const { id: userId } = user
    if (!(await replacePassword(tx, { userId, hash, now }))) return
    await invalidateTokensOf(tx, userId)
    await deleteDevicesOf(tx, userId)
    const ended = await revokeSessionsOf(tx, platform, { userId, now, except: caller.kind === 'user' ? caller.session.id : undefined })
    await notifyPasswordChanged(tx, platform, { user, how: 'set', now })
    await auditAction(tx, by, { action: 'user.password_given', userId, details: { sessions_ended: ended > 0 } })
  })
}
