/** The content of a bill: its items and its sums, in minor units of one currency. `taxAmount` is null while the tax is not known. */
export interface BillAmounts {
  readonly items: readonly { readonly label: string; readonly amount: number }[]
  readonly discountAmount: number
  readonly taxAmount: number | null
  readonly totalAmount: number
  /** Whether the amounts of the items contain the tax. */
  readonly taxBehavior?: 'inclusive' | 'exclusive' | null | undefined
  /** Why it is taxed as it is. */
  readonly taxabilityReason?: string | null | undefined
  /** The amount that was given back, tax included. */
  readonly refundedAmount?: number | undefined
}

/** One row of a bill. `label` is the name of an item; the other rows are named by their kind. `amount` is null while it is not known. */
export interface BillRow {
  readonly kind: 'item' | 'discount' | 'subtotal' | 'tax' | 'reverseCharge' | 'total' | 'includedTax' | 'refunded' | 'paidNet'
  readonly label: string | null
  readonly amount: number | null
}

/**
 * The rows of a bill, top to bottom: the one decision of which rows a bill has, for the checkout, the confirmation, the order and the
 * receipt. What is taken away is negative. Tax that the prices contain follows the total. A subtotal appears only if it says something new; refunds, and what is kept after them,
 * follow the total.
 */
export function billRows(bill: BillAmounts): BillRow[] {
  const { items, discountAmount, taxAmount, totalAmount, refundedAmount = 0 } = bill
  const row = (kind: BillRow['kind'], amount: number | null): BillRow => ({ kind, label: null, amount })
  const isContained = bill.taxBehavior === 'inclusive' && taxAmount !== null && taxAmount > 0
  const net = items.reduce((sum, { amount }) => sum + amount, 0) - discountAmount
  return [
    ...items.map(({ label, amount }): BillRow => ({ kind: 'item', label, amount })),
    ...(discountAmount > 0 ? [row('discount', -discountAmount)] : []),
    ...(discountAmount > 0 || items.length > 1 ? [row('subtotal', net)] : []),
    ...(isContained ? [] : [row(bill.taxabilityReason === 'reverse_charge' ? 'reverseCharge' : 'tax', taxAmount)]),
    row('total', totalAmount),
    ...(isContained ? [row('includedTax', taxAmount)] : []),
    ...(refundedAmount > 0 ? [row('refunded', -refundedAmount), row('paidNet', totalAmount - refundedAmount)] : []),
  ]
}
