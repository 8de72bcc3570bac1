import type { Order, Refund } from '#client/index.ts'
import { type RefundedBill, refundTax } from '#kernel/bill/refund-tax.ts'

export const refundReasons = [
  'customer_request',
  'duplicate',
  'fraudulent',
  'service_disruption',
  'satisfaction_guarantee',
  'other',
] as const satisfies readonly Refund['reason'][]

type RefundableOrder = Pick<Order, 'netAmount' | 'taxAmount' | 'refundableAmount' | 'refundableTaxAmount'>

/** The effect of a refund of `amount` before tax on an order, in minor units. The server decides by the same rule (rule W2). */
export function refundPreview(order: RefundableOrder, amount: number) {
  const { netAmount, taxAmount, refundableAmount: leftAmount, refundableTaxAmount: leftTaxAmount } = order
  const tax = refundTax(amount, { netAmount, taxAmount, leftAmount, leftTaxAmount } satisfies RefundedBill)
  return { amount, tax, total: amount + tax, left: leftAmount + leftTaxAmount - amount - tax }
}
