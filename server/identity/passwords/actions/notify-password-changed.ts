import { queueEmail } from '#identity/mail/index.ts'
import { emailLanguageOf, type User } from '#identity/users/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { RequestInfo } from '#platform/request/request.ts'

/** The user whose password changed, and how it changed. */
export interface PasswordChange {
  readonly user: Pick<User, 'email' | 'language'>
  readonly how: 'changed' | 'reset' | 'set'
  /** The request of the user; absent if another caller changed the password. */
  readonly request?: Pick<RequestInfo, 'language'>
  readonly now: Date
}

/** Queues an email that notifies the user of the new password and links to the reset page. Write-only: may be a batched statement. */
export async function notifyPasswordChanged(tx: Tx, platform: Platform, { user, how, request, now }: PasswordChange): Promise<void> {
  const url = `${platform.settings.BASE_URL}/forgot-password`
  const language = emailLanguageOf(user, request)
  await queueEmail(tx, platform, { email: 'passwordChanged', to: user.email, language, values: { url, how, at: now.toISOString() } })
}
