import type { SignInOptions } from '#client/index.ts'
import { passwords } from '#messages/sign-in/passwords.ts'
import { messages } from '#web/language.ts'

/** The length limits of a password, in characters. */
export type PasswordBounds = Pick<SignInOptions['password'], 'minimumLength' | 'maximumLength'>

const t = messages(passwords)

/** The hint at a new password; without numbers while the bounds are unknown. */
export const passwordHint = (bounds: Partial<PasswordBounds> | undefined): string =>
  bounds?.minimumLength === undefined ? t('plainHint') : t('hint', { count: bounds.minimumLength })

/** The fault in the length of a new password; none while the bounds are unknown. Counts code points, as the server does. */
export function lengthFault(password: string, bounds: Partial<PasswordBounds> | undefined): string | undefined {
  const length = Array.from(password).length
  const { minimumLength = 0, maximumLength = length } = bounds ?? {}
  if (length < minimumLength) return t('short', { count: minimumLength })
  return length > maximumLength ? t('long', { count: maximumLength }) : undefined
}
