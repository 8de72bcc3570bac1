import type { auth as en } from '../en/auth.ts'
import type { Messages } from '../translator.ts'

/** The messages of the sign-in page, and those that every public page may need. The other authentication pages: `auth-further.ts`. */
export const auth: Messages<typeof en> = {
  product: 'Guildhall',
  signIn: {
    title: 'Anmelden',
    description: 'Willkommen zurück.',
    closed: 'Hier ist keine Anmeldemethode verfügbar. Wenden Sie sich an den Administrator.',
    submit: 'Anmelden',
    remember: 'Auf diesem Gerät angemeldet bleiben',
    newHere: 'Neu hier?',
    create: 'Konto erstellen',
    forgot: 'Passwort vergessen?',
    verify: 'Neuen Link senden',
  },
  field: {
    emailOrUsername: 'E-Mail oder Benutzername',
    email: 'E-Mail',
    password: 'Passwort',
  },
  missing: {
    emailOrUsername: 'Geben Sie E-Mail-Adresse oder Benutzernamen ein.',
    email: 'Geben Sie Ihre E-Mail-Adresse ein.',
    password: 'Geben Sie Ihr Passwort ein.',
  },
  invalidField: 'Prüfen Sie dieses Feld.',
  waitSeconds_one: 'Zu viele Versuche. Versuchen Sie es in {{count}} Sekunde erneut.',
  waitSeconds_other: 'Zu viele Versuche. Versuchen Sie es in {{count}} Sekunden erneut.',
  waitMinutes_one: 'Zu viele Versuche. Versuchen Sie es in {{count}} Minute erneut.',
  waitMinutes_other: 'Zu viele Versuche. Versuchen Sie es in {{count}} Minuten erneut.',
}
