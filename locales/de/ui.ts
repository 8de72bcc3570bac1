import type { ui as en } from '../en/ui.ts'
import type { Messages } from '../translator.ts'

/** The messages of the basic components of the design system, on every page. */
export const ui: Messages<typeof en> = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  optional: 'Optional',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  loading: 'Wird geladen',
  failedTitle: 'Etwas ist schiefgelaufen',
  failedText: 'Versuchen Sie es erneut, oder nennen Sie dem Support die Anfrage-ID.',
  offlineTitle: 'Sie sind offline',
  offlineText: 'Guildhall ist nicht erreichbar.',
  tryAgain: 'Erneut versuchen',
  requestId: 'Anfrage-ID',
}
