import type { checkoutChoices as en } from '../../en/selling/checkout-choices.ts'
import type { Messages } from '../../translator.ts'

/** What buyers may choose at checkout: a discount code, the amount. Loaded where they do. */
export const checkoutChoices: Messages<typeof en> = {
  codeLabel: 'Rabattcode',
  codeApply: 'Übernehmen',
  codeApplied: 'Rabatt',
  codeRemove: 'Entfernen',
  codeUnknown: 'Dieser Code gilt nicht für diesen Kauf.',
  amountLabel: 'Ihr Betrag',
  amountLow: 'Das Minimum ist {{amount}}.',
  amountHigh: 'Das Maximum ist {{amount}}.',
}
