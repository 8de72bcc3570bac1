import { refuse } from '#kernel/refusal.ts'
import { invoiceList } from '#money/billing/invoices/index.ts'
import type { Invoice } from '#money/billing/invoices/model.ts'
import type { Database } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { ListQuery } from '#platform/resource/list.ts'
import type { PortalCaller } from '../model.ts'
import { findTypedBuyer } from '../reads.ts'
import { portalRefusals } from '../refusals.ts'
import { namesTypedBuyer } from '../rules.ts'

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

/** Refuses, with 404, a document to a limited session that names a buyer by more than was typed in its checkout. */
export async function refuseUnshown(db: Database, caller: PortalCaller, { content }: Pick<Invoice, 'content'>): Promise<void> {
  if (!caller.isLimited) return
  const typed = await findTypedBuyer(db, caller)
  if (!typed || !namesTypedBuyer(content.buyer, typed)) refuse(portalRefusals.ResourceNotFound)
}
