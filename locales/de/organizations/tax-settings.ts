import type { taxSettings as en } from '../../en/organizations/tax-settings.ts'
import type { Messages } from '../../translator.ts'

/** How an organization collects taxes, in its settings. */
export const taxSettings: Messages<typeof en> = {
  title: 'Steuern',
  lead: 'Ob Ihre Käufer Steuern zahlen, wo und zu welchen Sätzen.',
  saved: 'Steuern gespeichert',
  note: 'Gilt ab jetzt für Käufe und Verlängerungen.',
  collection: 'Erhebung',
  collectionText: 'Solange sie aus ist, kommt keine Steuer hinzu, und Ihre Preise enthalten keine.',
  enabled: 'Steuern erheben',
  enabledHint: 'Fragen Sie eine Steuerberatung, wo Sie sich registrieren müssen. Guildhall berechnet, meldet aber nichts.',
  origin: 'Land Ihres Unternehmens',
  originMissing: 'Wählen Sie das Land Ihres Unternehmens.',
  originInvalid: 'Wählen Sie ein Land.',
  choose: 'Auswählen',
  behavior: 'Ihre Preise',
  behaviors: {
    location: 'enthalten die Steuer, außer für Käufer in den USA, Kanada und Indien',
    inclusive: 'enthalten die Steuer',
    exclusive: 'enthalten die Steuer nicht: Sie kommt hinzu',
  },
  engine: 'Berechnung',
  engineText: 'Was die Steuern Ihrer Verkäufe berechnet.',
  engines: {
    built_in: 'Tabelle der Sätze von Guildhall',
    stripe: 'Stripe Tax',
  },
  engineTexts: {
    built_in: 'Kein anderer Dienst wird gefragt. Es gelten die mitgelieferten und Ihre eigenen Sätze.',
    stripe: 'Registrierungen und Sätze sind die des Stripe-Kontos dieses Servers. Stripe kann für jeden Verkauf Gebühren verlangen.',
  },
  engineReasons: {
    test_organization: 'Nur für Organisationen im Livebetrieb: Im Testbetrieb wird kein Dienst gefragt.',
    no_keys: 'Der Betreiber dieses Servers hat Stripe nicht verbunden.',
  },
  engineInactive: 'Stripe Tax ist im Stripe-Konto dieses Servers nicht eingerichtet. Es fehlt: {{missing}}.',
  engineRefused:
    'Stripe lässt diesen Server die Einstellungen von Stripe Tax nicht lesen. Bitten Sie den Betreiber, die Rechte seines Schlüssels zu prüfen.',
  engineUnavailable: 'Stripe Tax hat nicht geantwortet. Versuchen Sie es in einer Minute erneut.',
  engineUnfit: 'Stripe Tax gibt es für Organisationen im Livebetrieb auf einem Server mit Stripe-Konto.',
  missingFields: {
    head_office: 'der Hauptsitz Ihres Unternehmens',
  },
  missingUnknown: 'die Einstellungen',
  sent: 'Was Stripe von jedem Verkauf erhält',
  sentText:
    'Betrag und Währung, die Kategorie „elektronisch erbrachte Dienstleistungen“, Land, Bundesstaat, Ort, Postleitzahl und erste Zeile der Rechnungsadresse des Käufers und die Steuernummer eines Unternehmens. Nach der Zahlung die Nummer der Bestellung und die ID Ihrer Organisation. Keine Namen oder E-Mail-Adressen.',
  sentDown: 'Solange Stripe nicht antwortet, können Käufe nicht bezahlt werden, und Verlängerungen warten.',
  openStripe: 'Stripe Tax bei Stripe einrichten',
  statusInactive:
    'Käufe können nicht bezahlt werden, und Verlängerungen werden nach der Tabelle der Sätze besteuert: Stripe Tax ist im Stripe-Konto dieses Servers nicht eingerichtet. Es fehlt: {{missing}}.',
  statusRefused:
    'Stripe lässt diesen Server die Einstellungen von Stripe Tax nicht mehr lesen. Bitten Sie den Betreiber, die Rechte seines Schlüssels zu prüfen.',
  statusUnavailable: 'Stripe Tax antwortet gerade nicht. Käufe können nicht bezahlt werden, und Verlängerungen warten so lange.',
  fallbacks_one:
    'In den letzten {{days}} Tagen wurde {{count}} Bestellung nach der Tabelle der Sätze besteuert, weil Stripe Tax sie abgelehnt hat, am {{date}}.',
  fallbacks_other:
    'In den letzten {{days}} Tagen wurden {{count}} Bestellungen nach der Tabelle der Sätze besteuert, weil Stripe Tax sie abgelehnt hat, die letzte am {{date}}.',
  showFallbacks: 'Bestellungen zeigen',
  previewPlace: 'Käufer in',
  previewPostalCode: 'Postleitzahl des Käufers',
  previewPostalCodeHint: 'Fünf Ziffern. In den USA braucht Stripe Tax sie.',
  previewAsks: 'Wählen Sie einen Ort, um Stripe Tax zu fragen. Stripe kann für jedes Beispiel Gebühren verlangen.',
  previewWaits: 'Stripe Tax wird gefragt …',
  previewFailures: {
    refused: 'Ohne mehr von der Rechnungsadresse kann Stripe Tax die Steuer dieses Ortes nicht nennen.',
    inactive: 'Stripe Tax ist im Stripe-Konto dieses Servers nicht eingerichtet.',
    unavailable: 'Stripe Tax hat nicht geantwortet. Versuchen Sie es in einer Minute erneut.',
  },
  previews: {
    standard_rated: 'Wer in {{place}} kauft, zahlt bei einem Preis von {{price}} insgesamt {{total}}, davon {{tax}} Steuer.',
    reverse_charge: 'Wer in {{place}} kauft, zahlt {{total}} ohne Steuer.',
    not_collecting: 'Wer in {{place}} kauft, zahlt {{total}}. Sie erheben dort keine Steuer.',
    product_exempt: 'Wer in {{place}} kauft, zahlt {{total}} ohne Steuer.',
    customer_exempt: 'Wer in {{place}} kauft, zahlt {{total}} ohne Steuer.',
  },
  previewUnsaved: 'Speichern Sie, um das Beispiel mit Ihren Änderungen zu sehen.',
  registrations: 'Registrierungen',
  registrationsText:
    'Steuer wird nur dort erhoben, wo Sie registriert sind. Unternehmen anderer EU-Länder mit gültiger USt-IdNr. schulden sie selbst.',
  registrationsUnused:
    'Stripe Tax erhebt Steuer, wo das Stripe-Konto registriert ist. Diese Orte geben Rechnungen ihre Steuernummer und gelten für Verlängerungen, die Stripe Tax ablehnt.',
  place: 'Ort {{count}}',
  oneStopShop: 'One-Stop-Shop der EU',
  taxId: 'Steuernummer von Ort {{count}}',
  taxIdPlaceholder: 'Steuernummer, für Rechnungen',
  remove: 'Ort {{count}} entfernen',
  add: 'Ort hinzufügen',
  placeMissing: 'Wählen Sie einen Ort.',
  placeTwice: 'Dieser Ort steht schon in der Liste.',
  placeInvalid: 'Für diesen Ort ist kein Satz bekannt. Geben Sie ihn unten ein.',
  taxIdInvalid: 'Das ist keine Steuernummer dieses Ortes.',
  rates: 'Eigene Sätze',
  ratesText:
    'Sie gelten anstelle der Sätze dieses Servers für diesen Ort. Für Staaten der USA und Provinzen Kanadas werden keine mitgeliefert.',
  ratesUnused:
    'Stripe Tax nutzt sie nicht. Behalten Sie sie für Verlängerungen, die es ablehnt: Diese werden nach der Tabelle der Sätze besteuert.',
  ratePlace: 'Ort von Satz {{count}}',
  rateName: 'Name von Satz {{count}}',
  rateNamePlaceholder: 'Sales Tax',
  ratePercent: 'Prozent von Satz {{count}}',
  rateFrom: 'Erster Tag von Satz {{count}}',
  removeRate: 'Satz {{count}} entfernen',
  addRate: 'Satz hinzufügen',
  rateInvalid: 'Geben Sie Ort, Namen, einen Prozentsatz von 0 bis 100 und den ersten Tag ein.',
  shipped: 'Mitgelieferte Sätze vom {{date}}, für {{count}} Orte. Vergleichen Sie sie mit Ihrer Steuerbehörde.',
  shippedAndEntered:
    'Mitgelieferte Sätze vom {{date}} und Sätze des Betreibers dieses Servers, für {{count}} Orte. Vergleichen Sie sie mit Ihrer Steuerbehörde.',
  standardRates: 'Sätze dieses Servers',
  standardPlace: 'Ort',
  standardRate: 'Satz',
  standardDay: 'Erster Tag',
  standardSource: 'Quelle',
}
