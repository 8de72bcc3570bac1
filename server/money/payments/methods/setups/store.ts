import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import type { CustomerOfMethods } from '../store.ts'
import { paymentMethodSetupColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    payment_method_setups: Row<typeof paymentMethodSetupColumns>
  }
}

/** The rows of attempts to save a card. */
export const paymentMethodSetups = table('payment_method_setups', paymentMethodSetupColumns)

/** Counts the cards that a customer has tried to save since an instant. */
export async function countSetups(tx: Tx, { organizationId, customerId }: CustomerOfMethods, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from payment_method_setups
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and created_at > ${since}`.execute(tx)
  return rows[0]?.count ?? 0
}
