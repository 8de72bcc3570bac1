/** What buyers may choose at checkout: a discount code, the amount. Loaded where they do. */
export const checkoutChoices = {
  codeLabel: 'Discount code',
  codeApply: 'Apply',
  codeApplied: 'Discount',
  codeRemove: 'Remove',
  codeUnknown: 'This code can’t be used for this purchase.',
  amountLabel: 'Your amount',
  amountLow: 'The minimum is {{amount}}.',
  amountHigh: 'The maximum is {{amount}}.',
} as const
