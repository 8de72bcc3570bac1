import { sum } from '#kernel/money.ts'
import { collect } from '#money/orders/model.ts'
import type { BillLine } from '#money/subscriptions/index.ts'
import { containedTax } from '#money/taxes/model.ts'
import { type OrderTaxation, taxOrder } from '../../orders.ts'
import type { PreviewedOrder } from '../model.ts'

/** What is billed, before tax, in minor units. */
export interface DraftOrderInput {
  readonly items: readonly BillLine[]
  readonly discountAmount: number
  /** What the customer has in credit. */
  readonly creditBalance: number
  readonly currency: string
  readonly taxation: OrderTaxation
}

/** The amounts of an order over these items: what of it credit pays, and what is charged (rules O5, X1, X2, section 3.4). */
export function draftOrder({ items, discountAmount, creditBalance, currency, taxation }: DraftOrderInput): PreviewedOrder {
  const subtotalAmount = sum(items.map(({ amount }) => amount))
  const taxed = taxOrder({ items, discountAmount }, taxation)
  const netAmount = subtotalAmount - discountAmount - containedTax(taxed)
  const totalAmount = netAmount + taxed.taxAmount
  const creditAmount = Math.min(totalAmount, creditBalance)
  const { charged: chargedAmount } = collect(totalAmount - creditAmount, currency)
  return { items, subtotalAmount, discountAmount, netAmount, ...taxed, totalAmount, creditAmount, chargedAmount }
}
