import type { checkoutChoices as en } from '../../en/selling/checkout-choices.ts'
import type { Messages } from '../../translator.ts'

/** What buyers may choose at checkout: the product, the amount, a discount code. Loaded where they do. */
export const checkoutChoices: Messages<typeof en> = {
  productLabel: 'Ürün',
  productGone: 'Bu ürün artık satışta değil.',
  codeLabel: 'İndirim kodu',
  codeApply: 'Uygula',
  codeApplied: 'İndirim',
  codeRemove: 'Kaldır',
  codeTooMany: 'Çok fazla yanlış kod girildi. Kod olmadan ödeyebilirsiniz.',
  codeUnknown: 'Bu kod bu alışverişte kullanılamaz.',
  amountLabel: 'Tutarınız',
  amountLow: 'En az {{amount}} olabilir.',
  amountHigh: 'En fazla {{amount}} olabilir.',
}
