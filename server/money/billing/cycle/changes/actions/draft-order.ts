import { sum } from '#kernel/money.ts'
import { collect } from '#money/billing/orders/model.ts'
import { containedTax } from '#money/taxes/model.ts'
import type { TaxedBill } from '../../orders.ts'
import type { PreviewedOrder } from '../model.ts'

/** The bill of an order, and the customer's credit, in minor units. */
export interface DraftOrderInput {
  readonly bill: TaxedBill
  /** The credit that the customer has. */
  readonly creditBalance: number
  readonly currency: string
}

/** The amounts of the order of a bill: what of it credit pays, and what is charged (rules O5, X1, X2, section 3.4). */
export function draftOrder({ bill, creditBalance, currency }: DraftOrderInput): PreviewedOrder {
  const { items, discountAmount, taxAmount, tax } = bill
  const subtotalAmount = sum(items.map(({ amount }) => amount))
  const netAmount = subtotalAmount - discountAmount - containedTax(bill)
  const totalAmount = netAmount + taxAmount
  const creditAmount = Math.min(totalAmount, creditBalance)
  const { charged: chargedAmount } = collect(totalAmount - creditAmount, currency)
  return { items, subtotalAmount, discountAmount, netAmount, taxAmount, tax, totalAmount, creditAmount, chargedAmount }
}
