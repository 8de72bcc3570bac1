import { assert } from '#kernel/assert.ts'
import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import { allocate, sum } from '#kernel/money.ts'
import type { Outcome } from '#kernel/outcome.ts'
import type { Address } from '#merchant/customers/model.ts'
import type { BillingReason, OrderDraft, OrderItem } from './model.ts'
import { orderStatusAfter } from './transitions.ts'

/** The billing reason of an order: without a subscription, with a new one, or with an existing one and its trigger (rule O1). */
export function billingReason(cause: {
  readonly subscription: 'new' | 'existing' | null
  readonly trigger?: 'cycle' | 'cancel' | 'trial_end' | 'update' | undefined
}): BillingReason {
  if (cause.subscription === null) return 'purchase'
  if (cause.subscription === 'new') return 'subscription_create'
  return cause.trigger === 'update' ? 'subscription_update' : 'subscription_cycle'
}

/** One line before tax is split over the lines. Minor units. */
export interface Line {
  readonly label: string
  readonly amount: number
  readonly productPriceId: string | null
}

/** The fields of a paid checkout that an order stores. Minor units; `taxAmount` is for the whole order. */
export interface Purchase {
  readonly checkoutId: string
  readonly customerId: string
  readonly productId: string
  readonly currency: string
  readonly lines: readonly Line[]
  readonly discountAmount: number
  readonly taxAmount: number
  readonly billingName: string | null
  readonly billingAddress: Address | null
  readonly metadata: Metadata
  readonly customFieldData: CustomFieldData
  readonly isLatePayment: boolean
}

/** The pending order of a paid checkout; `payOrder` follows in the same transaction. The lines always add up. */
export function orderFromCheckout(
  purchase: Purchase,
  context: { readonly createId: () => string; readonly organizationId: string; readonly now: Date },
): Outcome<OrderDraft, 'order.created'> {
  const subtotalAmount = sum(purchase.lines.map((line) => line.amount))
  const netAmount = subtotalAmount - purchase.discountAmount
  assert(netAmount >= 0 && purchase.discountAmount >= 0 && purchase.taxAmount >= 0, 'An order is never negative')
  const id = context.createId()
  const order: OrderDraft = {
    id,
    organizationId: context.organizationId,
    status: 'pending',
    billingReason: billingReason({ subscription: null }),
    currency: purchase.currency,
    subtotalAmount,
    discountAmount: purchase.discountAmount,
    netAmount,
    taxAmount: purchase.taxAmount,
    totalAmount: sum([netAmount, purchase.taxAmount]),
    appliedBalanceAmount: 0,
    writtenOffAmount: 0,
    refundedAmount: 0,
    refundedTaxAmount: 0,
    billingName: purchase.billingName,
    billingAddress: purchase.billingAddress,
    isInvoiceGenerated: false,
    customerId: purchase.customerId,
    productId: purchase.productId,
    checkoutId: purchase.checkoutId,
    metadata: purchase.metadata,
    customFieldData: purchase.customFieldData,
    isLatePayment: purchase.isLatePayment,
    paidAt: null,
    createdAt: context.now,
    modifiedAt: null,
    items: itemsOf(id, purchase, context),
  }
  return { next: order, events: ['order.created'] }
}

/** Marks an order as paid. Throws a `Bug` when it is not pending: the caller has locked it and knows its status. */
export function payOrder<Of extends OrderDraft>(order: Of, now: Date): Outcome<Of, 'order.updated' | 'order.paid'> {
  return {
    next: { ...order, status: orderStatusAfter(order.status, 'paid'), paidAt: now, modifiedAt: now },
    events: ['order.updated', 'order.paid'],
  }
}

// Rule X3: tax is split over the lines' amounts after the discount, so that the lines add up to the order.
function itemsOf(orderId: string, purchase: Purchase, context: Parameters<typeof orderFromCheckout>[1]): OrderItem[] {
  const amounts = purchase.lines.map((line) => line.amount)
  const discounts = allocate(purchase.discountAmount, amounts)
  const taxes = allocate(
    purchase.taxAmount,
    amounts.map((amount, index) => amount - (discounts[index] ?? 0)),
  )
  return purchase.lines.map((line, index) => ({
    id: context.createId(),
    organizationId: context.organizationId,
    orderId,
    position: index,
    label: line.label,
    amount: line.amount,
    taxAmount: taxes[index] ?? 0,
    isProration: false,
    productPriceId: line.productPriceId,
    createdAt: context.now,
    modifiedAt: null,
  }))
}
