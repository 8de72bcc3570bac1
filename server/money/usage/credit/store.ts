import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { table } from '#platform/resource/table.ts'
import { type CreditBalance, type CustomerCredit, creditColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    customer_credits: Row<typeof creditColumns>
    /** Written by a trigger on the postings of the ledger (`change_credit_balances`). */
    credit_balances: { organization_id: string; customer_id: string; currency: string; amount: number; reserved_amount: number }
  }
}

/** The rows of credit that was given. */
export const customerCredits = table('customer_credits', creditColumns)

const creditLimit: ResourceLimit = {
  setting: 'CUSTOMER_CREDIT_LIMIT',
  table: 'customer_credits',
  ownedBy: 'customer_id',
  counted: "kind = 'grant'",
  things: 'times that a merchant gives credit to a customer',
}

/** Inserts credit that a merchant gives, within the limit of its customer. */
export function insertGrant(tx: Tx, platform: Pick<Platform, 'settings'>, credit: CustomerCredit): Promise<void> {
  return withinLimit(platform, { limit: creditLimit, owner: credit.customerId }, (customer_id) =>
    customerCredits.insert(tx, credit, { customer_id }),
  )
}

/** Inserts credit; false where credit was given for its source before. */
export async function insertCredit(tx: Tx, credit: CustomerCredit): Promise<boolean> {
  const written = await customerCredits
    .inserting(tx, [credit])
    .onConflict((conflict) => conflict.columns(['organization_id', 'source']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Locks the credit that was given for an order, the newest first. */
export function lockCreditsOf(
  tx: Tx,
  { organizationId, orderId }: { readonly organizationId: string; readonly orderId: string },
): Promise<CustomerCredit[]> {
  const tail = sql`where organization_id = ${organizationId}::uuid and order_id = ${orderId}::uuid order by created_at desc, id desc for update`
  return customerCredits.select(tx, tail)
}

/** The credit of a customer. */
export interface CreditOwner {
  readonly organizationId: string
  readonly customerId: string
}

/**
 * The credit that a customer has and no pending order will use, in each currency where there is any, locked until the transaction ends: of
 * orders that are paid at once each sees what the others have left. Constant time for each currency. Lock the orders of the transaction
 * first.
 */
export async function creditBalances(tx: Tx, { organizationId, customerId }: CreditOwner): Promise<readonly CreditBalance[]> {
  const { rows } = await sql<CreditBalance>`
    select currency, amount - reserved_amount as amount from credit_balances
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid order by currency for update`.execute(tx)
  return rows.filter(({ amount }) => amount > 0)
}

/** The credit that a customer has in a currency and no pending order will use, in minor units. It is not locked: for what only shows it. */
export async function findCreditBalance(
  db: Database,
  { organizationId, customerId, currency }: CreditOwner & { readonly currency: string },
): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select amount - reserved_amount as amount from credit_balances
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and currency = ${currency}`.execute(db)
  return rows[0]?.amount ?? 0
}

/** Customers of one organization, and a currency. */
export interface CreditOwners {
  readonly organizationId: string
  readonly currency: string
  readonly customerIds: readonly string[]
}

/** The same of several customers in one currency, in one statement, by the customer's id; one without credit is left out. */
export async function creditBalancesOf(
  tx: Tx,
  { organizationId, currency, customerIds }: CreditOwners,
): Promise<ReadonlyMap<string, number>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await sql<{ customerId: string; amount: number }>`
    select customer_id as "customerId", amount - reserved_amount as amount from credit_balances
    where organization_id = ${organizationId}::uuid and customer_id = ${anyOf(customerIds)} and currency = ${currency}
    order by customer_id for update`.execute(tx)
  return new Map(rows.filter(({ amount }) => amount > 0).map(({ customerId, amount }) => [customerId, amount]))
}

/** Credit that an order uses once it is paid. Minor units. */
export interface CreditReservation extends CreditOwner {
  readonly currency: string
  readonly amount: number
}

/**
 * Reserves credit for a pending order, so that no other order uses it meanwhile. The caller has read the balance in this transaction; the
 * database refuses more than that.
 */
export async function reserveCredit(tx: Tx, { organizationId, customerId, currency, amount }: CreditReservation): Promise<void> {
  if (amount === 0) return
  const changed = sql`update credit_balances set reserved_amount = reserved_amount + ${amount}
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and currency = ${currency} returning true as is_saved`
  await sql`with saved as (${changed}) select require_row((select is_saved from saved))`.execute(tx)
}

/** Releases what a pending order has reserved: before its sale is posted, or because nothing is collected for it any more. */
export function releaseCredit(tx: Tx, reservation: CreditReservation): Promise<void> {
  return reserveCredit(tx, { ...reservation, amount: -reservation.amount })
}

/** Erases the notes of a deleted customer's credit. */
export async function eraseCreditNotes(tx: Tx, { organizationId, customerId }: CreditOwner): Promise<void> {
  await sql`update customer_credits set note = null
    where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and note is not null`.execute(tx)
}
