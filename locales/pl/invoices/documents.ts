import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Faktura', credit_note: 'Faktura korygująca' },
  test: 'Tryb testowy: nie pobrano pieniędzy, a to nie jest faktura do ksiąg.',
  seller: 'Sprzedawca',
  buyer: 'Nabywca',
  taxId: 'Nr podatkowy {{id}}',
  issued: 'Data wystawienia',
  supplied: 'Data sprzedaży',
  corrects: 'Do faktury',
  order: 'Zamówienie',
  columns: { description: 'Opis', quantity: 'Ilość', unitAmount: 'Cena jednostkowa', amount: 'Kwota' },
  totals: {
    subtotal: 'Suma częściowa',
    discount: 'Rabat',
    net: 'Razem bez podatku',
    tax: 'Podatek',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Razem',
    credit: 'Rozliczone saldo',
    writtenOff: 'Niepobrane',
    paid: 'Zapłacono: {{day}}',
    due: 'Do zapłaty',
    refunded: 'Zwrócono łącznie',
  },
  reverseCharge: 'Odwrotne obciążenie: podatek rozlicza nabywca.',
  taxIncluded: 'Kwoty pozycji zawierają podatek.',
  page: 'Strona {{page}} z {{pages}}',
}
