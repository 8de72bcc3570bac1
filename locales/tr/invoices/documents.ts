import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Fatura', credit_note: 'İade faturası' },
  test: 'Test modu: para alınmadı ve bu, muhasebeniz için bir fatura değildir.',
  seller: 'Satıcı',
  buyer: 'Alıcı',
  taxId: 'Vergi no {{id}}',
  issued: 'Düzenleme tarihi',
  supplied: 'Teslim tarihi',
  corrects: 'İlgili fatura',
  order: 'Sipariş',
  columns: { description: 'Açıklama', quantity: 'Miktar', unitAmount: 'Birim fiyat', amount: 'Tutar' },
  totals: {
    subtotal: 'Ara toplam',
    discount: 'İndirim',
    net: 'Vergisiz toplam',
    tax: 'Vergi',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Toplam',
    credit: 'Kullanılan bakiye',
    writtenOff: 'Tahsil edilmeyen',
    paid: 'Ödeme tarihi: {{day}}',
    due: 'Ödenecek tutar',
    refunded: 'Toplam iade',
  },
  reverseCharge: 'Ters ödeme yükümlülüğü (reverse charge): vergiyi alıcı beyan eder.',
  taxIncluded: 'Satır tutarlarına vergi dahildir.',
  page: 'Sayfa {{page}} / {{pages}}',
}
