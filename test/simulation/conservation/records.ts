// The records of the server about the customers of a shop. Amounts are minor units, times are milliseconds in UTC.
import { sql } from 'kysely'
import type { Shop } from './shop.ts'

/** A line of an order, or one that waits for an order. */
export interface Line {
  readonly label: string
  readonly amount: number
  readonly priceId: string | null
}

/** An order; `captured` is what was charged for it. */
export interface Order {
  readonly id: string
  readonly subscriptionId: string
  readonly reason: string
  readonly status: string
  readonly createdAt: number
  readonly start: number | null
  readonly subtotal: number
  readonly discount: number
  readonly tax: number
  readonly net: number
  readonly total: number
  readonly credit: number
  readonly writtenOff: number
  readonly isExhausted: boolean
  readonly captured: number
  readonly lines: readonly Line[]
}

/** Money that goes back, or has gone back, for an order; `cash` of it to the card. */
export interface Return {
  readonly id: string
  readonly orderId: string
  readonly kind: 'refund' | 'dispute'
  readonly status: string
  readonly amount: number
  readonly cash: number
}

/** Credit that was given, with its tax; `back` of it was taken back. */
export interface Credit {
  readonly id: string
  readonly kind: string
  readonly amount: number
  readonly back: number
}

/** A subscription with the lines that wait for an order, as long as it has not ended. */
export interface Subscription {
  readonly id: string
  readonly status: string
  readonly productId: string
  readonly amount: number
  readonly interval: string
  readonly start: number
  readonly end: number
  readonly endedAt: number | null
  readonly endsWithPeriod: boolean
  readonly discountId: string | null
  readonly waiting: readonly (Line & { readonly id: string })[]
  /** The lines that waited when it ended, and are not billed. */
  readonly waived: readonly Line[]
}

/** All that is recorded about a customer; `balance` is its credit by the ledger. */
export interface Records {
  readonly subscriptions: readonly Subscription[]
  readonly orders: readonly Order[]
  readonly returns: readonly Return[]
  readonly credits: readonly Credit[]
  readonly balance: number
}

const NONE: Records = { subscriptions: [], orders: [], returns: [], credits: [], balance: 0 }

/** The records of all customers of a shop, by the id of the customer; `ledger` is the sum of all postings. */
export async function readRecords(shop: Shop): Promise<{ readonly ledger: number; readonly of: (customerId: string) => Records }> {
  const { organizationId: id } = shop.merchant
  const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::int8`)
  const { rows } = await sql<{ ledger: number; customers: Readonly<Record<string, Records>> }>`
    with lines as (
      select order_id, json_agg(json_build_object('label', label, 'amount', amount, 'priceId', product_price_id) order by position) as list
      from order_items where organization_id = ${id} group by order_id
    ), sold as (
      select customer_id, json_agg(json_build_object('id', orders.id, 'subscriptionId', subscription_id, 'reason', billing_reason, 'status', orders.status,
        'createdAt', ${ms('orders.created_at')}, 'start', ${ms('period_start')}, 'subtotal', subtotal_amount, 'discount', discount_amount, 'tax', tax_amount,
        'net', net_amount, 'total', total_amount, 'credit', -applied_balance_amount, 'writtenOff', case when paid_at is null then 0 else written_off_amount end,
        'isExhausted', is_collection_exhausted, 'lines', coalesce(lines.list, '[]'),
        'captured', case when payments.status in ('succeeded', 'refunded') then payments.amount else 0 end) order by orders.created_at, orders.id) as list
      from orders left join lines on lines.order_id = orders.id
        left join payments on payments.organization_id = orders.organization_id and payments.id = orders.payment_id
      where orders.organization_id = ${id} group by customer_id
    ), returned as (
      select customer_id, json_agg(each) as list from (
        select customer_id, json_build_object('id', id, 'orderId', order_id, 'kind', 'refund', 'status', status, 'amount', amount + tax_amount,
          'cash', returned_amount) as each from refunds where organization_id = ${id} and not is_duplicate_payment
        union all select customer_id, json_build_object('id', id, 'orderId', order_id, 'kind', 'dispute', 'status', status, 'amount', amount + tax_amount,
          'cash', amount + tax_amount) from disputes where organization_id = ${id}
      ) every group by customer_id
    ), credited as (
      select customer_id, json_agg(json_build_object('id', id, 'kind', kind, 'amount', amount + tax_amount,
        'back', reversed_amount + reversed_tax_amount)) as list
      from customer_credits where organization_id = ${id} group by customer_id
    ), waiting as (
      select subscription_id, json_agg(json_build_object('id', id, 'label', label, 'amount', amount, 'priceId', product_price_id) order by created_at, id) as list
      from subscription_items where organization_id = ${id} and order_id is null and closed_at is null and not is_usage group by subscription_id
    ), waived as (
      select subscription_id, json_agg(json_build_object('id', id, 'label', label, 'amount', amount, 'priceId', product_price_id)) as list
      from subscription_items where organization_id = ${id} and closed_at is not null and not is_usage group by subscription_id
    ), subscribed as (
      select customer_id, json_agg(json_build_object('id', id, 'status', status, 'productId', product_id, 'amount', amount, 'interval', recurring_interval,
        'start', ${ms('current_period_start')}, 'end', ${ms('current_period_end')}, 'endedAt', ${ms('ended_at')}, 'endsWithPeriod', cancel_at_period_end,
        'discountId', discount_id, 'waiting', coalesce(waiting.list, '[]'), 'waived', coalesce(waived.list, '[]')) order by created_at, id) as list
      from subscriptions left join waiting on waiting.subscription_id = subscriptions.id
        left join waived on waived.subscription_id = subscriptions.id
      where organization_id = ${id} and status not in ('incomplete', 'incomplete_expired') group by customer_id
    ), owed as (
      select customer_id, -sum(amount)::int8 as amount from ledger_postings
      where organization_id = ${id} and account = 'customer_credit' group by customer_id
    )
    select coalesce((select sum(amount) from ledger_postings where organization_id = ${id}), 0)::int8 as ledger,
      coalesce((select json_object_agg(customers.id, json_build_object('subscriptions', coalesce(subscribed.list, '[]'), 'orders', coalesce(sold.list, '[]'),
        'returns', coalesce(returned.list, '[]'), 'credits', coalesce(credited.list, '[]'), 'balance', coalesce(owed.amount, 0)))
      from customers left join sold on sold.customer_id = customers.id left join returned on returned.customer_id = customers.id
        left join credited on credited.customer_id = customers.id left join subscribed on subscribed.customer_id = customers.id
        left join owed on owed.customer_id = customers.id
      where organization_id = ${id}), '{}') as customers`.execute(shop.server.platform.database.db)
  const { ledger = 0, customers = {} } = rows[0] ?? {}
  return { ledger, of: (customerId) => customers[customerId] ?? NONE }
}
