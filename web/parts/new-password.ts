import type { SignInOptions } from '#client/index.ts'
import { passwords } from '#locales/en/sign-in/passwords.ts'
import { speaker } from '#locales/speaker.ts'
import { language } from '#web/language.ts'

/** How long a password may be, in characters. */
export type PasswordBounds = Pick<SignInOptions['password'], 'minimumLength' | 'maximumLength'>

const t = speaker(language, passwords)

/** What is asked of a new password; without numbers while its bounds are not known. */
export const passwordHint = (bounds: Partial<PasswordBounds> | undefined): string =>
  bounds?.minimumLength === undefined ? t('plainHint') : t('hint', { count: bounds.minimumLength })

/** What is wrong with the length of a new password, as far as its bounds are known. Characters are counted as the server counts them. */
export function lengthFault(password: string, bounds: Partial<PasswordBounds> | undefined): string | undefined {
  const length = Array.from(password).length
  const { minimumLength = 0, maximumLength = length } = bounds ?? {}
  if (length < minimumLength) return t('short', { count: minimumLength })
  return length > maximumLength ? t('long', { count: maximumLength }) : undefined
}
