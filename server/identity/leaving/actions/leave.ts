import { countRecipient, mailing, queueEmail } from '#identity/mail/index.ts'
import { provePassword } from '#identity/passwords/index.ts'
import { holdSession, isFresh } from '#identity/sessions/index.ts'
import { issue } from '#identity/verification/index.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { randomText } from '#kernel/token.ts'
import type { Tx } from '#platform/database/database.ts'
import { TooOften } from '#platform/http/guard/limits.ts'
import type { Platform } from '#platform/platform.ts'
import { leavingRefusals } from '../refusals.ts'
import type { DeleteUser } from '../wire.ts'
import { deleteAccount, deleteAccountByToken, type Leaving } from './delete-account.ts'

const TOKEN_LENGTH = 32

/** Who wants to leave, and how they prove it. */
export interface WantingToLeave extends Leaving {
  readonly wanted: DeleteUser
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
}

/**
 * Deletes an account by the token of a mailed link, by its password, or by a fresh session; where deletion is confirmed by mail the
 * last two mail the link. A password is checked outside any transaction.
 */
export async function leave(platform: Platform, wanting: WantingToLeave): Promise<'deleted' | 'mailed'> {
  const { wanted, transaction, caller, request, now } = wanting
  const { settings } = platform
  const { password, token } = wanted
  const proven =
    password === undefined ? undefined : await provePassword(platform, { password, caller, request, now, failure: 'user.deletion_failed' })
  if (token !== undefined) {
    await transaction(async (tx) => {
      await holdSession(tx, caller)
      await deleteAccountByToken(tx, platform, { ...wanting, token })
    })
    return 'deleted'
  }
  if (settings.DELETE_USER_VERIFICATION) {
    await transaction((tx) => mailLink(tx, platform, wanting))
    return 'mailed'
  }
  refuseWhen(!proven && !isFresh(caller.session, settings.SESSION_FRESH_AGE, now), leavingRefusals.sessionExpired)
  await transaction(async (tx) => {
    // Whoever came to administer the platform while their password was checked has had their sessions ended, and is no ordinary leaver.
    await holdSession(tx, caller)
    await deleteAccount(tx, platform, wanting)
  })
  return 'deleted'
}

async function mailLink(tx: Tx, platform: Platform, { wanted, caller, request, now }: WantingToLeave): Promise<void> {
  const { settings, secrets } = platform
  const { user } = caller
  const wait = await countRecipient(tx, platform, { to: user.email, now })
  if (wait > 0) throw new TooOften(mailing.recipient, wait)
  const lifeSeconds = settings.DELETE_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  // The published form: digits and lower-case letters.
  const token = randomText(TOKEN_LENGTH).toLowerCase()
  await issue(tx, secrets, { purpose: 'delete-user', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
  const callbackURL = encodeURIComponent(wanted.callbackURL || '/')
  const url = `${settings.BASE_URL}/api/auth/delete-user/callback?token=${token}&callbackURL=${callbackURL}`
  await queueEmail(tx, platform, { email: 'deleteAccount', to: user.email, values: { url, lifeSeconds }, until, now })
  await platform.audit.append(tx, { action: 'user.deletion_asked', organizationId: null, userId: user.id, caller, request, now })
}
