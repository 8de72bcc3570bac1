import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Co obejmują Twoje zakupy.',
  empty: 'Nie masz jeszcze żadnych korzyści',
  emptyText: 'Tu pojawią się pliki do pobrania, klucze licencyjne i członkostwa od sprzedawcy {{merchant}}.',
  pendingText: 'Trwa przygotowywanie. Za chwilę odśwież stronę.',
  failedText: 'Jeszcze nie udało się tego przygotować. Próbujemy dalej, a jeśli to się przedłuży, skontaktuj się ze sprzedawcą.',
  status: { granted: 'Aktywna', needsYou: 'Wymaga działania', failed: 'Błąd', pending: 'W przygotowaniu', ended: 'Zakończona' },
  account: {
    link: 'Połącz konto {{provider}}',
    relink: 'Połącz inne konto {{provider}}',
    unlink: 'Odłącz',
    unlinkTitle: 'Odłączyć konto {{provider}}?',
    unlinkText: 'Obecny dostęp zachowasz, dopóki nie wygaśnie. Aby uzyskać nowy, połącz konto ponownie.',
    linked: 'Konto {{provider}} jest połączone. Dostęp pojawi się za chwilę.',
    unlinked: 'Odłączono konto {{provider}}',
    needed: 'Połącz konto {{provider}}, aby otrzymać dostęp.',
    pending: 'Dostęp jest przygotowywany. Za chwilę odśwież stronę.',
    failed:
      'Nie udało się przyznać dostępu. Sprawdź, czy poniższe konto {{provider}} należy do Ciebie i nadal jest aktywne, albo połącz inne. Jeśli to nie pomoże, skontaktuj się ze sprzedawcą.',
    errors: {
      account_taken:
        'To konto {{provider}} jest już połączone z innym klientem. Zaloguj się w serwisie {{provider}} na inne konto i spróbuj ponownie.',
      try_again: 'Serwis {{provider}} nie odpowiedział. Spróbuj ponownie za chwilę.',
      not_accepted: 'Serwis {{provider}} nie potwierdził Twojego konta. Spróbuj ponownie.',
      other: 'Nie udało się połączyć konta {{provider}}. Spróbuj ponownie.',
    },
  },
}
