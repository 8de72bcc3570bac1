import { lengthFault, type PasswordBounds } from '#web/parts/new-password.ts'
import { tFurther } from '../further-messages.ts'

/** The error of a new password that this page can detect; the server checks more. */
export const passwordFault = (password: string, bounds: Partial<PasswordBounds>): string | undefined =>
  password === '' ? tFurther('missing.newPassword') : lengthFault(password, bounds)

/** The form field of each refusal of a new password. */
export const passwordFieldsByCode = {
  PASSWORD_TOO_SHORT: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_COMMON: 'password',
} as const
