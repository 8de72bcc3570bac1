import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { METHODS_MAXIMUM, type PaymentMethod, paymentMethodColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    payment_methods: Row<typeof paymentMethodColumns>
  }
}

/** The rows of payment methods, removed ones included. */
export const paymentMethods = table('payment_methods', paymentMethodColumns)

/** A customer by its key. */
export interface CustomerOfMethods {
  readonly organizationId: string
  readonly customerId: string
}

const ofCustomer = ({ organizationId, customerId }: CustomerOfMethods) =>
  sql`organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid`
const newestFirst = sql`created_at desc, id desc`

/**
 * The payment method of a customer with this id where it is not removed, else the customer's default, unless nothing but the named one may
 * pay (`isOwnOnly`). Undefined where the customer has none, whether or not one is named.
 */
export async function findPaymentMethod(
  db: Database,
  {
    id = null,
    isOwnOnly = false,
    ...customer
  }: CustomerOfMethods & { readonly id?: string | null | undefined; readonly isOwnOnly?: boolean },
): Promise<PaymentMethod | undefined> {
  const [method] = await paymentMethods.select(
    db,
    sql`where ${ofCustomer(customer)} and removed_at is null and (is_default and not ${isOwnOnly}::boolean or id = ${id}::uuid)
      order by id is not distinct from ${id}::uuid desc limit 1`,
  )
  return method
}

/** The default payment methods of these customers, by the customer's id, in one statement; a customer without one is left out. */
export async function findDefaultMethods(
  db: Database,
  organizationId: string,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentMethod>> {
  if (customerIds.length === 0) return new Map()
  const found = await paymentMethods.select(
    db,
    sql`where organization_id = ${organizationId}::uuid and customer_id = ${anyOf(customerIds)} and is_default`,
  )
  return new Map(found.map((method) => [method.customerId, method]))
}

/** The payment method with this reference at its processor. */
export async function findByReference(
  db: Database,
  { organizationId, processor, method }: Pick<PaymentMethod, 'organizationId' | 'processor' | 'method'>,
): Promise<PaymentMethod | undefined> {
  const [known] = await paymentMethods.select(
    db,
    sql`where organization_id = ${organizationId}::uuid and processor = ${processor} and method = ${method}`,
  )
  return known
}

/**
 * Prepares a new default of a locked customer: the present one is the default no longer, and the oldest one above the maximum is removed.
 */
export async function replaceDefault(tx: Tx, customer: CustomerOfMethods, now: Date): Promise<void> {
  const surplus = sql`select id from payment_methods where ${ofCustomer(customer)} and removed_at is null and not is_unproven
    order by ${newestFirst} offset ${METHODS_MAXIMUM - 1}`
  await sql`with surplus as (${surplus})
    update payment_methods set is_default = false, removed_at = case when id in (select id from surplus) then ${now}::timestamptz end
    where ${ofCustomer(customer)} and removed_at is null and (is_default or id in (select id from surplus))`.execute(tx)
}

/** Removes a payment method of a locked customer, and returns it; where it was the default, the newest of the others is. Undefined where there is none. */
export async function removeMethod(
  tx: Tx,
  { id, now, ...customer }: CustomerOfMethods & { readonly id: string; readonly now: Date },
): Promise<PaymentMethod | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    update payment_methods set is_default = false, removed_at = ${now}
    where ${ofCustomer(customer)} and id = ${id}::uuid and removed_at is null and not is_unproven returning ${paymentMethods.selection()}`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return undefined
  await sql`
    update payment_methods set is_default = true
    where ${ofCustomer(customer)} and id = (
        select id from payment_methods where ${ofCustomer(customer)} and removed_at is null and not is_unproven order by ${newestFirst} limit 1)
      and not exists (select from payment_methods where ${ofCustomer(customer)} and is_default)`.execute(tx)
  return paymentMethods.fromRow(row)
}

/** Makes a payment method of a locked customer the default one, and returns it; undefined where there is none. */
export async function makeDefault(
  tx: Tx,
  { id, ...customer }: CustomerOfMethods & { readonly id: string },
): Promise<PaymentMethod | undefined> {
  const [method] = await paymentMethods.select(
    tx,
    sql`where ${ofCustomer(customer)} and id = ${id}::uuid and removed_at is null and not is_unproven`,
  )
  if (!method || method.isDefault) return method
  await sql`update payment_methods set is_default = false where ${ofCustomer(customer)} and is_default`.execute(tx)
  await sql`update payment_methods set is_default = true where ${ofCustomer(customer)} and id = ${id}::uuid`.execute(tx)
  return { ...method, isDefault: true }
}

/** Removes all payment methods of a customer that was deleted. */
export async function removeAllMethods(tx: Tx, customer: CustomerOfMethods, now: Date): Promise<void> {
  await sql`update payment_methods set is_default = false, removed_at = ${now}
    where ${ofCustomer(customer)} and removed_at is null`.execute(tx)
}

/**
 * Removes what others may have saved for a customer whose address was verified for the first time at `verifiedAt`: all methods of before where the
 * address had only been typed, otherwise those of buyers who had typed it.
 */
export async function removeStrangersMethods(
  tx: Tx,
  customer: CustomerOfMethods,
  { wasTyped, verifiedAt }: { readonly wasTyped: boolean; readonly verifiedAt: Date },
): Promise<void> {
  await sql`update payment_methods set is_default = false, removed_at = ${verifiedAt}
    where ${ofCustomer(customer)} and removed_at is null and created_at <= ${verifiedAt} and (is_unproven or ${wasTyped}::boolean)`.execute(
    tx,
  )
}

/** Erases what the payment methods of a deleted customer say about the cards, and removes those that are left. */
export async function erasePaymentMethods(tx: Tx, { now, ...customer }: CustomerOfMethods & { readonly now: Date }): Promise<void> {
  await sql`update payment_methods
    set is_default = false, last4 = '', exp_month = null, exp_year = null, removed_at = coalesce(removed_at, ${now}::timestamptz)
    where ${ofCustomer(customer)}`.execute(tx)
}

/** Removed payment methods that their processor has not removed yet, those first that it was not asked for, at most `limit`. */
export function findAttachedMethods(db: Database, limit: number): Promise<PaymentMethod[]> {
  return paymentMethods.select(db, sql`where removed_at is not null and detached_at is null order by tried_at nulls first limit ${limit}`)
}

/** Records whether the processor has removed a payment method. */
export async function saveDetachment(
  tx: Tx,
  { organizationId, id }: Pick<PaymentMethod, 'organizationId' | 'id'>,
  { isDetached, now }: { readonly isDetached: boolean; readonly now: Date },
): Promise<void> {
  await sql`update payment_methods set tried_at = ${now}, detached_at = ${isDetached ? now : null}
    where organization_id = ${organizationId}::uuid and id = ${id}::uuid`.execute(tx)
}
