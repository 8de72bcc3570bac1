import { sql } from 'kysely'
import type { LedgerFault } from '#money/books/ledger/index.ts'
import type { Database } from '#platform/database/database.ts'

/** Faults that are listed of each kind. */
const LISTED_MAXIMUM = 100

interface FaultRow {
  readonly organizationId: string
  readonly orderId: string | null
  readonly sentence: string
}

/**
 * Verifies invoices and credit notes of all organizations: their amounts are those of their orders, refunds and credits, a credit note is
 * void exactly when its refund has not succeeded or its credit was taken back, and no series has a gap.
 */
export async function verifyInvoices(db: Database): Promise<LedgerFault[]> {
  const faults = [...(await wrongDocuments(db)), ...(await seriesWithGaps(db))]
  return faults.map((fault) => ({ ...fault, entryId: null }))
}

async function wrongDocuments(db: Database): Promise<FaultRow[]> {
  const { rows } = await sql<FaultRow>`
    select invoice.organization_id as "organizationId", invoice.order_id as "orderId",
      'the document ' || invoice.number || ' differs from what it is for' as sentence
    from invoices invoice
    join orders on orders.organization_id = invoice.organization_id and orders.id = invoice.order_id
    left join refunds on refunds.organization_id = invoice.organization_id and refunds.id = invoice.refund_id
    left join customer_credits credits on credits.organization_id = invoice.organization_id and credits.id = invoice.credit_id
    where invoice.currency <> orders.currency
      or invoice.kind = 'invoice' and (invoice.net_amount <> orders.net_amount or invoice.tax_amount <> orders.tax_amount
        or not orders.is_invoice_generated or orders.invoice_number is distinct from invoice.number)
      or invoice.refund_id is not null and (invoice.net_amount <> refunds.amount or invoice.tax_amount <> refunds.tax_amount
        or (refunds.status = 'succeeded') <> (invoice.voided_at is null))
      or invoice.credit_id is not null and invoice.voided_at is null and (invoice.net_amount <> credits.amount - credits.reversed_amount
        or invoice.tax_amount <> credits.tax_amount - credits.reversed_tax_amount)
    limit ${LISTED_MAXIMUM}`.execute(db)
  return rows
}

// Numbers are unique, so a series has no gap exactly when it has as many documents as its last number says.
async function seriesWithGaps(db: Database): Promise<FaultRow[]> {
  const { rows } = await sql<FaultRow>`
    select series.organization_id as "organizationId", null as "orderId",
      'the series ' || series.series || ' of documents has a gap' as sentence
    from number_series series
    where series.series ~ '^(invoices|credit_notes)(:|$)' and series.last_number <> (
      select count(*) from invoices where invoices.organization_id = series.organization_id and invoices.series = series.series)
    limit ${LISTED_MAXIMUM}`.execute(db)
  return rows
}
