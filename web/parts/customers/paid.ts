import type { Order } from '#client/index.ts'

/** What was paid with these orders and not given back, by currency in the order of first use. Minor units. */
export function paidBy(orders: readonly Order[]): readonly { readonly currency: string; readonly amount: number }[] {
  const sums = new Map<string, number>()
  for (const order of orders) {
    if (!order.paid) continue
    const kept = order.totalAmount - order.refundedAmount - order.refundedTaxAmount
    sums.set(order.currency, (sums.get(order.currency) ?? 0) + kept)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
