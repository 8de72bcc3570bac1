import type { checkoutChoices as en } from '../../en/selling/checkout-choices.ts'
import type { Messages } from '../../translator.ts'

/** What buyers may choose at checkout: the product, the amount, a discount code. Loaded where they do. */
export const checkoutChoices: Messages<typeof en> = {
  productLabel: 'Produkt',
  productGone: 'Dieses Produkt wird nicht mehr angeboten.',
  codeLabel: 'Rabattcode',
  codeApply: 'Übernehmen',
  codeApplied: 'Rabatt',
  codeRemove: 'Entfernen',
  codeTooMany: 'Zu viele falsche Codes. Sie können ohne Code bezahlen.',
  codeUnknown: 'Dieser Code gilt nicht für diesen Kauf.',
  amountLabel: 'Ihr Betrag',
  amountLow: 'Das Minimum ist {{amount}}.',
  amountHigh: 'Das Maximum ist {{amount}}.',
}
