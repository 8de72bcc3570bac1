import { queueEmail } from '#identity/mail/index.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { verificationLink } from '../links.ts'
import { signMailToken } from '../mail-token.ts'
import { issue } from '../store.ts'
import type { MailingGround, MailingVerification } from './mail-verification.ts'

/** Mails a link to the person's present address by which they confirm that it becomes `newAddress`. It works once. */
export async function mailChange(tx: Tx, platform: MailingGround, mailing: MailingVerification & { newAddress: string }): Promise<void> {
  const { settings, secrets } = platform
  const { user, newAddress, callbackURL, now } = mailing
  const lifeSeconds = settings.VERIFICATION_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  const token = signMailToken(secrets, { email: user.email, updateTo: newAddress }, { id: newId(now), now, expiresAt: until })
  await issue(tx, secrets, { purpose: 'change-email', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
  const url = verificationLink(settings.BASE_URL, token, callbackURL)
  await queueEmail(tx, platform, { email: 'changeEmail', to: user.email, values: { url, newAddress, lifeSeconds }, until, now })
}
