import { saveFirstPassword } from '#identity/accounts/index.ts'
import { invalidateTokensOf } from '#identity/verification/index.ts'
import { refuse, refuseWhen } from '#kernel/refusal.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Caller } from '#platform/request/caller.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findUserWithPassword } from '../reads.ts'
import { passwordRefusals } from '../refusals.ts'
import { notifyPasswordChanged } from './notify-password-changed.ts'
import { refuseNewPassword } from './refuse-new-password.ts'

/** The first password of a user, sent by the operator's own server. */
export interface SetPasswordInput {
  readonly userId: string | undefined
  readonly newPassword: string
  readonly caller: Caller
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: RunTransaction
}

/** Sets the password of a user without one. Refuses a user with a password, and a call without a user id. */
export async function setPassword(platform: Platform, input: SetPasswordInput): Promise<void> {
  const { userId, newPassword, transaction } = input
  const { settings, database, passwords } = platform
  if (userId === undefined) return refuse(passwordRefusals.eitherUserIdOrSession)
  await refuseNewPassword(newPassword, settings)
  const found = (await findUserWithPassword(database.db, userId)) ?? refuse(passwordRefusals.userNotFound)
  refuseWhen(found.hash !== null, passwordRefusals.alreadyHasPassword)
  const hash = await passwords.hash(newPassword)
  const { user } = found
  const { caller, request, now } = input
  await transaction(async (tx) => {
    refuseWhen(!(await saveFirstPassword(tx, { userId: user.id, hash, now })), passwordRefusals.alreadyHasPassword)
    await invalidateTokensOf(tx, user.id)
    await notifyPasswordChanged(tx, platform, { user, how: 'set', now })
    await platform.audit.append(tx, { action: 'user.password_set', organizationId: null, userId: user.id, caller, request, now })
  })
}
