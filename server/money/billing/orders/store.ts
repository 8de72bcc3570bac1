import { present } from '#kernel/assert.ts'
import { nextNumber } from '#money/billing/number-series/index.ts'
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
  const [order] = await insertOrders(tx, [draft])
  return present(order, 'The inserted order')
}

/** The same for several orders of one organization, in their order. A second order of one period violates the index `orders_period`. */
export async function insertOrders(tx: Tx, drafts: readonly OrderDraft[]): Promise<Order[]> {
  const [first] = drafts
  if (!first) return []
  const number = nextNumber(first.organizationId, 'orders')
  const rows = drafts.map((draft) => ({ ...draft, number: '' }))
  const inserted = await tx
    .with('inserted', (query) => orders.inserting(query, rows, { number }).returning(['id', 'number']))
    .with('items', (query) =>
      orderItems.inserting(
        query,
        drafts.flatMap(({ items }) => items),
      ),
    )
    .selectFrom('inserted')
    .select(['id', 'number'])
    .execute()
  const numbers = new Map(inserted.map(({ id, number }) => [id, number as string]))
  return drafts.map((draft) => ({ ...draft, number: present(numbers.get(draft.id), 'The number of an inserted order') }))
}

/** Notes why the receipt of an order was not emailed; null where it was queued again. */
export async function noteReceipt(
  tx: Tx,
  { organizationId, id, notSent }: { readonly organizationId: string; readonly id: string; readonly notSent: UnsentReason | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ receipt_not_sent: notSent })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
