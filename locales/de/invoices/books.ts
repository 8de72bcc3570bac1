import type { books as en } from '../../en/invoices/books.ts'
import type { Messages } from '../../translator.ts'

/** The books of a month in the merchant's dashboard. */
export const books: Messages<typeof en> = {
  title: 'Buchhaltung',
  lead: 'Was Ihr Hauptbuch über einen Monat sagt, für Ihre Steuerberatung.',
  month: 'Monat',
  export: 'CSV exportieren',
  empty: 'Nichts im {{month}}',
  emptyText: 'Verkäufe, Erstattungen und Auszahlungen des Monats erscheinen hier.',
  taxes: 'Steuern nach Land',
  country: 'Land',
  net: 'Umsatz ohne Steuer',
  tax: 'Steuer',
  unknown: 'Unbekannt',
  lines: {
    revenueAmount: 'Umsatz ohne Steuer',
    operatorSalesAmount: 'Verkäufe über den Betreiber',
    refundedAmount: 'Erstattungen',
    disputedAmount: 'Rückbuchungen',
    providerFeeAmount: 'Gebühren des Anbieters',
    writtenOffAmount: 'Abgeschrieben',
    resultAmount: 'Ergebnis',
    taxAmount: 'Eingenommene Steuer',
    platformFeeAmount: 'Gebühren der Plattform',
    payoutAmount: 'Auszahlungen',
    creditIssuedAmount: 'Gegebenes Guthaben',
    creditUsedAmount: 'Verwendetes Guthaben',
  },
}
