import type { Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type Order, orderColumns, orderItemColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    orders: Row<typeof orderColumns>
    order_items: Row<typeof orderItemColumns>
  }
}

export const orders = table('orders', orderColumns)
export const orderItems = table('order_items', orderItemColumns)

/** Inserts an order with its items, in one statement. A second order of one checkout violates the index `orders_checkout`. */
export async function insertOrder(tx: Tx, order: Order): Promise<void> {
  await orderItems
    .inserting(
      tx.with('inserted', (query) => orders.inserting(query, [order])),
      order.items,
    )
    .execute()
}
