import { z } from 'zod'
import type { Customer } from '#merchant/customers/model.ts'
import { orderCustomer, toCustomerWire } from '#merchant/customers/wire.ts'
import type { Product } from '#merchant/products/model.ts'
import { orderProduct, toOrderProductWire } from '#merchant/products/wire.ts'
import { added, id } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { dueAmount, isPaid, type Order, orderColumns, orderItemColumns } from './model.ts'

const fields = fieldsOf(orderColumns)
const itemFields = fieldsOf(orderItemColumns)
const orderItem = z.object(itemFields.shape).meta({ id: 'OrderItemSchema' })

/** An order as returned to the merchant. Amounts are minor units; `amount` and `user_id` are deprecated fields of the contract. */
export const order = z
  .object({
    ...fields.shape,
    paid: z.boolean(),
    amount: z.int().meta({ deprecated: true }),
    discount_id: id.nullable(),
    subscription_id: id.nullable(),
    customer: orderCustomer,
    user_id: z.guid().meta({ deprecated: true }),
    product: orderProduct,
    discount: z.null(),
    subscription: z.null(),
    items: z.array(orderItem),
    due_amount: z.int().meta(added('The amount still to be collected, in minor units.')),
  })
  .meta({ id: 'Order' })

export type OrderWire = z.output<typeof order>

/** An order with its customer and product. */
export interface FullOrder {
  readonly order: Order
  readonly customer: Customer
  readonly product: Product
}

/** The order as JSON; `baseUrl` has no slash at its end. */
export function toOrderWire({ order, customer, product }: FullOrder, baseUrl: string): OrderWire {
  return {
    ...fields.toWire(order),
    paid: isPaid(order.status),
    amount: order.netAmount,
    discount_id: null,
    subscription_id: null,
    customer: toCustomerWire(customer, baseUrl),
    user_id: order.customerId,
    product: toOrderProductWire(product),
    discount: null,
    subscription: null,
    items: order.items.map(itemFields.toWire),
    due_amount: dueAmount(order),
  }
}
