import { type RawBuilder, sql } from 'kysely'
import { type Database, json, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { fromPriceColumns, type Price, type PriceColumns, type PricedProduct, type Product, priceKinds } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    products: ProductsTable
    product_prices: ProductPricesTable
  }
}

interface ProductsTable {
  organization_id: string
  id: string
  name: string
  description: string | null
  recurring_interval: Product['recurringInterval']
  is_archived: boolean
  metadata: Product['metadata']
  created_at: Date
  modified_at: Date | null
}

interface ProductPricesTable extends PriceColumns {
  organization_id: string
  id: string
  product_id: string
  /** The order of the product's prices, as sent. */
  position: number
  amount_type: string
  is_archived: boolean
  created_at: Date
  modified_at: Date | null
}

type Instant = Date | string
type Times = 'created_at' | 'modified_at'

/** A price as the database's JSON, in which times are text. */
export type PriceRow = Omit<ProductPricesTable, Times | 'position'> & { readonly created_at: Instant; readonly modified_at: Instant | null }

/** A product as selected, or as the database's JSON. */
export type ProductRow = Omit<ProductsTable, Times> & { readonly created_at: Instant; readonly modified_at: Instant | null }

/** A product with its prices, as selected or as the database's JSON. */
export type PricedProductRow = ProductRow & { readonly prices: readonly PriceRow[] }

/** Every column of a product, to select. */
export const productColumns = [
  'products.organization_id',
  'products.id',
  'products.name',
  'products.description',
  'products.recurring_interval',
  'products.is_archived',
  'products.metadata',
  'products.created_at',
  'products.modified_at',
] as const

const priceFields = sql`
  'organization_id', price.organization_id, 'id', price.id, 'product_id', price.product_id, 'amount_type', price.amount_type,
  'price_amount', price.price_amount, 'price_currency', price.price_currency, 'is_archived', price.is_archived,
  'created_at', price.created_at, 'modified_at', price.modified_at`

/** A price as one JSON value, for reads that join the table `product_prices` as `price`; `fromPriceRow` takes it. */
export const priceJson: RawBuilder<PriceRow> = sql`json_build_object(${priceFields})`

/** The live prices of the joined table `products`, in order, as JSON. */
export const livePricesJson: RawBuilder<PriceRow[]> = sql`(
  select coalesce(json_agg(${priceJson} order by price.position), '[]') from product_prices as price
  where price.organization_id = products.organization_id and price.product_id = products.id and not price.is_archived)`

const productFields = sql`
  'organization_id', products.organization_id, 'id', products.id, 'name', products.name, 'description', products.description,
  'recurring_interval', products.recurring_interval, 'is_archived', products.is_archived, 'metadata', products.metadata,
  'created_at', products.created_at, 'modified_at', products.modified_at`

/** A product as one JSON value, for reads that join the table `products` under this name; `fromProductRow` takes it. */
export const productJson: RawBuilder<ProductRow> = sql`json_build_object(${productFields})`

/** The same with its live prices; `fromPricedProductRow` takes it. */
export const pricedProductJson: RawBuilder<PricedProductRow> = sql`json_build_object(${productFields}, 'prices', ${livePricesJson})`

/** Maps a row to its product. */
export function fromProductRow(row: ProductRow): Product {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    description: row.description,
    recurringInterval: row.recurring_interval,
    isArchived: row.is_archived,
    metadata: row.metadata,
    createdAt: new Date(row.created_at),
    modifiedAt: row.modified_at === null ? null : new Date(row.modified_at),
  }
}

/** Maps a row to its price. */
export function fromPriceRow(row: PriceRow): Price {
  return fromPriceColumns(row.amount_type, row, {
    id: row.id,
    organizationId: row.organization_id,
    productId: row.product_id,
    isArchived: row.is_archived,
    createdAt: new Date(row.created_at),
    modifiedAt: row.modified_at === null ? null : new Date(row.modified_at),
  })
}

/** Maps a row to its product with prices. */
export function fromPricedProductRow(row: PricedProductRow): PricedProduct {
  return { ...fromProductRow(row), prices: row.prices.map(fromPriceRow) }
}

function valuesOf(product: Product) {
  return {
    name: product.name,
    description: product.description,
    recurring_interval: product.recurringInterval,
    is_archived: product.isArchived,
    metadata: json(product.metadata),
    created_at: product.createdAt,
    modified_at: product.modifiedAt,
  }
}

function valuesOfPrice(price: Price, position: number): ProductPricesTable {
  return {
    organization_id: price.organizationId,
    id: price.id,
    product_id: price.productId,
    position,
    amount_type: price.kind,
    ...priceKinds[price.kind].toColumns(price),
    is_archived: price.isArchived,
    created_at: price.createdAt,
    modified_at: price.modifiedAt,
  }
}

/** Inserts a product with its prices, in one statement. */
export async function insertProduct(tx: Tx, product: PricedProduct): Promise<void> {
  await tx
    .with('inserted', (query) =>
      query.insertInto('products').values({ organization_id: product.organizationId, id: product.id, ...valuesOf(product) }),
    )
    .insertInto('product_prices')
    .values(product.prices.map(valuesOfPrice))
    .execute()
}

/** Saves a product whose row is locked, with its new and newly archived prices. */
export async function saveProduct(tx: Tx, product: Product, changedPrices: readonly Price[]): Promise<void> {
  await tx
    .updateTable('products')
    .set(valuesOf(product))
    .where('organization_id', '=', product.organizationId)
    .where('id', '=', product.id)
    .execute()
  const archived = changedPrices.filter((price) => price.isArchived)
  if (archived.length > 0) await archivePrices(tx, product, archived)
  const added = changedPrices.filter((price) => !price.isArchived)
  if (added.length > 0) await appendPrices(tx, product, added)
}

async function archivePrices(tx: Tx, product: Product, prices: readonly Price[]): Promise<void> {
  await tx
    .updateTable('product_prices')
    .set({ is_archived: true, modified_at: product.modifiedAt })
    .where('organization_id', '=', product.organizationId)
    .where('id', '=', anyOf(prices.map((price) => price.id)))
    .execute()
}

async function appendPrices(tx: Tx, product: Product, prices: readonly Price[]): Promise<void> {
  const last = await tx
    .selectFrom('product_prices')
    .select((select) => select.fn.max('position').as('position'))
    .where('organization_id', '=', product.organizationId)
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow()
  const rows = prices.map((price, index) => valuesOfPrice(price, last.position + 1 + index))
  await tx.insertInto('product_prices').values(rows).execute()
}

/** A product of one of the organizations, with its live prices. */
export async function findProduct(db: Database, tenants: readonly string[], id: string): Promise<PricedProduct | undefined> {
  const row = await db
    .selectFrom('products')
    .select(productColumns)
    .select(livePricesJson.as('prices'))
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && fromPricedProductRow(row)
}

/** The products of these ids in one of the organizations, with their live prices; in no order. */
export async function findProducts(db: Database, tenants: readonly string[], ids: readonly string[]): Promise<PricedProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(productColumns)
    .select(livePricesJson.as('prices'))
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', anyOf(ids))
    .execute()
  return rows.map(fromPricedProductRow)
}

/** A price of one of the organizations, archived or not. */
export async function findPrice(db: Database, tenants: readonly string[], id: string): Promise<Price | undefined> {
  const row = await db
    .selectFrom('product_prices as price')
    .select(priceJson.as('found'))
    .where('price.organization_id', '=', anyOf(tenants))
    .where('price.id', '=', id)
    .executeTakeFirst()
  return row && fromPriceRow(row.found)
}

/** The same as `findProduct`, with the product's row locked. */
export async function lockProduct(tx: Tx, tenants: readonly string[], id: string): Promise<PricedProduct | undefined> {
  const locked = await tx
    .selectFrom('products')
    .select('id')
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  // A second statement: the first one's snapshot lacks prices that were written while it waited for the lock.
  return locked && findProduct(tx, tenants, id)
}
