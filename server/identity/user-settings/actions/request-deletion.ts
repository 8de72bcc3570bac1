import { randomText } from '#contract/token.ts'
import { countRequester, limitRecipient, queueEmail } from '#identity/mail/index.ts'
import { verifyPassword } from '#identity/passwords/index.ts'
import { isFresh, lockSession } from '#identity/sessions/index.ts'
import { emailLanguageOf } from '#identity/users/model.ts'
import { createToken } from '#identity/verification/index.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { accountDeletionRefusals } from '../refusals.ts'
import type { DeleteUserBody } from '../wire.ts'
import { type DeleteAccountInput, deleteAccount, deleteAccountByToken } from './delete-account.ts'

const TOKEN_LENGTH = 32

/** The user who deletes their account, and how they authorize it. */
export interface RequestDeletionInput extends DeleteAccountInput {
  readonly body: DeleteUserBody
  readonly transaction: RunTransaction
}

/**
 * Deletes an account by the token of a mailed link, by its password, or by a fresh session. If deletion is confirmed by email, the
 * last two mail the link instead. A password is checked outside any transaction.
 */
export async function requestDeletion(platform: Platform, input: RequestDeletionInput): Promise<'deleted' | 'mailed'> {
  const { body, transaction, caller, request, now } = input
  const { settings } = platform
  const { password, token } = body
  const verified =
    password === undefined ? undefined : await verifyPassword(platform, { password, caller, request, now, failure: 'user.deletion_failed' })
  if (token !== undefined) {
    await transaction(async (tx) => {
      await lockSession(tx, caller)
      await deleteAccountByToken(tx, platform, { ...input, token })
    })
    return 'deleted'
  }
  if (settings.DELETE_USER_VERIFICATION) {
    await transaction((tx) => sendDeletionLink(tx, platform, input))
    return 'mailed'
  }
  refuseWhen(!verified && !isFresh(caller.session, settings.SESSION_FRESH_AGE, now), accountDeletionRefusals.sessionExpired)
  await transaction(async (tx) => {
    // A user who became an administrator while the password was checked has lost their sessions, and must not skip the administrator check.
    await lockSession(tx, caller)
    await deleteAccount(tx, platform, input)
  })
  return 'deleted'
}

async function sendDeletionLink(tx: Tx, platform: Platform, { body, caller, request, now }: RequestDeletionInput): Promise<void> {
  const { settings, secrets } = platform
  const { user } = caller
  countRequester(platform, { request, caller, now })
  await limitRecipient(tx, platform, { to: user.email, purpose: 'account-deletion', now })
  const lifeSeconds = settings.DELETE_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  // The published form: digits and lower-case letters.
  const token = randomText(TOKEN_LENGTH).toLowerCase()
  await createToken(tx, secrets, { purpose: 'delete-user', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
  const callbackURL = encodeURIComponent(body.callbackURL || '/')
  const url = `${settings.BASE_URL}/api/auth/delete-user/callback?token=${token}&callbackURL=${callbackURL}`
  const language = emailLanguageOf(user, request)
  await queueEmail(tx, platform, { email: 'deleteAccount', to: user.email, language, values: { url, lifeSeconds }, until })
  await platform.audit.append(tx, { action: 'user.deletion_asked', organizationId: null, userId: user.id, caller, request, now })
}
