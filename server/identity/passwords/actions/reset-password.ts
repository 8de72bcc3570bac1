import { savePassword } from '#identity/accounts/index.ts'
import { deleteDevicesOf } from '#identity/sessions/devices/index.ts'
import { invalidateCachedSessions, revokeSessionsOf } from '#identity/sessions/index.ts'
import { lockUser } from '#identity/users/index.ts'
import type { User } from '#identity/users/model.ts'
import { findToken, invalidateTokensOf, redeemToken, secureAccount } from '#identity/verification/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { findUserWithPassword } from '../reads.ts'
import { passwordRefusals } from '../refusals.ts'
import { notifyPasswordChanged } from './notify-password-changed.ts'
import { refuseNewPassword } from './refuse-new-password.ts'

/** The new password, and the token of the reset link. */
export interface ResetPasswordInput {
  readonly newPassword: string
  readonly token: string | undefined
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: RunTransaction
}

/** Whether the token of a reset link is valid. Does not redeem it. */
export async function isResetToken(platform: Platform, { token, now }: { token: string; now: Date }): Promise<boolean> {
  return (await findToken(platform.database.db, platform.secrets, { purpose: 'reset-password', value: token, now })) !== undefined
}

/**
 * Sets the password of the token's user and redeems the token. A refused password does not redeem it. Every earlier emailed link is
 * invalidated, and with REVOKE_SESSIONS_ON_PASSWORD_RESET all sessions are revoked. If the email was unverified, or verified by a link
 * that was opened without a session of the account (decision 38), the link verifies it and secures the account. The hash is computed between
 * finding and redeeming the token.
 */
export async function resetPassword(platform: Platform, input: ResetPasswordInput): Promise<void> {
  const { newPassword, token, now } = input
  const { settings } = platform
  if (!token) refuse(passwordRefusals.invalidToken)
  await refuseNewPassword(newPassword, settings)
  if (!(await isResetToken(platform, { token, now }))) refuse(passwordRefusals.invalidToken)
  const hash = await platform.passwords.hash(newPassword)
  await input.transaction((tx) => write(tx, platform, { token, hash, input }))
}

interface WriteInput {
  readonly token: string
  readonly hash: string
  readonly input: ResetPasswordInput
}

async function write(tx: Tx, platform: Platform, { token, hash, input }: WriteInput): Promise<void> {
  const { request, now } = input
  const tokenInput = { purpose: 'reset-password', value: token, now } as const
  const unredeemed = await findToken(tx, platform.secrets, tokenInput)
  // Lock the user first, as the reset email job does: a retried job waits and then finds the new password.
  if (unredeemed?.userId) await lockUser(tx, unredeemed.userId)
  const redeemed = await redeemToken(tx, platform.secrets, tokenInput)
  const found = redeemed?.userId ? await findUserWithPassword(tx, redeemed.userId) : undefined
  if (!found) return refuse(passwordRefusals.invalidToken)
  const { user } = found
  const replace = found.isVerifiedAttended ? replaceForgotten : takeOver
  const details = await replace(tx, platform, { user, input })
  await savePassword(tx, { userId: user.id, hash, now })
  const entry = { organizationId: null, userId: user.id, caller: { kind: 'anonymous' }, request, now } as const
  await platform.audit.append(tx, { ...entry, action: 'user.password_reset', details })
  if (!user.emailVerified) await platform.audit.append(tx, { ...entry, action: 'user.email_verified', details: { via: 'password_reset' } })
}

interface ResetUser {
  readonly user: User
  readonly input: ResetPasswordInput
}

type ResetDetails = Readonly<Record<string, boolean | number>>

async function replaceForgotten(tx: Tx, platform: Platform, { user, input: { request, now } }: ResetUser): Promise<ResetDetails> {
  const revokesSessions = platform.settings.REVOKE_SESSIONS_ON_PASSWORD_RESET
  await invalidateTokensOf(tx, user.id)
  await deleteDevicesOf(tx, user.id)
  if (revokesSessions) await revokeSessionsOf(tx, platform, { userId: user.id, now })
  invalidateCachedSessions(tx, platform, { userId: user.id })
  await notifyPasswordChanged(tx, platform, { user, how: 'reset', request, now })
  return { sessions_ended: revokesSessions }
}

// The user who signed up with an unverified email need not own it, nor with one that a scanner of mails has verified. A linked provider would
// let that user sign in forever, and in a remaining session that user could change the email and take the account back.
async function takeOver(tx: Tx, platform: Platform, { user, input: { request, now } }: ResetUser): Promise<ResetDetails> {
  const { removedLinks } = await secureAccount(tx, platform, { user, provider: null, verifiesEmail: true, request, now })
  return { sessions_ended: true, links_removed: removedLinks }
}
