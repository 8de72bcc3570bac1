import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import { type CustomerRow, customerJson, fromCustomerRow } from '#merchant/customers/index.ts'
import { fromProductRow, type ProductRow, productJson } from '#merchant/products/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, countedAs, type Listed, metadataFits, orderedBy, readList } from '#platform/database/list.ts'
import type { MetadataFilter, Sorting } from '#platform/http/wire-parts.ts'
import { fromOrderRow, itemsJson, type OrderRow, orderColumns } from './store.ts'
import type { FullOrder } from './wire.ts'

type SortProperty = 'created_at' | 'amount' | 'net_amount' | 'customer' | 'product' | 'discount' | 'subscription'

/** Which orders a list shows, and in which order. */
export interface OrderFilter {
  readonly organizationIds: readonly string[]
  readonly productIds?: readonly string[] | undefined
  /** Of what is sold once, or of what is billed again and again. */
  readonly billingTypes?: readonly ('one_time' | 'recurring')[] | undefined
  /** Orders with one of these discounts: none has any yet. */
  readonly discountIds?: readonly string[] | undefined
  readonly customerIds?: readonly string[] | undefined
  readonly checkoutIds?: readonly string[] | undefined
  readonly metadata: readonly MetadataFilter[]
  readonly sorting: readonly Sorting<SortProperty>[]
  readonly page: Page
}

type FullRow = OrderRow & { readonly customer: CustomerRow; readonly product: ProductRow }

// No order has a discount or a subscription yet: there is nothing to order by.
const none = sql`null::text`

const order: Readonly<Record<SortProperty, RawBuilder<unknown>>> = {
  created_at: sql.ref('orders.created_at'),
  amount: sql.ref('orders.net_amount'),
  net_amount: sql.ref('orders.net_amount'),
  customer: sql`lower(coalesce(customers.name, customers.email))`,
  product: sql`lower(products.name)`,
  discount: none,
  subscription: none,
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

// biome-ignore lint/suspicious/noExplicitAny: the select of a list, whatever it has joined
function narrowed<Select extends SelectQueryBuilder<any, any, any>>(select: Select, filter: OrderFilter): Select {
  const among = (column: string, ids: readonly string[] | undefined) => (ids ? [sql<boolean>`${sql.ref(column)} = ${anyOf(ids)}`] : [])
  const types = new Set(filter.billingTypes ?? [])
  const conditions = [
    sql<boolean>`orders.organization_id = ${anyOf(filter.organizationIds)}`,
    ...among('orders.product_id', filter.productIds),
    ...among('orders.customer_id', filter.customerIds),
    ...among('orders.checkout_id', filter.checkoutIds),
    ...(filter.discountIds ? [sql<boolean>`false`] : []),
    ...(types.size === 1 ? [sql<boolean>`(products.recurring_interval is not null) = ${types.has('recurring')}`] : []),
    ...(filter.metadata.length > 0 ? [metadataFits(sql.ref('orders.metadata'), filter.metadata)] : []),
  ]
  return conditions.reduce((query, condition) => query.where(condition) as Select, select)
}

const customer = customerJson.as('customer')
const product = productJson.as('product')
const items = itemsJson.as('items')

/** Orders with their customer, product and items, in one statement. */
export function listOrders(db: Database, filter: OrderFilter): Promise<Listed<FullOrder>> {
  const count = narrowed(joined(db), filter).select(countedAs)
  const rows = narrowed(joined(db), filter)
    .select(orderColumns)
    .select([items, customer, product])
    .orderBy(orderedBy(filter.sorting, order, sql.ref('orders.id')))
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

/** What a check of the books compares an order with. */
export interface KeptOrder {
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

/** The next orders of all organizations after `mark`, at most `limit`, in the order of their keys. */
export async function ordersAfter(
  db: Database,
  mark: { readonly organizationId: string; readonly id: string } | undefined,
  limit: number,
): Promise<KeptOrder[]> {
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
    .$if(mark !== undefined, (select) =>
      select.where(sql<boolean>`(organization_id, id) > (${mark?.organizationId}::uuid, ${mark?.id}::uuid)`),
    )
    .orderBy('organization_id')
    .orderBy('id')
    .limit(limit)
    .execute()
}
