import type { checkoutChoices as en } from '../../en/selling/checkout-choices.ts'
import type { Messages } from '../../translator.ts'

/** What buyers may choose at checkout: the product, the amount, a discount code. Loaded where they do. */
export const checkoutChoices: Messages<typeof en> = {
  productLabel: 'Produkt',
  productGone: 'Ten produkt nie jest już w sprzedaży.',
  codeLabel: 'Kod rabatowy',
  codeApply: 'Zastosuj',
  codeApplied: 'Rabat',
  codeRemove: 'Usuń',
  codeTooMany: 'Podano zbyt wiele błędnych kodów. Możesz zapłacić bez kodu.',
  codeUnknown: 'Tego kodu nie można użyć przy tym zakupie.',
  amountLabel: 'Twoja kwota',
  amountLow: 'Minimalna kwota to {{amount}}.',
  amountHigh: 'Maksymalna kwota to {{amount}}.',
}
