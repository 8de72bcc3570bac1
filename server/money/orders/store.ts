import { nextNumber } from '#money/number-series/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type Order, type OrderDraft, orderColumns, orderItemColumns, type UnsentReason } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    orders: Row<typeof orderColumns>
    order_items: Row<typeof orderItemColumns>
    archived_books: ArchivedBooksTable
  }
}

/** An order or a ledger entry of a deleted organization, without personal data. */
interface ArchivedBooksTable {
  organization_id: string
  kind: 'order' | 'entry'
  id: string
  content: Readonly<Record<string, unknown>>
  archived_at: Date
}

export const orders = table('orders', orderColumns, { isCounted: true })
export const orderItems = table('order_items', orderItemColumns)

/**
 * Inserts an order with its items and gives it the next number of its organization, in one statement. A second order of one checkout
 * violates the index `orders_checkout`.
 */
export async function insertOrder(tx: Tx, draft: OrderDraft): Promise<Order> {
  const number = nextNumber(draft.organizationId, 'orders')
  const inserted = await tx
    .with('inserted', (query) => orders.inserting(query, [{ ...draft, number: '' }], { number }).returning('number'))
    .with('items', (query) => orderItems.inserting(query, draft.items))
    .selectFrom('inserted')
    .select('number')
    .executeTakeFirstOrThrow()
  return { ...draft, number: inserted.number as string }
}

/** Notes why the receipt of an order was not emailed. */
export async function noteUnsentReceipt(
  tx: Tx,
  { organizationId, id, reason }: { readonly organizationId: string; readonly id: string; readonly reason: UnsentReason },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ receipt_not_sent: reason })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
