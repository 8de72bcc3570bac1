import type { bill as en } from '../../en/selling/bill.ts'
import type { Messages } from '../../translator.ts'

/** The rows of a bill, on the checkout and in the dashboard. Public: see `checkout`. */
export const bill: Messages<typeof en> = {
  name: 'Ödeme özeti',
  discount: 'İndirim',
  subtotal: 'Ara toplam',
  tax: 'Vergi',
  reverseCharge: 'Vergi (ters ödeme yükümlülüğü)',
  includedTax: 'Toplama dahil vergi',
  taxUnknown: 'Fatura adresine göre',
  total: 'Toplam, {{currency}}',
  due: 'Bugün ödenecek, {{currency}}',
  refunded: 'İade edilen',
  paidNet: 'İade sonrası ödenen',
}
