import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Co zawierają Twoje zakupy.',
  empty: 'Nie ma jeszcze korzyści',
  emptyText: 'Tu pojawią się pliki do pobrania, klucze licencyjne i członkostwa od {{merchant}}.',
  pendingText: 'Trwa przygotowanie. Za chwilę wczytaj stronę ponownie.',
  failedText: 'Nie udało się tego jeszcze przygotować. Próbujemy dalej; jeśli to potrwa, skontaktuj się ze sprzedawcą.',
  status: { granted: 'Aktywne', needsYou: 'Wymaga działania', failed: 'Nieudane', pending: 'W przygotowaniu', ended: 'Zakończone' },
  keys: {
    name: 'klucz licencyjny',
    show: 'Pokaż klucz licencyjny',
    hide: 'Ukryj klucz licencyjny',
    revoked: 'Unieważniony',
    disabled: 'Wyłączony',
    lasting: 'Nie wygasa.',
    expires: 'Wygasa: {{date}}.',
    usage: 'Użyto {{usage}} z {{limit}} razy.',
    activations: 'Aktywowano {{used}} z {{limit}} razy',
    deactivate: 'Dezaktywuj',
    deactivateOne: 'Dezaktywuj: {{label}}',
    deactivateTitle: 'Dezaktywować {{label}}?',
    deactivateText: 'Klucz licencyjny przestanie tam działać. Potem możesz aktywować go gdzie indziej.',
    deactivated: 'Dezaktywowano: {{label}}',
  },
  downloads: {
    none: 'Nie ma jeszcze plików.',
    download: 'Pobierz',
    downloadFile: 'Pobierz {{file}}',
    checksum: 'suma kontrolna pliku {{file}}',
  },
  credit: {
    balance: 'Pozostało: {{units}}',
    period: 'Liczba jednostek na okres: {{units}}. Niewykorzystane wygasają razem z nim.',
    rollover: 'Liczba jednostek na okres: {{units}}. Niewykorzystane przechodzą na następny.',
  },
  account: {
    link: 'Połącz {{provider}}',
    relink: 'Połącz inne konto {{provider}}',
    unlink: 'Odłącz',
    unlinkTitle: 'Odłączyć konto {{provider}}?',
    unlinkText: 'Obecny dostęp pozostaje do jego końca. Aby uzyskać nowy, połącz konto ponownie.',
    linked: 'Konto {{provider}} jest połączone. Dostęp pojawi się za chwilę.',
    unlinked: 'Odłączono konto {{provider}}',
    needed: 'Połącz konto {{provider}}, aby otrzymać dostęp.',
    pending: 'Dostęp jest przygotowywany. Za chwilę wczytaj stronę ponownie.',
    failed:
      'Nie udało się skonfigurować dostępu. Sprawdź, czy poniższe konto {{provider}} należy do Ciebie i nadal jest aktywne, albo połącz inne. Jeśli problem nie zniknie, skontaktuj się ze sprzedawcą.',
    granted: {
      discord: 'Masz rolę na Discordzie.',
      github: 'Masz dostęp do repozytorium. Przyjmij zaproszenie, które GitHub wysłał e-mailem.',
    },
    errors: {
      account_taken: 'Inny klient połączył to konto {{provider}}. Zaloguj się do {{provider}} innym kontem i spróbuj ponownie.',
      try_again: '{{provider}} nie odpowiada. Spróbuj ponownie za chwilę.',
      not_accepted: '{{provider}} nie potwierdza tego konta. Spróbuj ponownie.',
      other: 'Konto {{provider}} nie zostało połączone. Spróbuj ponownie.',
    },
  },
}
