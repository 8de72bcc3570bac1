import { queueEmail } from '#identity/mail/index.ts'
import { emailLanguageOf, type User } from '#identity/users/model.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'
import { signEmailToken } from '../email-token.ts'
import { verificationLink } from '../links.ts'
import { createToken } from '../store.ts'

/** The user whose email is to be verified, and the redirect target of the link. */
export interface VerificationEmailInput {
  readonly user: Pick<User, 'id' | 'email' | 'language'>
  readonly callbackURL?: string | undefined
  /** Whether the email replaces another one of the account. */
  readonly isChange?: boolean
  /** The request of the user: they get its language if they have chosen none. */
  readonly request: Pick<RequestInfo, 'language'>
  readonly now: Date
}

/** The part of the platform that queueing a link uses. */
export type VerificationEmailDeps = Pick<Platform, 'settings' | 'secrets' | 'wake' | 'clock'>

/**
 * Queues an email with a link that verifies the user's email, and invalidates the previous link. Write-only: may be a batched
 * statement. Does nothing when VERIFICATION_EMAIL_DISABLED is set. The caller checks permission and limits.
 */
export async function queueVerificationEmail(tx: Tx, platform: VerificationEmailDeps, input: VerificationEmailInput): Promise<void> {
  const { settings, secrets } = platform
  const { user, callbackURL, isChange = false, request, now } = input
  if (settings.VERIFICATION_EMAIL_DISABLED) return
  const lifeSeconds = settings.VERIFICATION_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  const token = signEmailToken(secrets, { email: user.email }, { id: newId(now), now, expiresAt: until })
  await createToken(tx, secrets, { purpose: 'verify-email', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
  const url = verificationLink(settings.BASE_URL, token, callbackURL)
  const language = emailLanguageOf(user, request)
  await queueEmail(tx, platform, { email: 'verification', to: user.email, language, values: { url, isChange, lifeSeconds }, until })
}
