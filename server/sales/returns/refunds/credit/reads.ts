import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { importedKey } from '../model.ts'
import type { Movement } from './rules.ts'

/** A customer with credit of a subscription. */
export interface CreditedCustomer {
  readonly organizationId: string
  readonly customerId: string
}

/** A movement of the money of a subscription that has given credit. */
export interface StoredMovement extends Movement {
  readonly organizationId: string
  readonly subscriptionId: string
  readonly currency: string
}

// The part of the credit that was taken back, in minor units with the tax.
const reversedCredit: RawBuilder<number> = sql`(credit.reversed_amount + credit.reversed_tax_amount)`
// The order whose money the credit is.
const creditedOrder: RawBuilder<string | null> = sql`credit.order_id`

// Whether a refund was made at the processor itself.
const isImported = sql<boolean>`refunds.idempotency_key like ${`${importedKey('')}%`}`

/** The next customers of all organizations after `cursor` who have credit of a subscription, at most `limit`, in key order. */
export async function creditedCustomersAfter(
  db: Database,
  cursor: CreditedCustomer | undefined,
  limit: number,
): Promise<CreditedCustomer[]> {
  const isAfter = cursor ? sql`(organization_id, customer_id) > (${cursor.organizationId}::uuid, ${cursor.customerId}::uuid)` : sql`true`
  const { rows } = await sql<CreditedCustomer>`
    select distinct organization_id as "organizationId", customer_id as "customerId" from customer_credits
    where kind = 'downgrade' and ${isAfter} order by organization_id, customer_id limit ${limit}`.execute(db)
  return rows
}

// `subscription:{id}:…` and `subscription-end:{id}…` name the subscription, `subscription-order:{id}…` one of its orders.
const creditedSubscription = sql`case
  when credit.source ~ '^subscription(-end)?:[0-9a-f-]{36}' then split_part(credit.source, ':', 2)::uuid
  when credit.source ~ '^subscription-order:[0-9a-f-]{36}' then (
    select orders.subscription_id from orders
    where orders.organization_id = credit.organization_id and orders.id = split_part(credit.source, ':', 2)::uuid)
  end`

/**
 * All movements of the subscriptions that have given credit to these customers, in one statement, so that they are of one instant. Every
 * dispute is known by the entry of its opening: one that was won has an entry of its resolution, and none of a loss.
 */
export async function movementsOf(db: Database, customers: readonly CreditedCustomer[]): Promise<StoredMovement[]> {
  const organizationIds = customers.map(({ organizationId }) => organizationId)
  const customerIds = customers.map(({ customerId }) => customerId)
  const decided = (...kinds: string[]) => sql`exists (
    select from ledger_entries decided where decided.organization_id = opened.organization_id and decided.source = opened.source
      and decided.kind = any(${kinds}))`
  const { rows } = await sql<StoredMovement>`
    with credited as (
      select credit.organization_id, ${creditedSubscription} as subscription_id, credit.currency, ${creditedOrder} as order_id,
        credit.amount + credit.tax_amount - ${reversedCredit} as amount, credit.created_at, credit.id
      from unnest(${organizationIds}::uuid[], ${customerIds}::uuid[]) as owner (organization_id, customer_id)
      join customer_credits credit on credit.organization_id = owner.organization_id and credit.customer_id = owner.customer_id
      where credit.kind = 'downgrade'
    ),
    paid as (
      select orders.organization_id, orders.subscription_id, orders.currency, orders.id, orders.paid_at, sale.id as entry_id,
        orders.total_amount - orders.written_off_amount + orders.applied_balance_amount as captured, -orders.applied_balance_amount as credit
      from (select distinct organization_id, subscription_id from credited) as subscribed
      join orders on orders.organization_id = subscribed.organization_id and orders.subscription_id = subscribed.subscription_id
        and orders.status <> 'pending'
      left join ledger_entries sale on sale.organization_id = orders.organization_id and sale.source = 'order:' || orders.id
        and sale.kind in ('sale', 'platform_sale')
    ),
    movements as (
      select organization_id, subscription_id, currency, order_id, 'credited' as kind, amount, created_at as at, id from credited
      union all
      select organization_id, subscription_id, currency, id, 'captured', captured, paid_at, coalesce(entry_id, id) from paid
      union all
      select organization_id, subscription_id, currency, id, 'credit_used', credit, paid_at, coalesce(entry_id, id) from paid
      union all
      select paid.organization_id, paid.subscription_id, paid.currency, paid.id,
        case when ${isImported} then 'taken_back' else 'refunded' end,
        refunds.amount + refunds.tax_amount, refunds.created_at, refunds.id
      from paid join refunds on refunds.organization_id = paid.organization_id and refunds.order_id = paid.id
      where refunds.status in ('pending', 'succeeded') and not refunds.is_duplicate_payment
      union all
      select paid.organization_id, paid.subscription_id, paid.currency, paid.id, 'taken_back', reclaimed.amount, opened.happened_at, opened.id
      from paid
      join ledger_entries opened on opened.organization_id = paid.organization_id and opened.order_id = paid.id
        and opened.kind = 'dispute_opened'
      join ledger_postings reclaimed on reclaimed.organization_id = opened.organization_id and reclaimed.entry_id = opened.id
        and reclaimed.account = 'disputes'
      where not ${decided('dispute_resolved')} or ${decided('dispute_lost', 'platform_dispute_lost')}
    )
    select organization_id as "organizationId", subscription_id as "subscriptionId", currency, order_id as "orderId", kind, amount, at, id
    from movements where subscription_id is not null and amount > 0`.execute(db)
  return rows
}

/** An order whose credit notes state more than it. Minor units with the tax. */
export interface OverstatedOrder {
  readonly organizationId: string
  readonly orderId: string
  readonly currency: string
  readonly total: number
  /** The sum that its valid credit notes state. */
  readonly stated: number
}

/**
 * Orders whose credit notes state more than the order, and so more than its invoice, at most `limit`. Those of refunds that were made at the
 * processor do not count: they state what was lost.
 */
export async function overstatedOrders(db: Database, limit: number): Promise<OverstatedOrder[]> {
  const { rows } = await sql<OverstatedOrder>`
    select orders.organization_id as "organizationId", orders.id as "orderId", orders.currency, orders.total_amount as total,
      sum(note.total_amount)::int8 as stated
    from invoices note
    join orders on orders.organization_id = note.organization_id and orders.id = note.order_id
    left join refunds on refunds.organization_id = note.organization_id and refunds.id = note.refund_id
    where note.kind = 'credit_note' and note.voided_at is null and coalesce(not ${isImported}, true)
    group by orders.organization_id, orders.id
    having sum(note.total_amount) > orders.total_amount
    limit ${limit}`.execute(db)
  return rows
}
