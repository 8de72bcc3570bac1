import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import type { Address } from '#merchant/customers/model.ts'

export const orderStatuses = ['pending', 'paid', 'refunded', 'partially_refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]

export const billingReasons = ['purchase', 'subscription_create', 'subscription_cycle', 'subscription_update'] as const
export type BillingReason = (typeof billingReasons)[number]

/** One line of an order, in minor units; the lines sum to the subtotal, and their taxes to the order's tax. */
export interface OrderItem {
  readonly id: string
  readonly label: string
  readonly amount: number
  readonly taxAmount: number
  readonly isProration: boolean
  readonly productPriceId: string | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/**
 * A sale to a customer, due or paid. Minor units of one currency:
 * net = subtotal − discount, total = net + tax. Never negative. Times are UTC.
 */
export interface Order {
  readonly id: string
  readonly organizationId: string
  readonly status: OrderStatus
  readonly billingReason: BillingReason
  readonly currency: string
  readonly subtotalAmount: number
  readonly discountAmount: number
  readonly netAmount: number
  readonly taxAmount: number
  readonly totalAmount: number
  /** Customer credit that was applied, zero or negative. */
  readonly appliedBalanceAmount: number
  readonly writtenOffAmount: number
  readonly refundedAmount: number
  readonly refundedTaxAmount: number
  readonly billingName: string | null
  readonly billingAddress: Address | null
  readonly isInvoiceGenerated: boolean
  readonly customerId: string
  readonly productId: string
  readonly checkoutId: string | null
  readonly metadata: Metadata
  readonly customFieldData: CustomFieldData
  /** The payment arrived after the checkout had ended. */
  readonly isLatePayment: boolean
  readonly paidAt: Date | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
  readonly items: readonly OrderItem[]
}

/** Whether the order was paid, even if it was refunded since. */
export function isPaid(status: OrderStatus): boolean {
  return status !== 'pending'
}

/** The amount still to be collected, in minor units. */
export function dueAmount(order: Pick<Order, 'status' | 'totalAmount' | 'appliedBalanceAmount'>): number {
  return isPaid(order.status) ? 0 : order.totalAmount + order.appliedBalanceAmount
}
