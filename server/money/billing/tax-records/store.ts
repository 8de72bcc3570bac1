import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import { table } from '#platform/resource/table.ts'
import { type TaxRecord, taxRecordColumns } from './model.ts'
import { saleReference } from './rules.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    tax_records: Row<typeof taxRecordColumns>
  }
}

/** The rows of tax records. */
export const taxRecords = table('tax_records', taxRecordColumns)

/** Inserts a record unless its reference, or its calculation, is used already. Whether it was inserted. */
export async function insertUnlessUsed(tx: Tx, record: TaxRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await taxRecords
    .inserting(tx, [record])
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return (count ?? 0n) > 0n
}

/** The record with this reference. */
export async function findByReference(db: Database, organizationId: string, reference: string): Promise<TaxRecord | undefined> {
  const [found] = await taxRecords.select(db, sql`where organization_id = ${organizationId} and reference = ${reference}`)
  return found
}

/** The record of the sale of an order. */
export function findSale(db: Database, { organizationId, orderId }: Pick<TaxRecord, 'organizationId' | 'orderId'>) {
  return findByReference(db, organizationId, saleReference(orderId))
}

/** The records that are due, the longest waiting first, at most `limit`: of each order the first that is not settled. */
export function findDueRecords(db: Database, clock: Clock, limit: number): Promise<TaxRecord[]> {
  return taxRecords.select(
    db,
    sql`where next_attempt_at <= ${merchantTime(clock, 'tax_records.organization_id')} and not exists (
        select from tax_records earlier
        where earlier.organization_id = tax_records.organization_id and earlier.order_id = tax_records.order_id
          and earlier.status = 'pending' and earlier.id < tax_records.id)
      order by next_attempt_at limit ${limit}`,
  )
}
