import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { nextDocumentNumber } from '#money/billing/number-series/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type Invoice, invoiceColumns } from './model.ts'
import type { DocumentSeries } from './numbers.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    invoices: Row<typeof invoiceColumns>
  }
}

/** The rows of issued documents. */
export const invoices = table('invoices', invoiceColumns)

/**
 * Inserts a document with the next number of its series, in one statement: the series is locked until the transaction ends, and a
 * transaction that is rolled back gives its number back (rule N1). A second document of an order or a refund violates a unique index.
 */
export async function insertInvoice(tx: Tx, draft: Omit<Invoice, 'number'>, { series, head }: DocumentSeries): Promise<Invoice> {
  const number = nextDocumentNumber(draft.organizationId, { series, head })
  const inserted = await invoices
    .inserting(tx, [{ ...draft, number: '' }], { number })
    .returning('number')
    .executeTakeFirst()
  return { ...draft, number: present(inserted, 'The number of an inserted document')['number'] as string }
}

/** The credit note of a refund. */
export async function findCreditNote(tx: Tx, organizationId: string, refundId: string): Promise<Invoice | undefined> {
  const [found] = await invoices.select(tx, sql`where organization_id = ${organizationId} and refund_id = ${refundId}`)
  return found
}

/** The valid credit note of credit. */
export async function findCreditNoteOfCredit(tx: Tx, organizationId: string, creditId: string): Promise<Invoice | undefined> {
  const [found] = await invoices.select(
    tx,
    sql`where organization_id = ${organizationId} and credit_id = ${creditId}::uuid and voided_at is null`,
  )
  return found
}

/** The newest valid document of an order and a kind. */
export async function findOrderDocument(
  db: Database,
  { organizationId, orderId, kind }: Pick<Invoice, 'organizationId' | 'orderId' | 'kind'>,
): Promise<Invoice | undefined> {
  const [found] = await invoices.select(
    db,
    sql`where organization_id = ${organizationId} and order_id = ${orderId}::uuid and kind = ${kind} and voided_at is null
      order by created_at desc, id desc limit 1`,
  )
  return found
}

/** The invoice of an order of one of the organizations. */
export async function findInvoiceOfOrder(db: Database, tenants: readonly string[], orderId: string): Promise<Invoice | undefined> {
  const [found] = await invoices.select(
    db,
    sql`where organization_id = any(${tenants}::uuid[]) and order_id = ${orderId}::uuid and kind = 'invoice'`,
  )
  return found
}

/** Records that the PDF of a document is in the store of files. */
export async function markStored(tx: Tx, { organizationId, id }: Pick<Invoice, 'organizationId' | 'id'>, at: Date): Promise<void> {
  await sql`update invoices set stored_at = ${at} where organization_id = ${organizationId} and id = ${id} and stored_at is null`.execute(
    tx,
  )
}
