import { sql } from 'kysely'
import { customers } from '#merchant/customers/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { oneOrMoreIds } from '#platform/http/wire-parts.ts'
import { filter } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import type { PaymentMethod } from './model.ts'
import { paymentMethods } from './store.ts'

/** All payment methods that are kept, removed ones included, newest first: for the export of a customer's data. */
export const paymentMethodList = list(paymentMethods, {
  filters: {
    // The card of a buyer who had only typed the customer's address is not the customer's.
    customer_id: filter(
      oneOrMoreIds,
      (values) => sql<boolean>`payment_methods.customer_id = ${anyOf(values)} and not payment_methods.is_unproven`,
    ),
  },
  newestFirst: 'payment_methods.created_at',
})

/** The payment methods of a customer of one of the organizations, the default first, then the newest; undefined where there is no such customer. */
export async function listPaymentMethods(
  db: Database,
  tenants: readonly string[],
  customerId: string,
): Promise<readonly PaymentMethod[] | undefined> {
  const methods = sql`
    select json_agg(${paymentMethods.json()} order by is_default desc, created_at desc, id desc) from payment_methods
    where payment_methods.organization_id = customers.organization_id and payment_methods.customer_id = customers.id and removed_at is null and not is_unproven`
  const { rows } = await sql<{ methods: readonly StoredRow[] | null }>`
    select (${methods}) as methods from customers
    where organization_id = ${anyOf(tenants)} and id = ${customerId}::uuid and ${customers.existing}`.execute(db)
  const [row] = rows
  return row && (row.methods ?? []).map(paymentMethods.fromRow)
}
