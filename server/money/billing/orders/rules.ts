import { assert } from '#kernel/assert.ts'
import type { Outcome } from '#kernel/changes/outcome.ts'
import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import { allocate, isBelowStep, round, sum } from '#kernel/money.ts'
import type { Address, TaxId } from '#merchant/customers/model.ts'
import type { EntryAmounts } from '#money/books/ledger/model.ts'
import { containedTax, type TaxedSale } from '#money/taxes/model.ts'
import { type BillingReason, collect, dueAmount, type Order, type OrderDraft, type OrderItem } from './model.ts'
import { orderStatusAfter } from './transitions.ts'

/** The billing reason of an order: without a subscription, with a new one, or with an existing one and its trigger (rule O1). */
export function billingReason(cause: {
  readonly subscription: 'new' | 'existing' | null
  readonly trigger?: 'cycle' | 'cancel' | 'trial_end' | 'change' | undefined
}): BillingReason {
  if (cause.subscription === null) return 'purchase'
  if (cause.subscription === 'new') return 'subscription_create'
  return cause.trigger === 'change' ? 'subscription_update' : 'subscription_cycle'
}

/** One item of an order before tax is split over the items. A proration item may be negative, and no discount applies to it. */
export interface OrderItemInput {
  readonly label: string
  readonly amount: number
  readonly productPriceId: string | null
  readonly isProration: boolean
  /** Whether no tax is due on it, also where the others are taxed; undefined: it is taxed as the order is. */
  readonly isExempt?: boolean | undefined
  /** The period that it is for; null or undefined: that of the order. */
  readonly periodStart?: Date | null | undefined
  readonly periodEnd?: Date | null | undefined
}

/** A sale, by a checkout or by a subscription without one. Minor units; discount and tax are for the whole order. */
export interface OrderInput {
  readonly billingReason: BillingReason
  readonly checkoutId: string | null
  readonly subscriptionId: string | null
  /** The period of the subscription that it is for. */
  readonly period: { readonly start: Date; readonly end: Date } | null
  readonly paymentId: string | null
  readonly customerId: string
  readonly productId: string
  readonly currency: string
  readonly items: readonly OrderItemInput[]
  readonly discountId: string | null
  readonly discountAmount: number
  readonly taxAmount: number
  /** The decision about its taxes; null where none are collected. */
  readonly tax: TaxedSale['tax']
  /** The customer's credit before the order: as much of it as the order costs is applied. */
  readonly creditBalance: number
  readonly billingName: string | null
  readonly billingAddress: Address | null
  /** The tax id of the buyer of this order. */
  readonly buyerTaxId: TaxId | null
  readonly metadata: Metadata
  readonly customFieldData: CustomFieldData
  /** The language of the buyer; null if it is unknown. */
  readonly locale: string | null
  readonly isLatePayment: boolean
}

interface OrderContext {
  readonly createId: () => string
  readonly organizationId: string
  readonly now: Date
}

/** A pending order; `payOrder` follows in the same transaction where nothing is left to collect. Its items always add up. */
export function createOrder(input: OrderInput, context: OrderContext): Outcome<OrderDraft, 'order.created'> {
  const subtotalAmount = sum(input.items.map((item) => item.amount))
  const netAmount = subtotalAmount - input.discountAmount - containedTax(input)
  assert(netAmount >= 0 && input.discountAmount >= 0 && input.taxAmount >= 0, 'An order is never negative')
  const totalAmount = sum([netAmount, input.taxAmount])
  const id = context.createId()
  const order: OrderDraft = {
    id,
    organizationId: context.organizationId,
    status: 'pending',
    billingReason: input.billingReason,
    currency: input.currency,
    subtotalAmount,
    discountAmount: input.discountAmount,
    netAmount,
    taxAmount: input.taxAmount,
    tax: input.tax,
    totalAmount,
    appliedBalanceAmount: applyCredit(totalAmount, input.creditBalance).appliedBalanceAmount,
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
    platformFeeAmount: null,
    billingName: input.billingName,
    billingAddress: input.billingAddress,
    buyerTaxId: input.buyerTaxId,
    isInvoiceGenerated: false,
    invoiceNumber: null,
    customerId: input.customerId,
    productId: input.productId,
    discountId: input.discountId,
    checkoutId: input.checkoutId,
    subscriptionId: input.subscriptionId,
    periodStart: input.period?.start ?? null,
    periodEnd: input.period?.end ?? null,
    paymentId: input.paymentId,
    metadata: input.metadata,
    customFieldData: input.customFieldData,
    locale: input.locale,
    isLatePayment: input.isLatePayment,
    receiptNotSent: null,
    nextPaymentAttemptAt: null,
    isCollectionExhausted: false,
    voidedAt: null,
    paidAt: null,
    createdAt: context.now,
    modifiedAt: null,
    items: itemsOf(id, input, context),
  }
  return { next: order, events: ['order.created'] }
}

/** The amount to charge for an order, in minor units: 0 where it is paid at once. */
export function chargeOf(input: BilledInput & Pick<OrderInput, 'creditBalance' | 'currency'>): number {
  return collect(applyCredit(totalOf(input), input.creditBalance).dueAmount, input.currency).charged
}

type BilledInput = Pick<OrderInput, 'items' | 'discountAmount' | 'taxAmount' | 'tax'>

/** The cost of an order with its tax, in minor units. */
export function totalOf(input: BilledInput): number {
  return sum([...input.items.map((item) => item.amount), -input.discountAmount, input.taxAmount, -containedTax(input)])
}

/** The part of a customer's credit that a total takes (section 3.4), what is then due, and the credit that is left. Minor units. */
export function applyCredit(totalAmount: number, balance: number) {
  assert(totalAmount >= 0 && balance >= 0, 'A total and a credit are never negative')
  const applied = Math.min(totalAmount, balance)
  return { appliedBalanceAmount: applied === 0 ? 0 : -applied, dueAmount: totalAmount - applied, balanceAfter: balance - applied }
}

/**
 * Marks an order as paid by what was captured (minor units); the rest was too small to be charged, or below the processor's step, and is written off. Throws a `Bug`
 * when the order is not pending or too little was captured: the caller has locked it and knows both.
 */
export function payOrder<Of extends OrderDraft>(
  order: Of,
  { captured, now }: { readonly captured: number; readonly now: Date },
): Outcome<Of, 'order.updated' | 'order.paid'> {
  const status = orderStatusAfter(order.status, 'paid')
  const writtenOffAmount = dueAmount(order) - captured
  const isUncollectable =
    captured === 0 ? collect(writtenOffAmount, order.currency).charged === 0 : isBelowStep(writtenOffAmount, order.currency)
  assert(writtenOffAmount === 0 || (writtenOffAmount > 0 && isUncollectable), 'The order is not paid')
  return {
    next: { ...order, status, writtenOffAmount, nextPaymentAttemptAt: null, isCollectionExhausted: false, paidAt: now, modifiedAt: now },
    events: ['order.updated', 'order.paid'],
  }
}

/** The further collection of a pending order after a failed attempt. */
export interface FailedCollection {
  /** Null where it is not attempted again by itself. */
  readonly nextAttemptAt: Date | null
  /** Whether its deadline has passed (rule U4). */
  readonly isExhausted: boolean
  readonly now: Date
}

/**
 * A pending order after a failed attempt to collect it: it stays due. One that is exhausted uses no credit any more: the customer has it
 * for other orders.
 */
export function failCollection<
  Of extends Pick<Order, 'appliedBalanceAmount' | 'nextPaymentAttemptAt' | 'isCollectionExhausted' | 'modifiedAt'>,
>(order: Of, { nextAttemptAt, isExhausted, now }: FailedCollection): Outcome<Of, 'order.updated'> {
  const appliedBalanceAmount = isExhausted ? 0 : order.appliedBalanceAmount
  const next = {
    ...order,
    appliedBalanceAmount,
    nextPaymentAttemptAt: nextAttemptAt,
    isCollectionExhausted: isExhausted,
    modifiedAt: now,
  }
  return { next, events: ['order.updated'] }
}

/** An order that its merchant gives up: nothing is collected for it any more. */
export function endCollection<Of extends Pick<Order, 'nextPaymentAttemptAt' | 'voidedAt' | 'modifiedAt'>>(
  order: Of,
  now: Date,
): Outcome<Of, 'order.updated'> {
  return { next: { ...order, nextPaymentAttemptAt: null, voidedAt: now, modifiedAt: now }, events: ['order.updated'] }
}

/** The amount that a processor captured for an order, and what it keeps of it, in minor units; zeros where nothing was charged. */
export interface Capture {
  readonly amount: number
  readonly feeAmount: number
}

/** The amounts of the ledger's entry of a paid order. */
export function saleAmounts(order: OrderDraft, { amount: captured, feeAmount: providerFee }: Capture): EntryAmounts<'sale'> {
  const { netAmount: net, taxAmount: tax, writtenOffAmount: writtenOff } = order
  return { captured, credit: -order.appliedBalanceAmount, writtenOff, net, tax, providerFee }
}

// Discount and tax are split over the items, so that the items add up to the order (rules M3, X3). Proration items carry their discount
// in their amount. The tax of a negative item is its share, rounded; the others take the rest.
function itemsOf(orderId: string, input: OrderInput, context: OrderContext): OrderItem[] {
  const discounts = allocate(
    input.discountAmount,
    input.items.map(({ amount, isProration }) => (isProration ? 0 : amount)),
  )
  const bases = input.items.map(({ amount }, index) => amount - (discounts[index] ?? 0))
  const taxes = taxesOf(
    bases.map((base, index) => (input.items[index]?.isExempt ? 0 : base)),
    input.taxAmount,
  )
  return input.items.map((item, index) => ({
    id: context.createId(),
    organizationId: context.organizationId,
    orderId,
    position: index,
    label: item.label,
    amount: item.amount,
    taxAmount: taxes[index] ?? 0,
    isProration: item.isProration,
    productPriceId: item.productPriceId,
    isExempt: item.isExempt ?? false,
    periodStart: item.periodStart ?? null,
    periodEnd: item.periodEnd ?? null,
    createdAt: context.now,
    modifiedAt: null,
  }))
}

function taxesOf(bases: readonly number[], taxAmount: number): number[] {
  const net = sum(bases)
  const ofNegative = bases.map((base) => (base < 0 && net > 0 ? round(BigInt(taxAmount) * BigInt(base), net) : 0))
  const rest = allocate(
    taxAmount - sum(ofNegative),
    bases.map((base) => Math.max(base, 0)),
  )
  return bases.map((_, index) => (ofNegative[index] ?? 0) + (rest[index] ?? 0))
}
