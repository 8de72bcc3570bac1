import { lengthFault, type PasswordBounds } from '#web/parts/new-password.ts'
import { more } from './further-messages.ts'

/** What is wrong with a new password, as far as this page can tell; the server knows more. */
export const passwordFault = (password: string, bounds: Partial<PasswordBounds>): string | undefined =>
  password === '' ? more('missing.newPassword') : lengthFault(password, bounds)

/** Where the server's refusals of a new password stand in a form. */
export const passwordPlaces = { PASSWORD_TOO_SHORT: 'password', PASSWORD_TOO_LONG: 'password', PASSWORD_TOO_COMMON: 'password' } as const
