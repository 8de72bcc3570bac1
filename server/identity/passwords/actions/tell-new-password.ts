import { queueEmail } from '#identity/mail/index.ts'
import type { User } from '#identity/users/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'

/** Whose password is another now, and how that came. */
export interface NewPassword {
  readonly user: Pick<User, 'email'>
  readonly how: 'changed' | 'reset' | 'set'
  readonly now: Date
}

/** Tells the owner by mail that their password is another, with the way to replace it. May be among gathered writes. */
export async function tellNewPassword(tx: Tx, platform: Platform, { user, how, now }: NewPassword): Promise<void> {
  const url = `${platform.settings.BASE_URL}/forgot-password`
  await queueEmail(tx, platform, { email: 'passwordChanged', to: user.email, values: { url, how, at: now.toISOString() }, now })
}
