import type { liveMode as en } from '../../en/organizations/live-mode.ts'
import type { Messages } from '../../translator.ts'

/** Going live, in the settings of an organization. */
export const liveMode: Messages<typeof en> = {
  title: 'Livebetrieb',
  lead: 'Was noch fehlt, bevor Ihre Organisation echtes Geld einnimmt.',
  live: 'Ihre Organisation ist im Livebetrieb',
  liveText: 'Käufern wird echtes Geld abgebucht. Legen Sie für weitere Tests eine zweite Organisation an.',
  checks: 'Vor dem Livebetrieb',
  checksText: 'Jeder Punkt muss erledigt sein.',
  done: 'Erledigt',
  open: 'Offen',
  names: {
    business_details: 'Angaben zum Unternehmen',
    taxes: 'Steuern',
    statement_name: 'Name auf Kartenabrechnungen',
    processor: 'Zahlungsanbieter',
    domain: 'Öffentliche Adresse',
    outside_access: 'Testzugänge entfernt',
  },
  texts: {
    business_details: 'Käufer brauchen eine Adresse, an die sie schreiben können, und Rechnungen nennen das Unternehmen mit Sitz.',
    taxes: 'Nennen Sie das Land Ihres Unternehmens und entscheiden Sie, ob Sie Steuern erheben.',
    statement_name: 'Käufer müssen die Abbuchung auf ihrem Kontoauszug wiedererkennen.',
    processor: 'Der Betreiber dieses Servers hinterlegt die Schlüssel des Zahlungsanbieters. Sie werden beim Öffnen dieser Seite geprüft.',
    domain: 'Der Betreiber dieses Servers gibt ihm eine https-Adresse, die Käufer erreichen.',
    outside_access: 'Kein Testkunde darf noch eine Rolle bei Discord oder ein Repository bei GitHub haben.',
  },
  links: { business_details: 'Unternehmen', statement_name: 'Unternehmen', taxes: 'Steuern', outside_access: 'Freigaben' },
  go: 'Livebetrieb starten',
  goTitle: 'Livebetrieb von {{organization}} starten',
  goText: 'Danach werden Karten mit echtem Geld belastet. Das lässt sich nicht rückgängig machen.',
  removed: 'Gelöscht werden Testkunden, Bestellungen, Abonnements, Nutzung und Webhook-Zustellungen sowie die Testuhr.',
  stays: 'Erhalten bleiben Produkte, Preise, Leistungen, Rabatte, Zähler, Dateien, Mitglieder, Token und Webhooks.',
  stale: 'Bestätigen Sie mit Ihrem Passwort, weil Ihre Anmeldung länger zurückliegt.',
  password: 'Passwort',
  notAllowed: 'Nur Mitglieder, die die Organisation ändern dürfen, können den Livebetrieb starten.',
  notReady: 'Ein Punkt ist noch offen. Laden Sie die Seite neu, um zu sehen, welcher.',
  unsettled: 'Eine Zahlung wird noch abgeschlossen. Versuchen Sie es in einigen Minuten erneut.',
  activated: '{{organization}} ist im Livebetrieb',
}
