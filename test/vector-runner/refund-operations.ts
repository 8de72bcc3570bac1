// The functions that implement the operations of the test vectors about refunds.
import { z } from 'zod'
import type { Refundable, ReturnableOrder } from '#money/billing/orders/model.ts'
import { changeRefund, type RefundState } from '#money/billing/orders/returns/rules.ts'
import { disputeStatuses } from '#money/payments/model.ts'
import { type RefundStatus, refundStatuses } from '#sales/returns/refunds/model.ts'
import { benefitChange, importedAmounts, quoteRefund, refuseDisputed, refuseSubscriptionBenefits } from '#sales/returns/refunds/rules.ts'
import { bind, type Operation } from './run.ts'

const amount = z.number()
const status = z.enum(refundStatuses)
const orderInput = z.object({ net_amount: amount, tax_amount: amount, paid: z.boolean().default(true) })
const priorInput = z.array(z.object({ amount, tax_amount: amount, status }))
const step = z.union([z.tuple([z.literal('create'), amount, amount, status]), z.tuple([z.literal('update'), status])])
const now = new Date(0)

type TriedOrder = Refundable & ReturnableOrder & { readonly totalAmount: number; readonly modifiedAt: Date | null }

function orderOf({ net_amount: netAmount, tax_amount: taxAmount, paid }: z.output<typeof orderInput>): TriedOrder {
  const none = {
    writtenOffAmount: 0,
    refundedAmount: 0,
    refundedTaxAmount: 0,
    pendingRefundAmount: 0,
    pendingRefundTaxAmount: 0,
    disputedAmount: 0,
    disputedTaxAmount: 0,
    pendingDisputeAmount: 0,
    pendingDisputeTaxAmount: 0,
    creditedAmount: 0,
    creditedTaxAmount: 0,
    countedReturnAmount: 0,
  }
  const untaxed = { id: 'o', tax: null }
  return {
    status: paid ? 'paid' : 'pending',
    netAmount,
    taxAmount,
    totalAmount: netAmount + taxAmount,
    ...none,
    ...untaxed,
    modifiedAt: null,
  }
}

const stateOf = (each: RefundStatus): RefundState => (each === 'pending' || each === 'succeeded' ? each : 'none')

const statusesOf = ({ status: after, refundedAmount, refundedTaxAmount }: TriedOrder) => ({
  status: after,
  refunded_amount: refundedAmount,
  refunded_tax_amount: refundedTaxAmount,
})

export const refundOperations: Readonly<Record<string, Operation>> = {
  'refund.quote': (input) => {
    const read = z.object({ order: orderInput, prior: priorInput, amount: amount.nullable() }).parse(input)
    const order = read.prior.reduce(
      (before, prior) =>
        changeRefund(before, { amount: prior.amount, taxAmount: prior.tax_amount, from: 'none', to: stateOf(prior.status), now }).next,
      orderOf(read.order),
    )
    const quote = quoteRefund(order, read.amount)
    return {
      amount: quote.amount,
      tax_amount: quote.taxAmount,
      total: quote.amount + quote.taxAmount,
      order_after_success: statusesOf(changeRefund(order, { ...quote, from: 'none', to: 'succeeded', now }).next),
    }
  },
  'refund.sequence': (input) => {
    const read = z.object({ order: orderInput, steps: z.array(step) }).parse(input)
    let order = orderOf(read.order)
    let refund = { amount: 0, taxAmount: 0, state: 'none' as RefundState }
    for (const each of read.steps) {
      if (each[0] === 'create') refund = { amount: each[1], taxAmount: each[2], state: 'none' }
      const to = stateOf(each[0] === 'create' ? each[3] : each[1])
      order = changeRefund(order, { ...refund, from: refund.state, to, now }).next
      refund = { ...refund, state: to }
    }
    return statusesOf(order)
  },
  'dispute.split': (input) => {
    const read = z.object({ disputed_total: amount, order_total: amount, order_tax: amount }).parse(input)
    const order = orderOf({ net_amount: read.order_total - read.order_tax, tax_amount: read.order_tax, paid: true })
    const disputed = importedAmounts(order, read.disputed_total)
    return { amount: disputed.amount, tax_amount: disputed.taxAmount }
  },
  'refund.allowed': bind({ dispute: z.enum(disputeStatuses) }, (input) => refuseDisputed({ status: input.dispute })),
  'refund.benefits': bind({ subscription_order: z.boolean(), revoke_benefits: z.boolean(), status }, (input) => {
    const { subscription_order: isSubscribed, revoke_benefits: revokeBenefits } = input
    refuseSubscriptionBenefits({ billingReason: isSubscribed ? 'subscription_create' : 'purchase' }, revokeBenefits)
    return { benefits: benefitChange({ status: 'pending' }, { status: input.status, revokeBenefits }) }
  }),
  'refund.import': (input) => {
    const shape = { order: orderInput, refunded_amount: amount, refunded_tax_amount: amount, provider_amount: amount }
    const read = z.object(shape).parse(input)
    const order = { ...orderOf(read.order), refundedAmount: read.refunded_amount, refundedTaxAmount: read.refunded_tax_amount }
    const imported = importedAmounts(order, read.provider_amount)
    return { amount: imported.amount, tax_amount: imported.taxAmount }
  },
}
