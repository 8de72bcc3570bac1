/** The rows of a bill, on the checkout and in the dashboard. Public: see `checkout`. */
export const bill = {
  name: 'Bill',
  discount: 'Discount',
  subtotal: 'Subtotal',
  tax: 'Tax',
  reverseCharge: 'Tax (reverse charge)',
  includedTax: 'Including tax',
  taxUnknown: 'Depends on the billing address',
  total: 'Total, {{currency}}',
  due: 'Due today, {{currency}}',
  refunded: 'Refunded',
  paidNet: 'Paid after refunds',
} as const
