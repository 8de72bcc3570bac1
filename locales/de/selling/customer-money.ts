import type { customerMoney as en } from '../../en/selling/customer-money.ts'
import type { Messages } from '../../translator.ts'

/** What a customer has saved to pay with, and their credit. Loaded with the customer's page. */
export const customerMoney: Messages<typeof en> = {
  methods: {
    title: 'Zahlungsarten',
    none: 'Der Kunde hat keine Zahlungsart gespeichert.',
    default: 'Standard',
    defaultMeaning: 'Verlängerungen werden hier abgebucht.',
    expires: 'Gültig bis {{month}}/{{year}}',
    saved: 'Gespeichert',
    remove: '{{method}} entfernen',
    removeTitle: '{{method}} entfernen?',
    removeText: 'Auch der Zahlungsanbieter entfernt sie, und es kann nichts mehr abgebucht werden.',
    removeNext: 'Verlängerungen werden von der neuesten anderen Zahlungsart des Kunden abgebucht.',
    removeLast: 'Es ist die letzte: Verlängerungen scheitern, bis der Kunde eine andere Zahlungsart speichert.',
    removeAction: 'Entfernen',
    removed: '{{method}} entfernt',
  },
  credit: {
    title: 'Guthaben',
    none: 'Der Kunde hat kein Guthaben.',
    give: 'Guthaben geben',
    showAll: 'Alle {{count}} anzeigen',
    kinds: {
      grant: 'Gegeben',
      downgrade: 'Wechsel in einen günstigeren Tarif',
      order: 'Für eine Bestellung verwendet',
      refund: 'Erstattung',
      refund_reversal: 'Erstattung, von der Bank zurückgeschickt',
      downgrade_reversal: 'Zurückgenommen, weil die Zahlung verloren ist',
    },
    order: 'Zur Bestellung',
  },
  dialog: {
    title: 'Guthaben geben',
    lead: 'An {{customer}}',
    amount: 'Betrag',
    amountInvalid: 'Geben Sie einen Betrag ein, etwa {{example}}.',
    amountHigh: 'Höchstens {{amount}}.',
    currency: 'Währung',
    note: 'Notiz',
    noteHint: 'Für Mitglieder Ihrer Organisation. Der Kunde sieht sie nicht.',
    where:
      'Die nächsten Bestellungen in dieser Währung verwenden es, bevor etwas abgebucht wird. Es wird nicht ausgezahlt und kann nicht zurückgenommen werden.',
    action: '{{amount}} geben',
    actionPlain: 'Guthaben geben',
    done: '{{amount}} als Guthaben gegeben',
  },
}
