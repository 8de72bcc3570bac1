import { z } from 'zod'
import type { Customer } from '#merchant/customers/model.ts'
import { address, orderCustomer, toAddressWire, toCustomerWire } from '#merchant/customers/wire.ts'
import type { Product } from '#merchant/products/model.ts'
import { orderProduct, toOrderProductWire } from '#merchant/products/wire.ts'
import {
  added,
  customFieldData,
  id,
  listResource,
  metadata,
  metadataFilter,
  oneOrMore,
  oneOrMoreIds,
  pageQuery,
  sorting,
  timestamp,
  toTimestamp,
} from '#platform/http/wire-parts.ts'
import { billingReasons, dueAmount, isPaid, type Order, type OrderItem, orderStatuses } from './model.ts'

const orderItem = z
  .object({
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    id,
    label: z.string(),
    amount: z.int(),
    tax_amount: z.int(),
    proration: z.boolean(),
    product_price_id: id.nullable(),
  })
  .meta({ id: 'OrderItemSchema' })

/** An order as returned to the merchant. Amounts are minor units; `amount` and `user_id` are deprecated fields of the contract. */
export const order = z
  .object({
    id,
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    status: z.enum(orderStatuses).meta({ id: 'OrderStatus' }),
    paid: z.boolean(),
    subtotal_amount: z.int(),
    discount_amount: z.int(),
    net_amount: z.int(),
    amount: z.int().meta({ deprecated: true }),
    tax_amount: z.int(),
    total_amount: z.int(),
    refunded_amount: z.int(),
    refunded_tax_amount: z.int(),
    currency: z.string(),
    billing_reason: z.enum(billingReasons).meta({ id: 'OrderBillingReason' }),
    billing_name: z.string().nullable(),
    billing_address: address.nullable(),
    is_invoice_generated: z.boolean(),
    customer_id: id,
    product_id: id,
    discount_id: id.nullable(),
    subscription_id: id.nullable(),
    checkout_id: id.nullable(),
    metadata,
    custom_field_data: customFieldData,
    customer: orderCustomer,
    user_id: z.guid().meta({ deprecated: true }),
    product: orderProduct,
    discount: z.null(),
    subscription: z.null(),
    items: z.array(orderItem),
    applied_balance_amount: z.int().meta(added('Customer credit that was applied: zero or negative, in minor units.')),
    due_amount: z.int().meta(added('The amount still to be collected, in minor units.')),
    late_payment: z.boolean().meta(added('Whether the payment arrived after the checkout had ended.')),
  })
  .meta({ id: 'Order' })

export type OrderWire = z.output<typeof order>

export const orderList = listResource('Order', order)

const billingTypes = z.enum(['one_time', 'recurring']).meta({ id: 'ProductBillingType' })

export const orderListQuery = z.object({
  organization_id: oneOrMoreIds,
  product_id: oneOrMoreIds,
  product_billing_type: oneOrMore(billingTypes),
  discount_id: oneOrMoreIds,
  customer_id: oneOrMoreIds,
  checkout_id: oneOrMoreIds,
  ...pageQuery,
  sorting: sorting(['created_at', 'amount', 'net_amount', 'customer', 'product', 'discount', 'subscription'], '-created_at'),
  metadata: metadataFilter,
})

/** An order with its customer and product. */
export interface FullOrder {
  readonly order: Order
  readonly customer: Customer
  readonly product: Product
}

/** The order as JSON; `baseUrl` has no slash at its end. */
export function toOrderWire({ order, customer, product }: FullOrder, baseUrl: string): OrderWire {
  return {
    id: order.id,
    created_at: toTimestamp(order.createdAt),
    modified_at: toTimestamp(order.modifiedAt),
    status: order.status,
    paid: isPaid(order.status),
    ...toAmountsWire(order),
    currency: order.currency,
    billing_reason: order.billingReason,
    billing_name: order.billingName,
    billing_address: toAddressWire(order.billingAddress),
    is_invoice_generated: order.isInvoiceGenerated,
    customer_id: order.customerId,
    product_id: order.productId,
    discount_id: null,
    subscription_id: null,
    checkout_id: order.checkoutId,
    metadata: { ...order.metadata },
    custom_field_data: { ...order.customFieldData },
    customer: toCustomerWire(customer, baseUrl),
    user_id: order.customerId,
    product: toOrderProductWire(product),
    discount: null,
    subscription: null,
    items: order.items.map(toItemWire),
    late_payment: order.isLatePayment,
  }
}

function toAmountsWire(order: Order) {
  return {
    subtotal_amount: order.subtotalAmount,
    discount_amount: order.discountAmount,
    net_amount: order.netAmount,
    amount: order.netAmount,
    tax_amount: order.taxAmount,
    total_amount: order.totalAmount,
    refunded_amount: order.refundedAmount,
    refunded_tax_amount: order.refundedTaxAmount,
    applied_balance_amount: order.appliedBalanceAmount,
    due_amount: dueAmount(order),
  }
}

function toItemWire(item: OrderItem): z.output<typeof orderItem> {
  return {
    created_at: toTimestamp(item.createdAt),
    modified_at: toTimestamp(item.modifiedAt),
    id: item.id,
    label: item.label,
    amount: item.amount,
    tax_amount: item.taxAmount,
    proration: item.isProration,
    product_price_id: item.productPriceId,
  }
}
