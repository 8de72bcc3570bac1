import type { Order } from '#client/index.ts'

/** The paid amount of these orders less refunds, by currency in the order of first use. Minor units. */
export function paidBy(orders: readonly Order[]): readonly { readonly currency: string; readonly amount: number }[] {
  const sums = new Map<string, number>()
  for (const order of orders) {
    if (!order.paid) continue
    const net = order.totalAmount - order.refundedAmount - order.refundedTaxAmount
    sums.set(order.currency, (sums.get(order.currency) ?? 0) + net)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
