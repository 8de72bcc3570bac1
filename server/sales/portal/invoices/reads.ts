import { invoiceList } from '#money/invoices/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ListQuery } from '#platform/resource/list.ts'

/** Documents of one order that are listed at most: an invoice, and a credit note of each refund. */
const MAXIMUM = 100

/** The invoice and the credit notes of an order, the newest first. */
export function readOrderInvoices(
  db: Database,
  platform: Platform,
  { organizationId, orderId }: { readonly organizationId: string; readonly orderId: string },
) {
  const query = { order_id: [orderId], page: 1, limit: MAXIMUM } as unknown as ListQuery
  return invoiceList.read(db, { organizationIds: [organizationId], query }, platform)
}
