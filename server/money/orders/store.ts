import { sql } from 'kysely'
import { json, type Tx } from '#platform/database/database.ts'
import type { Order, OrderItem } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    orders: OrdersTable
    order_items: OrderItemsTable
  }
}

export interface OrdersTable {
  organization_id: string
  id: string
  status: Order['status']
  billing_reason: Order['billingReason']
  currency: string
  subtotal_amount: number
  discount_amount: number
  net_amount: number
  tax_amount: number
  total_amount: number
  applied_balance_amount: number
  written_off_amount: number
  refunded_amount: number
  refunded_tax_amount: number
  billing_name: string | null
  billing_address: Order['billingAddress']
  is_invoice_generated: boolean
  customer_id: string
  product_id: string
  checkout_id: string | null
  metadata: Order['metadata']
  custom_field_data: Order['customFieldData']
  is_late_payment: boolean
  paid_at: Date | null
  created_at: Date
  modified_at: Date | null
}

interface OrderItemsTable {
  organization_id: string
  order_id: string
  id: string
  position: number
  label: string
  amount: number
  tax_amount: number
  is_proration: boolean
  product_price_id: string | null
  created_at: Date
  modified_at: Date | null
}

/** An item as the database's JSON, in which times are text. */
export type OrderItemRow = Omit<OrderItemsTable, 'organization_id' | 'order_id' | 'position' | 'created_at' | 'modified_at'> & {
  readonly created_at: string
  readonly modified_at: string | null
}

/** An order as selected, with its items as JSON. */
export type OrderRow = OrdersTable & { readonly items: readonly OrderItemRow[] }

/** Every column of an order, to select. */
export const orderColumns = [
  'orders.organization_id',
  'orders.id',
  'orders.status',
  'orders.billing_reason',
  'orders.currency',
  'orders.subtotal_amount',
  'orders.discount_amount',
  'orders.net_amount',
  'orders.tax_amount',
  'orders.total_amount',
  'orders.applied_balance_amount',
  'orders.written_off_amount',
  'orders.refunded_amount',
  'orders.refunded_tax_amount',
  'orders.billing_name',
  'orders.billing_address',
  'orders.is_invoice_generated',
  'orders.customer_id',
  'orders.product_id',
  'orders.checkout_id',
  'orders.metadata',
  'orders.custom_field_data',
  'orders.is_late_payment',
  'orders.paid_at',
  'orders.created_at',
  'orders.modified_at',
] as const

/** The items of the joined table `orders`, in order, as JSON. */
export const itemsJson = sql<OrderItemRow[]>`(
  select coalesce(json_agg(json_build_object('id', item.id, 'label', item.label, 'amount', item.amount, 'tax_amount', item.tax_amount,
    'is_proration', item.is_proration, 'product_price_id', item.product_price_id, 'created_at', item.created_at,
    'modified_at', item.modified_at) order by item.position), '[]')
  from order_items as item where item.organization_id = orders.organization_id and item.order_id = orders.id)`

/** Maps a row to its order. */
export function fromOrderRow(row: OrderRow): Order {
  return {
    id: row.id,
    organizationId: row.organization_id,
    status: row.status,
    billingReason: row.billing_reason,
    currency: row.currency,
    subtotalAmount: row.subtotal_amount,
    discountAmount: row.discount_amount,
    netAmount: row.net_amount,
    taxAmount: row.tax_amount,
    totalAmount: row.total_amount,
    appliedBalanceAmount: row.applied_balance_amount,
    writtenOffAmount: row.written_off_amount,
    refundedAmount: row.refunded_amount,
    refundedTaxAmount: row.refunded_tax_amount,
    billingName: row.billing_name,
    billingAddress: row.billing_address,
    isInvoiceGenerated: row.is_invoice_generated,
    customerId: row.customer_id,
    productId: row.product_id,
    checkoutId: row.checkout_id,
    metadata: row.metadata,
    customFieldData: row.custom_field_data,
    isLatePayment: row.is_late_payment,
    paidAt: row.paid_at,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    items: row.items.map(fromItemRow),
  }
}

function fromItemRow(row: OrderItemRow): OrderItem {
  return {
    id: row.id,
    label: row.label,
    amount: row.amount,
    taxAmount: row.tax_amount,
    isProration: row.is_proration,
    productPriceId: row.product_price_id,
    createdAt: new Date(row.created_at),
    modifiedAt: row.modified_at === null ? null : new Date(row.modified_at),
  }
}

function valuesOf(order: Order) {
  return {
    organization_id: order.organizationId,
    id: order.id,
    status: order.status,
    billing_reason: order.billingReason,
    currency: order.currency,
    subtotal_amount: order.subtotalAmount,
    discount_amount: order.discountAmount,
    net_amount: order.netAmount,
    tax_amount: order.taxAmount,
    total_amount: order.totalAmount,
    applied_balance_amount: order.appliedBalanceAmount,
    written_off_amount: order.writtenOffAmount,
    refunded_amount: order.refundedAmount,
    refunded_tax_amount: order.refundedTaxAmount,
    billing_name: order.billingName,
    billing_address: order.billingAddress && json(order.billingAddress),
    is_invoice_generated: order.isInvoiceGenerated,
    customer_id: order.customerId,
    product_id: order.productId,
    checkout_id: order.checkoutId,
    metadata: json(order.metadata),
    custom_field_data: json(order.customFieldData),
    is_late_payment: order.isLatePayment,
    paid_at: order.paidAt,
    created_at: order.createdAt,
    modified_at: order.modifiedAt,
  }
}

/** Inserts an order with its items, in one statement. A second order of one checkout violates the index `orders_checkout`. */
export async function insertOrder(tx: Tx, order: Order): Promise<void> {
  const items = order.items.map((item, position) => ({
    organization_id: order.organizationId,
    order_id: order.id,
    id: item.id,
    position,
    label: item.label,
    amount: item.amount,
    tax_amount: item.taxAmount,
    is_proration: item.isProration,
    product_price_id: item.productPriceId,
    created_at: item.createdAt,
    modified_at: item.modifiedAt,
  }))
  await tx
    .with('inserted', (query) => query.insertInto('orders').values(valuesOf(order)))
    .insertInto('order_items')
    .values(items)
    .execute()
}
