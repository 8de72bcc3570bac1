import { sql } from 'kysely'
import { type LockedOrder, orders } from '#money/billing/orders/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { type Dispute, disputeColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    disputes: Row<typeof disputeColumns>
  }
}

/** The rows of disputes. */
export const disputes = table('disputes', disputeColumns)

/** The dispute with this reference at its processor. */
export async function findByReference(tx: Tx, organizationId: string, reference: string): Promise<Dispute | undefined> {
  const [found] = await disputes.select(tx, sql`where organization_id = ${organizationId} and reference = ${reference}`)
  return found
}

/** The order that a payment has paid, locked. */
export async function lockPaidOrder(tx: Tx, organizationId: string, paymentId: string): Promise<LockedOrder | undefined> {
  const [order] = await orders.select(tx, sql`where organization_id = ${organizationId} and payment_id = ${paymentId} for update`)
  return order
}
