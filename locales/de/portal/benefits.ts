import type { portalBenefits as en } from '../../en/portal/benefits.ts'
import type { Messages } from '../../translator.ts'

/** The messages of what customers get, in their portal. */
export const portalBenefits: Messages<typeof en> = {
  lead: 'Was zu Ihren Käufen gehört.',
  empty: 'Noch keine Vorteile',
  emptyText: 'Dateien, Lizenzschlüssel und Mitgliedschaften von {{merchant}} stehen dann an dieser Stelle.',
  pendingText: 'Es wird vorbereitet. Laden Sie die Seite in einem Moment neu.',
  failedText: 'Es konnte noch nicht vorbereitet werden. Wir versuchen es weiter; dauert es lange, wenden Sie sich an den Verkäufer.',
  status: {
    granted: 'Aktiv',
    needsYou: 'Braucht Sie',
    failed: 'Fehlgeschlagen',
    pending: 'In Vorbereitung',
    ended: 'Beendet',
  },
  account: {
    link: '{{provider}} verbinden',
    relink: 'Anderes {{provider}}-Konto verbinden',
    unlink: 'Trennen',
    unlinkTitle: '{{provider}}-Konto trennen?',
    unlinkText: 'Vorhandener Zugang bleibt, bis er endet. Für neuen Zugang verbinden Sie wieder ein Konto.',
    linked: 'Ihr {{provider}}-Konto ist verbunden. Ihr Zugang folgt in einem Moment.',
    unlinked: '{{provider}}-Konto getrennt',
    needed: 'Verbinden Sie Ihr {{provider}}-Konto, um Ihren Zugang zu erhalten.',
    pending: 'Ihr Zugang wird vorbereitet. Laden Sie die Seite in einem Moment neu.',
    failed:
      'Ihr Zugang konnte nicht eingerichtet werden. Prüfen Sie, ob das {{provider}}-Konto unten Ihres und noch aktiv ist, oder verbinden Sie ein anderes. Bleibt es dabei, wenden Sie sich an den Verkäufer.',
    errors: {
      account_taken:
        'Dieses {{provider}}-Konto ist schon mit einem anderen Kunden verbunden. Melden Sie sich bei {{provider}} mit einem anderen an, und versuchen Sie es erneut.',
      try_again: '{{provider}} hat nicht geantwortet. Versuchen Sie es in einem Moment erneut.',
      not_accepted: '{{provider}} hat Ihr Konto nicht bestätigt. Versuchen Sie es erneut.',
      other: 'Das {{provider}}-Konto wurde nicht verbunden. Versuchen Sie es erneut.',
    },
  },
}
