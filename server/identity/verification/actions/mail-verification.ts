import { queueEmail } from '#identity/mail/index.ts'
import type { User } from '#identity/users/model.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { verificationLink } from '../links.ts'
import { signMailToken } from '../mail-token.ts'
import { issue } from '../store.ts'

/** Whose address is to be proven, and where their browser goes after that. */
export interface MailingVerification {
  readonly user: Pick<User, 'id' | 'email'>
  readonly callbackURL?: string | undefined
  /** Whether the address is new to an account that had another. */
  readonly isChange?: boolean
  readonly now: Date
}

/** What mailing a link takes of the platform. */
export type MailingGround = Pick<Platform, 'settings' | 'secrets' | 'wake'>

/**
 * Mails a link that proves the person's address; it ends the links mailed before. Only writes, so that it may be among gathered
 * ones. Does nothing where VERIFICATION_EMAIL_DISABLED is set. Who may ask for it, and how often, is the caller's matter.
 */
export async function mailVerification(tx: Tx, platform: MailingGround, mailing: MailingVerification): Promise<void> {
  const { settings, secrets } = platform
  const { user, callbackURL, isChange = false, now } = mailing
  if (settings.VERIFICATION_EMAIL_DISABLED) return
  const lifeSeconds = settings.VERIFICATION_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  const token = signMailToken(secrets, { email: user.email }, { id: newId(now), now, expiresAt: until })
  await issue(tx, secrets, { purpose: 'verify-email', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
  const url = verificationLink(settings.BASE_URL, token, callbackURL)
  await queueEmail(tx, platform, { email: 'verification', to: user.email, values: { url, isChange, lifeSeconds }, until, now })
}
