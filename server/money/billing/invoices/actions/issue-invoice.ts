import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import { emitOrder, orderList, orders } from '#money/billing/orders/index.ts'
import { isPaid } from '#money/billing/orders/model.ts'
import type { FullOrder } from '#money/billing/orders/wire.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { failpoint } from '#platform/failpoint.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { saveDocumentSpec } from '../job-specs.ts'
import type { Invoice, InvoiceContent } from '../model.ts'
import { seriesOf, shortOf, yearIn } from '../numbers.ts'
import { invoiceRefusals } from '../refusals.ts'
import { type DocumentSource, documentLanguage, invoiceContent, refuseInvoice } from '../rules.ts'
import { insertInvoice } from '../store.ts'

/** An order, looked up in `tenants`. */
export interface IssueInvoiceInput {
  readonly tenants: readonly string[]
  readonly id: string
}

/**
 * Issues the invoice of a paid order (rule N2): number, copy of what it states, `order.updated`, and the job that writes its PDF, in one
 * transaction. From then on its buyer is fixed. 409 where it exists, 422 where the order is not paid or names no buyer.
 */
export async function issueInvoice(tx: Tx, by: AuditContext, { tenants, id }: IssueInvoiceInput): Promise<Invoice> {
  const { platform } = by
  const locked = (await orders.lock(tx, tenants, id)) ?? refuse(invoiceRefusals.ResourceNotFound)
  refuseInvoice({ ...locked, isPaid: isPaid(locked.status) })
  const { organizationId } = locked
  const now = platform.clock.now(locked)
  const source = await readSource(tx, platform, { organizationId, orderId: id })
  const draft = { kind: 'invoice', refundId: null, creditId: null, ...amountsOf(source.order), content: invoiceContent(source) } as const
  const issued = await issueDocument(tx, platform, { source, draft, now })
  const next = { ...locked, isInvoiceGenerated: true, invoiceNumber: issued.number, modifiedAt: now }
  await orders.save(tx, next)
  await emitOrder(tx, platform, { order: next, events: ['order.updated'], now })
  const details = { number: issued.number, order: locked.number }
  await recordAudit(tx, by, { action: 'invoice.issued', organizationId, target: { type: 'order', id }, details })
  return issued
}

/** Reads the source of a document of an order. */
export async function readSource(
  tx: Tx,
  platform: Platform,
  { organizationId, orderId }: { readonly organizationId: string; readonly orderId: string },
): Promise<DocumentSource> {
  const found = (await orderList.find(tx, { tenants: [organizationId], id: orderId }, platform)) as FullOrder
  const merchant = (await findMerchant(tx, [organizationId], organizationId)) ?? refuse(invoiceRefusals.ResourceNotFound)
  return { order: found.order, customer: found.customer, merchant, productName: found.product.name }
}

interface IssueDocumentInput {
  readonly source: DocumentSource
  readonly draft: Pick<Invoice, 'kind' | 'refundId' | 'creditId' | 'netAmount' | 'taxAmount' | 'totalAmount'> & {
    readonly content: InvoiceContent
  }
  readonly now: Date
}

/** Inserts a document with the next number of its series and enqueues its PDF. Its series is the last that is locked. */
export async function issueDocument(tx: Tx, platform: Platform, { source, draft, now }: IssueDocumentInput): Promise<Invoice> {
  const { order, merchant } = source
  const { organizationId, customerId, currency } = order
  const numbering = seriesOf({
    kind: draft.kind,
    settings: merchant.invoiceSettings,
    year: yearIn(now, merchant.billingTimezone),
    customerShort: shortOf(customerId),
  })
  const row = {
    ...draft,
    id: newId(now),
    organizationId,
    customerId,
    currency,
    orderId: order.id,
    series: numbering.series,
    language: documentLanguage(order),
    voidedAt: null,
    storedAt: null,
    createdAt: now,
    modifiedAt: null,
  }
  const issued = await insertInvoice(tx, row, numbering)
  failpoint('after-number-before-commit', issued.number)
  await enqueue(tx, platform, saveDocumentSpec, { organizationId, invoiceId: issued.id })
  return issued
}

function amountsOf({ netAmount, taxAmount, totalAmount }: DocumentSource['order']) {
  return { netAmount, taxAmount, totalAmount }
}
