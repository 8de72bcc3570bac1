// The functions that implement the operations of the test vectors about a change of a subscription's product.
import { z } from 'zod'
import { addMonths } from '#kernel/time/calendar.ts'
import { amountOff, type DiscountValue } from '#merchant/catalogue/discounts/model.ts'
import { billingReason } from '#money/billing/orders/rules.ts'
import type { NextPlanSide } from '#money/billing/subscriptions/changes/proration.ts'
import type { BillLine } from '#money/billing/subscriptions/changes/settlement.ts'
import { creditOf, paidOrder, prorateAsPaid } from './paid-period.ts'
import type { Operation } from './run.ts'

const amount = z.number()
const instant = z.string().transform((text) => new Date(text))
const interval = z.enum(['month', 'year'])
const discount = z
  .object({ type: z.enum(['percentage', 'fixed']), basis_points: amount.default(0), amount: amount.default(0) })
  .transform(({ type, basis_points: basisPoints, amount }): { value: DiscountValue } => ({
    value: type === 'fixed' ? { type, amount, currency: 'usd' } : { type, basisPoints },
  }))
  .nullable()
  .default(null)

const period = { period_start: instant, period_end: instant }
const change = z.object({
  ...period,
  old_interval: interval,
  new_interval: interval,
  now: instant,
  old_amount: amount,
  new_amount: amount,
  behavior: z.enum(['invoice', 'prorate']),
  old_discount: discount,
  new_discount: discount,
})
const sequence = z.object({ ...period, changes: z.array(z.object({ at: instant, from: amount, to: amount })) })

const sideOf = (label: string, of: number, discount: z.output<typeof change>['old_discount'] = null): NextPlanSide => ({
  label,
  productPriceId: label,
  isExempt: false,
  amount: of,
  discountAmount: discount ? amountOff(discount, of) : 0,
})
const amountOf = (items: readonly { readonly label: string; readonly amount: number }[], label: string) =>
  items.find((item) => item.label === label)?.amount ?? 0
const secondsText = (at: Date) => at.toISOString().replace('.000Z', 'Z')

export const prorationOperations: Readonly<Record<string, Operation>> = {
  'proration.change': (input) => {
    const { old_interval, new_interval, now, behavior, ...read } = change.parse(input)
    const months = new_interval === 'year' ? 12 : 1
    const result = prorateAsPaid({
      from: sideOf('old', read.old_amount, read.old_discount),
      to: sideOf('new', read.new_amount, read.new_discount),
      period: { start: read.period_start, end: read.period_end },
      newPeriod: old_interval === new_interval ? null : { start: now, end: addMonths(now, months) },
      behavior,
      now,
    })
    const { order, items } = result
    return {
      period_seconds: result.periodSeconds,
      remaining_seconds: result.remainingSeconds,
      credit: amountOf(items, 'old'),
      debit: amountOf(items, 'new'),
      net: result.netAmount,
      new_period_start: secondsText(result.period.start),
      new_period_end: secondsText(result.period.end),
      order_now: order && {
        billing_reason: billingReason({ subscription: 'existing', trigger: 'change' }),
        subtotal_amount: order.subtotalAmount,
      },
      customer_credit: creditOf(result),
      pending_entries: result.pendingItems.map((item) => item.amount),
    }
  },
  'proration.sequence': (input) => {
    const read = sequence.parse(input)
    const orders = [paidOrder(read.changes[0]?.from ?? 0)]
    const period = { start: read.period_start, end: read.period_end }
    const lines: BillLine[] = []
    for (const { at, from, to } of read.changes) {
      const sides = { from: sideOf('old', from), to: sideOf('new', to) }
      const change = { ...sides, period, newPeriod: null, behavior: 'prorate', waiting: lines, orders, now: at } as const
      lines.push(...prorateAsPaid(change).pendingItems)
    }
    return { items: lines.map((line) => line.amount), net: lines.reduce((all, line) => all + line.amount, 0) }
  },
}
