import { queueEmail } from '#identity/mail/index.ts'
import { emailLanguageOf } from '#identity/users/model.ts'
import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import { signEmailToken } from '../email-token.ts'
import { verificationLink } from '../links.ts'
import { createToken } from '../store.ts'
import type { VerificationEmailDeps, VerificationEmailInput } from './queue-verification-email.ts'

/** Queues an email to the user's current email, with a link that confirms the change to `newEmail`. The link works once. */
export async function queueEmailChange(
  tx: Tx,
  platform: VerificationEmailDeps,
  input: VerificationEmailInput & { newEmail: string },
): Promise<void> {
  const { settings, secrets } = platform
  const { user, newEmail, callbackURL, request, now } = input
  const lifeSeconds = settings.VERIFICATION_TOKEN_EXPIRES_IN
  const until = new Date(now.getTime() + lifeSeconds * 1000)
  const token = signEmailToken(secrets, { email: user.email, updateTo: newEmail }, { id: newId(now), now, expiresAt: until })
  await createToken(tx, secrets, { purpose: 'change-email', subject: user.id, value: token, userId: user.id, expiresAt: until, now })
  const url = verificationLink(settings.BASE_URL, token, callbackURL)
  const language = emailLanguageOf(user, request)
  const values = { url, newAddress: newEmail, lifeSeconds }
  await queueEmail(tx, platform, { email: 'changeEmail', to: user.email, language, values, until })
}
