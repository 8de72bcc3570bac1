import { queueEmail } from '#identity/mail/index.ts'
import type { User } from '#identity/users/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'

/** The user whose password changed, and how it changed. */
export interface PasswordChange {
  readonly user: Pick<User, 'email'>
  readonly how: 'changed' | 'reset' | 'set'
  readonly now: Date
}

/** Queues an email that notifies the user of the new password and links to the reset page. Write-only: may be a batched statement. */
export async function notifyPasswordChanged(tx: Tx, platform: Platform, { user, how, now }: PasswordChange): Promise<void> {
  const url = `${platform.settings.BASE_URL}/forgot-password`
  await queueEmail(tx, platform, { email: 'passwordChanged', to: user.email, values: { url, how, at: now.toISOString() } })
}
