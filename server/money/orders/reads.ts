import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import { type CustomerRow, customerJson, fromCustomerRow } from '#merchant/customers/index.ts'
import { fromProductRow, type ProductRow, productJson } from '#merchant/products/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, type ListResult, matchesMetadata, orderBy, readList, totalCount } from '#platform/database/list.ts'
import type { MetadataFilter, Sorting } from '#platform/http/wire-parts.ts'
import { fromOrderRow, itemsJson, type OrderRow, orderColumns } from './store.ts'
import type { FullOrder } from './wire.ts'

type SortProperty = 'created_at' | 'amount' | 'net_amount' | 'customer' | 'product' | 'discount' | 'subscription'

/** The filter and order of a list of orders. */
export interface OrderFilter {
  readonly organizationIds: readonly string[]
  readonly productIds?: readonly string[] | undefined
  /** Of one-time products, or of recurring ones. */
  readonly billingTypes?: readonly ('one_time' | 'recurring')[] | undefined
  /** Orders with one of these discounts: no order has a discount yet. */
  readonly discountIds?: readonly string[] | undefined
  readonly customerIds?: readonly string[] | undefined
  readonly checkoutIds?: readonly string[] | undefined
  readonly metadata: readonly MetadataFilter[]
  readonly sorting: readonly Sorting<SortProperty>[]
  readonly page: Page
}

type FullRow = OrderRow & { readonly customer: CustomerRow; readonly product: ProductRow }

// No order has a discount or a subscription yet: there is nothing to sort by.
const nullText = sql`null::text`

const order: Readonly<Record<SortProperty, RawBuilder<unknown>>> = {
  created_at: sql.ref('orders.created_at'),
  amount: sql.ref('orders.net_amount'),
  net_amount: sql.ref('orders.net_amount'),
  customer: sql`lower(coalesce(customers.name, customers.email))`,
  product: sql`lower(products.name)`,
  discount: nullText,
  subscription: nullText,
}

function joined(db: Database) {
  return db
    .selectFrom('orders')
    .innerJoin('customers', (join) =>
      join.onRef('customers.organization_id', '=', 'orders.organization_id').onRef('customers.id', '=', 'orders.customer_id'),
    )
    .innerJoin('products', (join) =>
      join.onRef('products.organization_id', '=', 'orders.organization_id').onRef('products.id', '=', 'orders.product_id'),
    )
}

// biome-ignore lint/suspicious/noExplicitAny: the select of a list, with any joins
function filtered<Select extends SelectQueryBuilder<any, any, any>>(select: Select, filter: OrderFilter): Select {
  const among = (column: string, ids: readonly string[] | undefined) => (ids ? [sql<boolean>`${sql.ref(column)} = ${anyOf(ids)}`] : [])
  const types = new Set(filter.billingTypes ?? [])
  const conditions = [
    sql<boolean>`orders.organization_id = ${anyOf(filter.organizationIds)}`,
    ...among('orders.product_id', filter.productIds),
    ...among('orders.customer_id', filter.customerIds),
    ...among('orders.checkout_id', filter.checkoutIds),
    ...(filter.discountIds ? [sql<boolean>`false`] : []),
    ...(types.size === 1 ? [sql<boolean>`(products.recurring_interval is not null) = ${types.has('recurring')}`] : []),
    ...(filter.metadata.length > 0 ? [matchesMetadata(sql.ref('orders.metadata'), filter.metadata)] : []),
  ]
  return conditions.reduce((query, condition) => query.where(condition) as Select, select)
}

const customer = customerJson.as('customer')
const product = productJson.as('product')
const items = itemsJson.as('items')

/** Lists orders with their customer, product and items, in one statement. */
export function listOrders(db: Database, filter: OrderFilter): Promise<ListResult<FullOrder>> {
  const count = filtered(joined(db), filter).select(totalCount)
  const rows = filtered(joined(db), filter)
    .select(orderColumns)
    .select([items, customer, product])
    .orderBy(orderBy(filter.sorting, order, sql.ref('orders.id')))
  return readList(db, { count, rows, page: filter.page }, fromFullRow)
}

/** An order of one of the organizations, with its customer, product and items. */
export async function findOrder(db: Database, tenants: readonly string[], id: string): Promise<FullOrder | undefined> {
  const row = await joined(db)
    .select(orderColumns)
    .select([items, customer, product])
    .where('orders.organization_id', '=', anyOf(tenants))
    .where('orders.id', '=', id)
    .executeTakeFirst()
  return row && fromFullRow(row)
}

function fromFullRow(row: FullRow): FullOrder {
  return { order: fromOrderRow(row), customer: fromCustomerRow(row.customer), product: fromProductRow(row.product) }
}

/** The fields of an order that a verification of the ledger compares. */
export interface StoredOrder {
  readonly organizationId: string
  readonly id: string
  readonly isPaid: boolean
  readonly total: number
  readonly tax: number
  readonly credit: number
  readonly writtenOff: number
  readonly refunded: number
  readonly refundedTax: number
}

/** The next orders of all organizations after `cursor`, at most `limit`, in key order. */
export async function ordersAfter(
  db: Database,
  cursor: { readonly organizationId: string; readonly id: string } | undefined,
  limit: number,
): Promise<StoredOrder[]> {
  return db
    .selectFrom('orders')
    .select([
      'organization_id as organizationId',
      'id',
      'total_amount as total',
      'tax_amount as tax',
      'written_off_amount as writtenOff',
      'refunded_amount as refunded',
      'refunded_tax_amount as refundedTax',
    ])
    .select([sql<number>`-applied_balance_amount`.as('credit'), sql<boolean>`status <> 'pending'`.as('isPaid')])
    .$if(cursor !== undefined, (select) =>
      select.where(sql<boolean>`(organization_id, id) > (${cursor?.organizationId}::uuid, ${cursor?.id}::uuid)`),
    )
    .orderBy('organization_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}
