import type { Settings } from '#platform/config.ts'
import { weakPasswords } from '#platform/crypto/weak-passwords.ts'
import { refuseBestKnown, refusePasswordLength } from '../rules.ts'

/** Refuses a password that nobody may newly take: too short, too long, or among those that everybody tries first. */
export async function refuseNewPassword(
  password: string,
  { MIN_PASSWORD_LENGTH: minimum, MAX_PASSWORD_LENGTH: maximum }: Pick<Settings, 'MIN_PASSWORD_LENGTH' | 'MAX_PASSWORD_LENGTH'>,
): Promise<void> {
  refusePasswordLength(password, { minimum, maximum })
  refuseBestKnown(password, await weakPasswords())
}
