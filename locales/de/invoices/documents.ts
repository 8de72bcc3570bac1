import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Rechnung', credit_note: 'Rechnungskorrektur' },
  test: 'Testmodus: Es wurde kein Geld abgebucht, und dies ist keine Rechnung für Ihre Buchhaltung.',
  seller: 'Verkäufer',
  buyer: 'Rechnung an',
  taxId: 'Steuernr. {{id}}',
  vatId: 'USt-IdNr. {{id}}',
  issued: 'Ausgestellt am',
  supplied: 'Leistungsdatum',
  corrects: 'Zur Rechnung',
  order: 'Bestellung',
  columns: { description: 'Beschreibung', quantity: 'Menge', unitAmount: 'Einzelpreis', amount: 'Betrag' },
  totals: {
    subtotal: 'Zwischensumme',
    discount: 'Rabatt',
    net: 'Summe ohne Steuer',
    tax: 'Steuer',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Gesamtbetrag',
    credit: 'Verrechnetes Guthaben',
    writtenOff: 'Nicht eingezogen',
    paid: 'Bezahlt am {{day}}',
    due: 'Offener Betrag',
    refunded: 'Erstatteter Betrag',
  },
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
  taxIncluded: 'Die Beträge der Positionen enthalten die Steuer.',
  page: 'Seite {{page}} von {{pages}}',
}
