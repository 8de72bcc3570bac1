import type { BillAmounts } from '#kernel/bill/rows.ts'

/** What a bill reads of a checkout. */
interface CheckoutAmounts {
  readonly product: { readonly name: string }
  readonly amount: number
  readonly discountAmount: number
  readonly taxAmount: number | null
  readonly totalAmount: number
  /** Null without a trial. */
  readonly activeTrialInterval: string | null
}

/** The bill of what is due today: one item, the product, which costs nothing at the start of a trial. */
export function billOf({ product, activeTrialInterval, amount, ...sums }: CheckoutAmounts): BillAmounts {
  const { discountAmount, taxAmount, totalAmount } = activeTrialInterval === null ? sums : free
  return { items: [{ label: product.name, amount: activeTrialInterval === null ? amount : 0 }], discountAmount, taxAmount, totalAmount }
}

const free = { discountAmount: 0, taxAmount: 0, totalAmount: 0 }
