import type { BillAmounts } from '#kernel/bill/rows.ts'

/** What a bill reads of a checkout. */
interface CheckoutAmounts {
  readonly product: { readonly name: string }
  readonly amount: number
  readonly discountAmount: number
  readonly taxAmount: number | null
  readonly totalAmount: number
}

/** The bill of a checkout: one item, the product. */
export const billOf = ({ product, amount, discountAmount, taxAmount, totalAmount }: CheckoutAmounts): BillAmounts => ({
  items: [{ label: product.name, amount }],
  discountAmount,
  taxAmount,
  totalAmount,
})
