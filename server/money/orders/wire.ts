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
  pageQuery,
  several,
  severalIds,
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

/** An order as the merchant sees it. Amounts are minor units; `amount` and `user_id` are the contract's relics. */
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
    applied_balance_amount: z.int().meta(added('Customer credit that was used: zero or negative, in minor units.')),
    due_amount: z.int().meta(added('What is still to be collected, in minor units.')),
    late_payment: z.boolean().meta(added('Whether the payment arrived after the checkout was over.')),
  })
  .meta({ id: 'Order' })

export type OrderWire = z.output<typeof order>

export const orderList = listResource('Order', order)

const billingTypes = z.enum(['one_time', 'recurring']).meta({ id: 'ProductBillingType' })

export const orderListQuery = z.object({
  organization_id: severalIds,
  product_id: severalIds,
  product_billing_type: several(billingTypes),
  discount_id: severalIds,
  customer_id: severalIds,
  checkout_id: severalIds,
  ...pageQuery,
  sorting: sorting(['created_at', 'amount', 'net_amount', 'customer', 'product', 'discount', 'subscription'], '-created_at'),
  metadata: metadataFilter,
})

/** An order with whom it is for and what of. */
export interface FullOrder {
  readonly order: Order
  readonly customer: Customer
  readonly product: Product
}

/** The order as JSON; `baseUrl` has no slash at its end. */
export function toOrderWire({ order: given, customer, product }: FullOrder, baseUrl: string): OrderWire {
  return {
    id: given.id,
    created_at: toTimestamp(given.createdAt),
    modified_at: toTimestamp(given.modifiedAt),
    status: given.status,
    paid: isPaid(given.status),
    ...toAmountsWire(given),
    currency: given.currency,
    billing_reason: given.billingReason,
    billing_name: given.billingName,
    billing_address: toAddressWire(given.billingAddress),
    is_invoice_generated: given.isInvoiceGenerated,
    customer_id: given.customerId,
    product_id: given.productId,
    discount_id: null,
    subscription_id: null,
    checkout_id: given.checkoutId,
    metadata: { ...given.metadata },
    custom_field_data: { ...given.customFieldData },
    customer: toCustomerWire(customer, baseUrl),
    user_id: given.customerId,
    product: toOrderProductWire(product),
    discount: null,
    subscription: null,
    items: given.items.map(toItemWire),
    late_payment: given.isLatePayment,
  }
}

function toAmountsWire(given: Order) {
  return {
    subtotal_amount: given.subtotalAmount,
    discount_amount: given.discountAmount,
    net_amount: given.netAmount,
    amount: given.netAmount,
    tax_amount: given.taxAmount,
    total_amount: given.totalAmount,
    refunded_amount: given.refundedAmount,
    refunded_tax_amount: given.refundedTaxAmount,
    applied_balance_amount: given.appliedBalanceAmount,
    due_amount: dueAmount(given),
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
