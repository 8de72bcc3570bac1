import type { documents as en } from '../../en/invoices/documents.ts'
import type { Messages } from '../../translator.ts'

/** Invoices and credit notes as PDF. */
export const documents: Messages<typeof en> = {
  titles: { invoice: 'Fatura', credit_note: 'İade faturası' },
  test: 'Test modu: Para alınmadı, bu belge muhasebeniz için fatura değildir.',
  seller: 'Satıcı',
  buyer: 'Alıcı',
  taxId: 'Vergi no: {{id}}',
  vatId: 'KDV no: {{id}}',
  issued: 'Düzenleme tarihi',
  supplied: 'Teslim/hizmet tarihi',
  corrects: 'İlgili fatura',
  order: 'Sipariş',
  columns: { description: 'Açıklama', quantity: 'Miktar', unitAmount: 'Birim fiyat', amount: 'Tutar' },
  totals: {
    subtotal: 'Ara toplam',
    discount: 'İndirim',
    net: 'Vergi hariç toplam',
    tax: 'Vergi',
    taxOf: '{{name}} {{rate}} ({{place}})',
    total: 'Genel toplam',
    credit: 'Kullanılan bakiye',
    writtenOff: 'Tahsil edilmeyen',
    paid: 'Ödeme tarihi: {{day}}',
    due: 'Ödenecek tutar',
    refunded: 'İade edilen toplam',
  },
  reverseCharge: 'Ters ödeme yükümlülüğü (reverse charge): Vergi sorumlusu alıcıdır.',
  taxIncluded: 'Satır tutarlarına vergi dahildir.',
  page: 'Sayfa {{page}} / {{pages}}',
}
