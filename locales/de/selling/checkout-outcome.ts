import type { checkoutOutcome as en } from '../../en/selling/checkout-outcome.ts'
import type { Messages } from '../../translator.ts'

/** The messages of the checkout after the form: waiting, paid, expired. Loaded after the form. */
export const checkoutOutcome: Messages<typeof en> = {
  actionTitle: 'Bestätigen Sie die Zahlung bei Ihrer Bank',
  actionText: 'Bestätigen Sie die Zahlung von {{amount}} an {{merchant}}. Dies ist ein Test: In keinem Fall wird etwas abgebucht.',
  actionSaveTitle: 'Bestätigen Sie die Karte bei Ihrer Bank',
  actionSaveText:
    'Bestätigen Sie, dass {{merchant}} Ihre Karte für Ihr Abonnement belasten darf. Dies ist ein Test: In keinem Fall wird etwas abgebucht.',
  approve: 'Zahlung bestätigen',
  approveSave: 'Karte bestätigen',
  refuse: 'Ablehnen',
  processing: 'Ihre Zahlung wird verarbeitet',
  processingText: 'Das dauert einen Moment. Lassen Sie diese Seite geöffnet.',
  expiredTitle: 'Diese Zahlungsseite ist abgelaufen',
  expiredText: 'Es wurde nichts abgebucht. Gehen Sie zurück zum Shop und beginnen Sie noch einmal.',
  failedTitle: 'Die Zahlung ist fehlgeschlagen',
  failedText: 'Es wurde nichts abgebucht. Gehen Sie zurück zum Shop und beginnen Sie noch einmal, oder wenden Sie sich an den Verkäufer.',
  blockedTitle: 'Dieser Shop kann zurzeit keine Zahlungen annehmen',
  blockedText: 'Es wurde nichts abgebucht. Versuchen Sie es später noch einmal, oder wenden Sie sich an den Verkäufer.',
  linkClosedTitle: 'Dieses Angebot ist beendet',
  linkClosedText: 'Was hier verkauft wurde, ist nicht mehr erhältlich. Fragen Sie den Anbieter nach einem anderen Link.',
  busyTitle: 'Es wurden zu viele Zahlungsseiten geöffnet',
  busyText:
    'Aus Ihrem Netzwerk wurden in kurzer Zeit viele geöffnet. Warten Sie eine Weile und versuchen Sie es dann noch einmal. Es wurde nichts abgebucht.',
  missingTitle: 'Diese Zahlungsseite existiert nicht',
  missingText: 'Der Link ist vielleicht unvollständig. Öffnen Sie ihn noch einmal dort, wo Sie ihn erhalten haben.',
  unreachableTitle: 'Die Zahlungsseite konnte nicht geladen werden',
  unreachableText: 'Prüfen Sie Ihre Verbindung. Es wurde nichts abgebucht.',
  close: 'Schließen',
  tryAgain: 'Erneut versuchen',
  thanks: '{{product}} gehört Ihnen',
  subscribed: 'Sie haben {{product}} abonniert',
  renews: 'Ihr Abonnement verlängert sich am {{date}} für {{price}}.',
  trialStarted: 'Ihre Testphase von {{product}} hat begonnen',
  trial:
    'Es wurde nichts abgebucht. Die Testphase endet am {{date}}, danach zahlen Sie {{price}}. Die Einzelheiten senden wir an {{email}}.',
  openTrial:
    'Es wurde nichts abgebucht. Die Testphase endet am {{date}}. Um für {{price}} fortzufahren, speichern Sie vorher eine Zahlungsmethode. Die Einzelheiten senden wir an {{email}}.',
  receipt: 'Wir senden einen Beleg an {{email}}.',
  paidAndReceipt: '{{amount}} bezahlt. Wir senden einen Beleg an {{email}}.',
  paid: 'Bezahlt',
  date: 'Datum',
  buyer: 'Käufer',
  reference: 'Referenz',
  order: 'Bestellung',
  print: 'Beleg drucken',
  printPage: 'Seite drucken',
  back: 'Zurück zu {{merchant}}',
  testNote: 'Dies war ein Test: Es wurde nichts abgebucht.',
}
