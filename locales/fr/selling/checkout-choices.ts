import type { checkoutChoices as en } from '../../en/selling/checkout-choices.ts'
import type { Messages } from '../../translator.ts'

/** What buyers may choose at checkout: the product, the amount, a discount code. Loaded where they do. */
export const checkoutChoices: Messages<typeof en> = {
  productLabel: 'Produit',
  productGone: 'Ce produit n’est plus en vente.',
  codeLabel: 'Code promo',
  codeApply: 'Appliquer',
  codeApplied: 'Remise',
  codeRemove: 'Retirer',
  codeTooMany: 'Trop de codes erronés ont été saisis. Vous pouvez payer sans code.',
  codeUnknown: 'Ce code n’est pas valable pour cet achat.',
  amountLabel: 'Votre montant',
  amountLow: 'Le minimum est de {{amount}}.',
  amountHigh: 'Le maximum est de {{amount}}.',
}
