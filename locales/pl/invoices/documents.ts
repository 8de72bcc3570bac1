import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Faktura', credit_note: 'Faktura korygująca' },
  test: 'Tryb testowy: nie pobrano żadnej opłaty, a ten dokument nie jest fakturą do zaksięgowania.',
  seller: 'Sprzedawca',
  buyer: 'Nabywca',
  taxId: 'Nr podatkowy {{id}}',
  vatId: 'Nr VAT {{id}}',
  issued: 'Data wystawienia',
  supplied: 'Data sprzedaży',
  corrects: 'Dotyczy faktury',
  order: 'Zamówienie',
  columns: { description: 'Nazwa towaru lub usługi', quantity: 'Ilość', unitAmount: 'Cena jednostkowa', amount: 'Wartość' },
  totals: {
    subtotal: 'Suma częściowa',
    discount: 'Rabat',
    net: 'Razem netto',
    tax: 'Podatek',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Razem',
    credit: 'Rozliczono z salda',
    writtenOff: 'Kwota niepobrana',
    paid: 'Zapłacono {{day}}',
    due: 'Do zapłaty',
    refunded: 'Zwrócono łącznie',
  },
  reverseCharge: 'Odwrotne obciążenie: podatek rozlicza nabywca.',
  taxIncluded: 'Wartości pozycji zawierają podatek.',
  page: 'Strona {{page}} z {{pages}}',
}
