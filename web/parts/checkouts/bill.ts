import type { BillAmounts } from '#kernel/bill/rows.ts'

/** The fields of a checkout that a bill reads. */
interface CheckoutAmounts {
  readonly product: { readonly name: string }
  readonly amount: number
  readonly discountAmount: number
  readonly taxAmount: number | null
  readonly totalAmount: number
  readonly taxBehavior?: BillAmounts['taxBehavior']
  readonly taxabilityReason?: BillAmounts['taxabilityReason']
  /** Null without a trial. */
  readonly activeTrialInterval: string | null
}

/** The bill of what is due today: one item, the product, which costs nothing at the start of a trial. */
export function billOf({ product, activeTrialInterval, amount, ...sums }: CheckoutAmounts): BillAmounts {
  const { taxBehavior, taxabilityReason } = sums
  const { discountAmount, taxAmount, totalAmount } = activeTrialInterval === null ? sums : free
  const items = [{ label: product.name, amount: activeTrialInterval === null ? amount : 0 }]
  return { items, discountAmount, taxAmount, totalAmount, taxBehavior, taxabilityReason }
}

const free = { discountAmount: 0, taxAmount: 0, totalAmount: 0 }
