/** What buyers may choose at checkout: the product, the amount, a discount code. Loaded where they do. */
export const checkoutChoices = {
  productLabel: 'Product',
  productGone: 'This product is no longer on sale.',
  codeLabel: 'Discount code',
  codeApply: 'Apply',
  codeApplied: 'Discount',
  codeRemove: 'Remove',
  codeTooMany: 'Too many wrong codes were entered. You can pay without one.',
  codeUnknown: 'This code can’t be used for this purchase.',
  amountLabel: 'Your amount',
  amountLow: 'The minimum is {{amount}}.',
  amountHigh: 'The maximum is {{amount}}.',
} as const
