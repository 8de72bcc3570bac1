import { deleteAccountsOf, savePassword } from '#identity/accounts/index.ts'
import { forgetDevices } from '#identity/devices/index.ts'
import { endSessionsOf, noteChanged } from '#identity/sessions/index.ts'
import { lockUser } from '#identity/users/index.ts'
import { consume, findIssued, voidValuesOf } from '#identity/verification/index.ts'
import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { RequestInfo } from '#platform/http/request.ts'
import type { Platform } from '#platform/platform.ts'
import { findUserWithPassword } from '../reads.ts'
import { passwordRefusals } from '../refusals.ts'
import { refuseNewPassword } from './refuse-new-password.ts'
import { tellNewPassword } from './tell-new-password.ts'

/** A forgotten password's successor, and the token that lets its owner choose it. */
export interface Resetting {
  readonly newPassword: string
  readonly token: string | undefined
  readonly request: RequestInfo
  readonly now: Date
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/** Whether a link's token lives; looking spends nothing. */
export async function isResetToken(platform: Platform, { token, now }: { token: string; now: Date }): Promise<boolean> {
  return (await findIssued(platform.database.db, platform.secrets, { purpose: 'reset-password', value: token, now })) !== undefined
}

/**
 * Gives the owner of a token another password, or a first one, and spends the token; a password that is refused leaves it. Every
 * link mailed before dies, and so do all sessions where REVOKE_SESSIONS_ON_PASSWORD_RESET is set. Where the address was not proven
 * before, sessions and links to providers end in any case. The hash is computed between looking at the token and spending it.
 */
export async function resetPassword(platform: Platform, resetting: Resetting): Promise<void> {
  const { newPassword, token, now } = resetting
  const { settings } = platform
  if (!token) refuse(passwordRefusals.invalidToken)
  await refuseNewPassword(newPassword, settings)
  if (!(await isResetToken(platform, { token, now }))) refuse(passwordRefusals.invalidToken)
  const hash = await platform.passwords.hash(newPassword)
  await resetting.transaction((tx) => write(tx, platform, { token, hash, resetting }))
}

interface Writing {
  readonly token: string
  readonly hash: string
  readonly resetting: Resetting
}

async function write(tx: Tx, platform: Platform, { token, hash, resetting }: Writing): Promise<void> {
  const { request, now } = resetting
  const given = { purpose: 'reset-password', value: token, now } as const
  const issued = await findIssued(tx, platform.secrets, given)
  // The person first, as whoever mails a link holds them: an order that is worked again meanwhile waits, and finds the new password.
  if (issued?.userId) await lockUser(tx, issued.userId)
  const spent = await consume(tx, platform.secrets, given)
  const found = spent?.userId ? await findUserWithPassword(tx, spent.userId) : undefined
  if (!found) return refuse(passwordRefusals.invalidToken)
  const { user } = found
  // Whoever signed up before anybody had proven the address need not be its owner: with a provider that they linked they would come
  // in for ever, and in a session that stays they could change the address and take the account back.
  if (!user.emailVerified) await deleteAccountsOf(tx, user.id)
  await savePassword(tx, { userId: user.id, hash, now })
  await voidValuesOf(tx, user.id)
  await forgetDevices(tx, user.id)
  const endsSessions = platform.settings.REVOKE_SESSIONS_ON_PASSWORD_RESET || !user.emailVerified
  if (endsSessions) await endSessionsOf(tx, platform, { userId: user.id, now })
  noteChanged(tx, platform, { userId: user.id })
  await tellNewPassword(tx, platform, { user, how: 'reset', now })
  const details = { sessions_ended: endsSessions }
  const entry = { action: 'user.password_reset', organizationId: null, userId: user.id, details, request, now }
  await platform.audit.append(tx, { ...entry, caller: { kind: 'anonymous' } })
}
