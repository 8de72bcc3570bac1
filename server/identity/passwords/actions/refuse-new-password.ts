import type { Settings } from '#platform/config.ts'
import { weakPasswords } from '#platform/crypto/weak-passwords.ts'
import { refuseCommonPassword, refusePasswordLength } from '../rules.ts'

/** Refuses a new password that is too short, too long or too common. */
export async function refuseNewPassword(
  password: string,
  { MIN_PASSWORD_LENGTH: minimum, MAX_PASSWORD_LENGTH: maximum }: Pick<Settings, 'MIN_PASSWORD_LENGTH' | 'MAX_PASSWORD_LENGTH'>,
): Promise<void> {
  refusePasswordLength(password, { minimum, maximum })
  refuseCommonPassword(password, await weakPasswords())
}
