import type { signUpErrors as en } from '../../en/sign-in/errors-sign-up.ts'
import type { Messages } from '../../translator.ts'

/** The refusals of the other authentication pages: creating an account, confirming an email, resetting a password. */
export const signUpErrors: Messages<typeof en> = {
  PASSWORD_TOO_SHORT: 'Dieses Passwort ist zu kurz.',
  PASSWORD_TOO_LONG: 'Dieses Passwort ist zu lang.',
  PASSWORD_TOO_COMMON: 'Dieses Passwort ist zu verbreitet. Wählen Sie ein anderes.',
  USER_ALREADY_EXISTS: 'Es gibt bereits ein Konto mit dieser E-Mail-Adresse. Melden Sie sich an.',
  RESET_PASSWORD_ISNT_ENABLED: 'Das Zurücksetzen des Passworts per E-Mail ist auf dieser Website abgeschaltet.',
  VERIFICATION_EMAIL_ISNT_ENABLED: 'Bestätigungs-E-Mails sind auf dieser Website abgeschaltet.',
  USER_NOT_FOUND: 'Es gibt kein Konto mit dieser E-Mail-Adresse.',
  INVALID_TOKEN: 'Dieser Link ist nicht mehr gültig. Fordern Sie einen neuen an.',
  TOKEN_EXPIRED: 'Dieser Link ist abgelaufen. Fordern Sie einen neuen an.',
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: 'Die Registrierung ist auf dieser Website geschlossen.',
  FAILED_TO_CREATE_USER: 'Ihr Konto konnte nicht erstellt werden. Prüfen Sie die Felder und versuchen Sie es erneut.',
}
