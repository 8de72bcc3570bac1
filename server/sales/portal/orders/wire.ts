import { z } from 'zod'
import type { OrganizationWire } from '#merchant/merchants/wire.ts'
import type { ProductWire } from '#merchant/products/wire.ts'
import { productBillingType } from '#money/orders/model.ts'
import { type OrderWire, order, orderUpdate } from '#money/orders/wire.ts'
import { orderSubscription } from '#money/subscriptions/wire.ts'
import { oneOrMore, oneOrMoreIds, pageQuery, searchText, sorting } from '#platform/http/wire-parts.ts'
import { customerOrderProduct, picked, toOwnedProductWire } from '../wire.ts'

const shown = order.omit({
  metadata: true,
  custom_field_data: true,
  customer: true,
  product: true,
  discount: true,
  subscription: true,
  platform_fee_amount: true,
  platform_fee_currency: true,
  collection_status: true,
  receipt_not_sent: true,
})

const customerOrderSubscription = orderSubscription.omit({ metadata: true }).meta({ id: 'CustomerOrderSubscription' })

/** An order as its customer sees it. Amounts are minor units. */
export const customerOrder = z
  .object({ ...shown.shape, product: customerOrderProduct, subscription: customerOrderSubscription.nullable() })
  .meta({ id: 'CustomerOrder' })

/** The buyer whom the invoice names. */
export const customerOrderUpdate = z
  .object(orderUpdate.shape)
  .meta({ id: 'CustomerOrderUpdate', examples: [{ billing_name: 'Analytical Engines Ltd', billing_address: { country: 'GB' } }] })

export const customerOrderQuery = z.object({
  organization_id: oneOrMoreIds,
  product_id: oneOrMoreIds,
  product_billing_type: oneOrMore(productBillingType),
  subscription_id: oneOrMoreIds,
  query: searchText,
  ...pageQuery,
  sorting: sorting(['created_at', 'amount', 'net_amount', 'product', 'subscription'], '-created_at'),
})

/** What the JSON of an order is made from besides the order: its product, which the order's own JSON has without prices. */
export interface CustomerOrderContext {
  readonly product: ProductWire
  readonly organization: OrganizationWire
  readonly descriptionMaximum: number
}

/** The merchant's JSON of an order as its customer sees it. */
export function toCustomerOrderWire(wire: OrderWire, { product, ...context }: CustomerOrderContext): z.output<typeof customerOrder> {
  return {
    ...picked(shown, wire),
    product: toOwnedProductWire(product, context),
    subscription: wire.subscription && picked(customerOrderSubscription, wire.subscription),
  }
}
