import type { signInErrors as en } from '../../en/sign-in/errors-sign-in.ts'
import type { Messages } from '../../translator.ts'

/** The refusals of a sign-in, besides those of every page. */
export const signInErrors: Messages<typeof en> = {
  INVALID_EMAIL_OR_PASSWORD: 'E-Mail oder Passwort ist falsch.',
  INVALID_USERNAME_OR_PASSWORD: 'Benutzername oder Passwort ist falsch.',
  EMAIL_NOT_VERIFIED: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link aus unserer E-Mail.',
  BANNED_USER: 'Dieses Konto ist gesperrt. Wenden Sie sich an den Support, wenn Sie das für einen Irrtum halten.',
  EMAIL_AND_PASSWORD_IS_NOT_ENABLED: 'Die Anmeldung mit Passwort ist auf dieser Website abgeschaltet.',
  USERNAME_IS_TOO_SHORT: 'Dieser Benutzername ist zu kurz.',
  USERNAME_IS_TOO_LONG: 'Dieser Benutzername ist zu lang.',
  USERNAME_IS_INVALID: 'Verwenden Sie nur Buchstaben, Ziffern, Punkte und Unterstriche.',
}
