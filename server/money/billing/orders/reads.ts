import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { discounts, fromDiscountRow } from '#merchant/catalogue/discounts/index.ts'
import { products } from '#merchant/catalogue/products/index.ts'
import { customers } from '#merchant/customers/index.ts'
import { isTestMerchant } from '#merchant/merchants/index.ts'
import { subscriptions } from '#money/billing/subscriptions/index.ts'
import type { OrderToVerify } from '#money/books/ledger/index.ts'
import { taxFallbacks } from '#money/taxes/model.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { added } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { children, joined, value } from '#platform/resource/embedded.ts'
import { among, amountBetween, createdBetween, ids, inMetadata, searchAcross } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { orderColumns, productBillingType } from './model.ts'
import { orderItems, orders } from './store.ts'

/** The books of a deleted organization: how many orders and ledger entries, and since when. */
export interface Archive {
  readonly organizationId: string
  readonly orders: number
  readonly entries: number
  readonly archivedAt: Date
}

/** The archived books of all deleted organizations, the latest first. */
export async function listArchives(db: Database): Promise<Archive[]> {
  const { rows } = await sql<Archive>`
    select organization_id as "organizationId", count(*) filter (where kind = 'order')::int as orders,
      count(*) filter (where kind = 'entry')::int as entries, max(archived_at) as "archivedAt"
    from archived_books group by organization_id order by max(archived_at) desc`.execute(db)
  return rows
}

/** The archived orders of an organization by number, then its ledger entries by date. */
export async function readArchive(db: Database, organizationId: string): Promise<Readonly<Record<string, unknown>>[]> {
  const { rows } = await sql<{ kind: string; id: string; content: Readonly<Record<string, unknown>> }>`
    select kind, id, content from archived_books where organization_id = ${organizationId}::uuid
    order by kind desc, content ->> 'happened_at', id`.execute(db)
  return rows.map(({ kind, id, content }) => ({ type: kind, id, ...content }))
}

// A value of the order's subscription.
const ofSubscription = (selected: RawBuilder<unknown>) =>
  sql`(select ${selected} from subscriptions
    where subscriptions.organization_id = orders.organization_id and subscriptions.id = orders.subscription_id)`

// A value of the order's discount, deleted or not.
const ofDiscount = (selected: RawBuilder<unknown>) =>
  sql`(select ${selected} from discounts where discounts.organization_id = orders.organization_id and discounts.id = orders.discount_id)`

/** The list of orders with their customer, product and items. */
export const orderList = list(orders, {
  with: {
    customer: joined(customers, { from: 'orders', column: 'customer_id' }),
    product: joined(products, { from: 'orders', column: 'product_id' }),
    items: children(orderItems, { of: 'orders', column: 'order_id', orderBy: 'position' }),
    discount: value(ofDiscount(discounts.json()), (row) => (row === null ? null : fromDiscountRow(row as StoredRow))),
    subscription: value(ofSubscription(subscriptions.json()), (row) => (row === null ? null : subscriptions.fromRow(row as StoredRow))),
    isTest: value<boolean>(isTestMerchant(sql`orders.organization_id`)),
  },
  filters: {
    product_id: ids('orders.product_id'),
    product_billing_type: among(
      sql`case when products.recurring_interval is null then 'one_time' else 'recurring' end`,
      productBillingType,
    ),
    discount_id: ids('orders.discount_id'),
    customer_id: ids('orders.customer_id'),
    checkout_id: ids('orders.checkout_id'),
    subscription_id: ids('orders.subscription_id').meta(added('Only orders of these subscriptions.')),
    status: among('orders.status', orderColumns.status.schema).meta(added('Only orders in these states.')),
    query: searchAcross({ table: 'orders', texts: ['number'] }, [
      { table: 'customers', column: 'customer_id', texts: ['name', 'email'] },
      { table: 'products', column: 'product_id', texts: ['name'] },
    ]).meta(added("Part of the order's number, of the customer's name or email, or of the product's name.")),
    tax_fallback: among(sql`orders.tax ->> 'fallback'`, z.enum(taxFallbacks)).meta(
      added('Only orders whose taxes the table of rates worked out in place of Stripe Tax, for these reasons.'),
    ),
    ...createdBetween('orders.created_at'),
    ...amountBetween('orders.total_amount', 'total'),
    metadata: inMetadata('orders.metadata'),
  },
  summary: {
    currency: 'orders.currency',
    sums: {
      net_amount: 'orders.net_amount',
      tax_amount: 'orders.tax_amount',
      total_amount: 'orders.total_amount',
      refunded_amount: 'orders.refunded_amount',
    },
  },
  sorting: {
    created_at: 'orders.created_at',
    amount: 'orders.net_amount',
    net_amount: 'orders.net_amount',
    customer: byName(sql`coalesce(customers.name, customers.email)`),
    product: byName('products.name'),
    discount: ofDiscount(byName('discounts.name')),
    subscription: ofSubscription(sql`subscriptions.started_at`),
  },
  defaultSorting: '-created_at',
  item: ({ customer, product, discount, subscription, isTest, ...order }) => ({ order, customer, product, discount, subscription, isTest }),
})

/** The fields of an order that a verification of the ledger compares. */
export type StoredOrder = Omit<OrderToVerify, 'entries'> & { readonly organizationId: string; readonly id: string }

/** The number of orders of all organizations. */
export async function countOrders(db: Database): Promise<number> {
  const { count } = await db.selectFrom('orders').select(sql<number>`count(*)::int8`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** The next orders of all organizations after `cursor`, at most `limit`, in key order. */
export async function ordersAfter(
  db: Database,
  cursor: { readonly organizationId: string; readonly id: string } | undefined,
  limit: number,
): Promise<StoredOrder[]> {
  return storedOrders(db)
    .$if(cursor !== undefined, (select) =>
      select.where(sql<boolean>`(organization_id, id) > (${cursor?.organizationId}::uuid, ${cursor?.id}::uuid)`),
    )
    .orderBy('organization_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** These orders, to verify them again. */
export function ordersAmong(db: Database, orderIds: readonly string[]): Promise<StoredOrder[]> {
  return storedOrders(db)
    .where(sql<boolean>`id = ${anyOf(orderIds)}`)
    .execute()
}

/** Entries that name an order which does not exist, at most `limit`. */
export async function entriesWithoutOrder(db: Database, limit: number): Promise<{ organizationId: string; id: string; orderId: string }[]> {
  const { rows } = await sql<{ organizationId: string; id: string; orderId: string }>`
    select entry.organization_id as "organizationId", entry.id, entry.order_id as "orderId" from ledger_entries entry
    where entry.order_id is not null and not exists (
      select from orders where orders.organization_id = entry.organization_id and orders.id = entry.order_id)
    limit ${limit}`.execute(db)
  return rows
}

/** Entries of second payments that differ from their payment, at most `limit`. */
export async function wrongDuplicates(
  db: Database,
  limit: number,
): Promise<{ organizationId: string; id: string; orderId: string | null }[]> {
  const posted = (account: string) => sql`(select coalesce(sum(posting.amount), 0) from ledger_postings posting
    where posting.organization_id = entry.organization_id and posting.entry_id = entry.id and posting.account = ${account})`
  const { rows } = await sql<{ organizationId: string; id: string; orderId: string | null }>`
    select entry.organization_id as "organizationId", entry.id, entry.order_id as "orderId" from ledger_entries entry
    left join payments on payments.organization_id = entry.organization_id and 'payment:' || payments.id = entry.source
    where entry.kind = 'duplicate_payment'
      and (payments.id is null or ${posted('receivable')} <> -payments.amount or ${posted('provider_fees')} <> payments.fee_amount)
    limit ${limit}`.execute(db)
  return rows
}

function storedOrders(db: Database) {
  return db
    .selectFrom('orders')
    .select([
      'organization_id as organizationId',
      'id',
      'net_amount as net',
      'total_amount as total',
      'discount_amount as discount',
      'platform_fee_amount as platformFee',
      'tax_amount as tax',
      'written_off_amount as writtenOff',
      'refunded_amount as refunded',
      'refunded_tax_amount as refundedTax',
      'disputed_amount as disputed',
      'disputed_tax_amount as disputedTax',
      'pending_dispute_amount as pendingDispute',
    ])
    .select([
      sql<number>`-applied_balance_amount`.as('credit'),
      sql<boolean>`status <> 'pending'`.as('isPaid'),
      paymentOf('amount').as('captured'),
      paymentOf('fee_amount').as('providerFee'),
      itemsOf('amount').as('itemsAmount'),
      itemsOf('tax_amount').as('itemsTax'),
      sql<number>`case when tax ->> 'behavior' = 'inclusive' then tax_amount else 0 end`.as('containedTax'),
      sql<number>`case when tax is null then tax_amount else (
        select coalesce(sum((component ->> 'amount')::int8), 0)::int8 from jsonb_array_elements(tax -> 'components') as component) end`.as(
        'decidedTax',
      ),
    ])
}

function paymentOf(column: 'amount' | 'fee_amount'): RawBuilder<number> {
  return sql`coalesce((select payments.${sql.ref(column)} from payments
    where payments.organization_id = orders.organization_id and payments.id = orders.payment_id), 0)`
}

function itemsOf(column: 'amount' | 'tax_amount'): RawBuilder<number> {
  return sql`(select coalesce(sum(order_items.${sql.ref(column)}), 0)::int8 from order_items
    where order_items.organization_id = orders.organization_id and order_items.order_id = orders.id)`
}
