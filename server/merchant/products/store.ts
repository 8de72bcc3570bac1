import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Row } from '#platform/resource/columns.ts'
import { value } from '#platform/resource/embedded.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { fromPriceColumns, type Price, type PriceColumns, type PricedProduct, type Product, priceKinds, productColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    products: Row<typeof productColumns>
    product_prices: ProductPricesTable
  }
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

/** The rows of products. */
export const products = table('products', productColumns)

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

/** The live prices of each row of a list of products. */
export const livePrices = value(livePricesJson, (rows) => (rows as PriceRow[]).map(fromPriceRow))

/** A product with its live prices as one JSON value, for statements that join the table `products`; `fromPricedProductRow` reads it. */
export const pricedProductJson: RawBuilder<unknown> = sql`json_build_object('product', ${products.json()}, 'prices', ${livePricesJson})`

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

/** Maps the JSON of `pricedProductJson` to its product with prices. */
export function fromPricedProductRow(row: unknown): PricedProduct {
  const { product, prices } = row as { readonly product: StoredRow; readonly prices: readonly PriceRow[] }
  return { ...products.fromRow(product), prices: prices.map(fromPriceRow) }
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
    .with('inserted', (query) => products.inserting(query, [product]))
    .insertInto('product_prices')
    .values(product.prices.map(valuesOfPrice))
    .execute()
}

/** Saves a product whose row is locked, with its new and newly archived prices. */
export async function saveProduct(tx: Tx, product: Product, changedPrices: readonly Price[]): Promise<void> {
  await products.save(tx, product)
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

async function selectPriced(db: Database, tail: RawBuilder<unknown>): Promise<PricedProduct[]> {
  const { rows } = await sql<StoredRow & { readonly prices: readonly PriceRow[] }>`
    select ${products.selection()}, ${livePricesJson} as prices from products ${tail}`.execute(db)
  return rows.map((row) => ({ ...products.fromRow(row), prices: row.prices.map(fromPriceRow) }))
}

/** A product of one of the organizations, with its live prices. */
export async function findProduct(db: Database, tenants: readonly string[], id: string): Promise<PricedProduct | undefined> {
  return (await selectPriced(db, sql`where organization_id = ${anyOf(tenants)} and id = ${id}`))[0]
}

/** The products of these ids in one of the organizations, with their live prices; in no order. */
export function findProducts(db: Database, tenants: readonly string[], ids: readonly string[]): Promise<PricedProduct[]> {
  return selectPriced(db, sql`where organization_id = ${anyOf(tenants)} and id = ${anyOf(ids)}`)
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
