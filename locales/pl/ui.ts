import type { ui as en } from '../en/ui.ts'
import type { Messages } from '../translator.ts'

/** The messages of the basic components of the design system, on every page. */
export const ui: Messages<typeof en> = {
  copy: 'Kopiuj',
  copied: 'Skopiowano',
  optional: 'Opcjonalnie',
  showPassword: 'Pokaż hasło',
  hidePassword: 'Ukryj hasło',
  loading: 'Wczytywanie',
  failedTitle: 'Coś poszło nie tak',
  failedText: 'Spróbuj ponownie albo skontaktuj się z pomocą techniczną, podając identyfikator żądania.',
  offlineTitle: 'Brak połączenia',
  offlineText: 'Nie możemy połączyć się z Guildhall. Ta strona może być nieaktualna.',
  tryAgain: 'Spróbuj ponownie',
  requestId: 'Identyfikator żądania',
}
