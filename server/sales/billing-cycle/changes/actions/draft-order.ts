import { sum } from '#kernel/money.ts'
import { collect } from '#money/orders/model.ts'
import type { ChangeItem } from '#money/subscriptions/index.ts'
import type { PreviewedOrder } from '../model.ts'

/** What is billed, before tax, in minor units. */
export interface DraftOrderInput {
  readonly items: readonly ChangeItem[]
  readonly discountAmount: number
  /** What the customer has in credit. */
  readonly creditBalance: number
  readonly currency: string
}

/** The amounts of an order over these items: what of it credit pays, and what is charged (rules O5, X1, section 3.4). No tax is collected yet. */
export function draftOrder({ items, discountAmount, creditBalance, currency }: DraftOrderInput): PreviewedOrder {
  const subtotalAmount = sum(items.map(({ amount }) => amount))
  const netAmount = subtotalAmount - discountAmount
  const totalAmount = netAmount
  const creditAmount = Math.min(totalAmount, creditBalance)
  const { charged: chargedAmount } = collect(totalAmount - creditAmount, currency)
  return { items, subtotalAmount, discountAmount, netAmount, taxAmount: 0, totalAmount, creditAmount, chargedAmount }
}
