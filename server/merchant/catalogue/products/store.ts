import { type RawBuilder, sql } from 'kysely'
import { benefitsOfProductJson, fromBenefitRows, publicBenefitsOfProductJson } from '#merchant/catalogue/benefits/index.ts'
import { customFields } from '#merchant/catalogue/custom-fields/index.ts'
import type { AttachedField } from '#merchant/catalogue/custom-fields/model.ts'
import { fromFileRows, insertingMedias, mediasOfProductJson, replaceProductMedias } from '#merchant/catalogue/files/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { value } from '#platform/resource/embedded.ts'
import { limitReached, type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { type StoredRow, table } from '#platform/resource/table.ts'
import { fromStoredPrice, type Price, type PricedProduct, type Product, priceColumns, productColumns, toStoredPrice } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    products: Row<typeof productColumns>
    product_prices: Row<typeof priceColumns>
    product_custom_fields: ProductCustomFieldsTable
  }
}

/** The custom fields of products, in their order. */
interface ProductCustomFieldsTable {
  organization_id: string
  product_id: string
  position: number
  custom_field_id: string
  is_required: boolean
}

/** The rows of products. */
export const products = table('products', productColumns, { isCounted: true })

/** The rows of prices. */
const prices = table('product_prices', priceColumns)

/** A price as one JSON value, for reads that join the table `product_prices` as `price`; `fromPriceRow` takes it. */
export const priceJson = sql`json_build_object('stored', ${prices.json('price')}, 'meter_name', (
  select meters.name from meters where meters.organization_id = price.organization_id and meters.id = price.meter_id))`

/** The live prices of the joined table `products`, in order, as JSON. */
export const livePricesJson = sql<StoredRow[]>`(
  select coalesce(json_agg(${priceJson} order by price.position), '[]') from product_prices as price
  where price.organization_id = products.organization_id and price.product_id = products.id and not price.is_archived)`

/** The live prices of each row of a list of products. */
export const livePrices = value(livePricesJson, (rows) => (rows as StoredRow[]).map(fromPriceRow))

const fieldsJson = sql<StoredRow[]>`(
  select coalesce(json_agg(json_build_object('field', ${customFields.json('field')}, 'is_required', attached.is_required)
    order by attached.position), '[]')
  from product_custom_fields as attached
  inner join custom_fields as field on field.organization_id = attached.organization_id and field.id = attached.custom_field_id
  where attached.organization_id = products.organization_id and attached.product_id = products.id)`

/** The benefits of each row of a list of products. */
export const productBenefits = value(benefitsOfProductJson, (rows) => fromBenefitRows(rows as StoredRow[]))

/** The pictures of each row of a list of products. */
export const productMedias = value(mediasOfProductJson, (rows) => fromFileRows(rows as StoredRow[]))

/** The custom fields of each row of a list of products. */
export const attachedFields = value(fieldsJson, (rows) => (rows as StoredRow[]).map(fromFieldRow))

function fromFieldRow(row: StoredRow): AttachedField {
  return { field: customFields.fromRow(row['field'] as StoredRow), isRequired: row['is_required'] === true }
}

/**
 * A product with its live prices as one JSON value, for statements that join the table `products`; `fromPricedProductRow` reads it.
 * Where `isWhole` does not hold, its description has at most `descriptionMaximum` characters and its metadata is left out. Its benefits are
 * those that buyers see.
 */
export function pricedProductJson(options: {
  readonly isWhole: RawBuilder<boolean>
  readonly descriptionMaximum: RawBuilder<number>
}): RawBuilder<unknown> {
  const { isWhole, descriptionMaximum } = options
  const replaced = {
    description: sql`case when ${isWhole} then products.description else left(products.description, ${descriptionMaximum}) end`,
    metadata: sql`case when ${isWhole} then products.metadata else '{}'::jsonb end`,
  }
  return withRelated(products.json('products', replaced), publicBenefitsOfProductJson)
}

/** The same for the merchant: the whole product with all its benefits. */
export const merchantProductJson: RawBuilder<unknown> = withRelated(products.json(), benefitsOfProductJson)

function withRelated(product: RawBuilder<unknown>, benefits: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('product', ${product}, 'prices', ${livePricesJson}, 'fields', ${fieldsJson},
    'benefits', ${benefits}, 'medias', ${mediasOfProductJson})`
}

/** Maps the JSON of `priceJson` to its price. */
export function fromPriceRow(row: StoredRow): Price {
  return fromStoredPrice(prices.fromRow(row['stored'] as StoredRow), { meterName: row['meter_name'] as string | null })
}

/** Maps the JSON of `pricedProductJson` to its product with prices. */
export function fromPricedProductRow(row: unknown): PricedProduct {
  const { product, ...related } = row as Readonly<Record<'product', StoredRow> & RelatedRows>
  return { ...products.fromRow(product), ...fromRelatedRows(related) }
}

/** The related rows of a product, as JSON. */
type RelatedRows = Readonly<Record<'prices' | 'fields' | 'benefits' | 'medias', readonly StoredRow[]>>

function fromRelatedRows({ prices, fields, benefits, medias }: RelatedRows): Omit<PricedProduct, keyof Product> {
  return {
    prices: prices.map(fromPriceRow),
    customFields: fields.map(fromFieldRow),
    benefits: fromBenefitRows(benefits),
    medias: fromFileRows(medias),
  }
}

const productLimit: ResourceLimit = {
  setting: 'PRODUCT_LIMIT',
  table: 'products',
  isCounted: true,
  things: 'products',
}

type LimitDeps = Pick<Platform, 'settings'>

/** Inserts a product with its prices within the limit, in one statement. */
export async function insertProduct(tx: Tx, platform: LimitDeps, product: PricedProduct): Promise<void> {
  const fields = fieldRowsOf(product)
  await withinLimit(platform, { limit: productLimit, owner: product.organizationId }, (organization_id) => {
    const inserted = tx.with('inserted', (query) => products.inserting(query, [product], { organization_id }))
    const attached = fields.length === 0 ? inserted : inserted.with('attached', (query) => insertingFields(query, fields))
    const shown = product.medias.length === 0 ? attached : attached.with('shown', (query) => insertingMedias(query, product))
    return prices.inserting(shown, product.prices.map(toStoredPrice)).execute()
  })
}

const insertingFields = (tx: Pick<Tx, 'insertInto'>, rows: readonly ProductCustomFieldsTable[]) =>
  tx.insertInto('product_custom_fields').values(rows)

function fieldRowsOf({ organizationId, id, customFields }: PricedProduct): ProductCustomFieldsTable[] {
  return customFields.map(({ field, isRequired }, position) => ({
    organization_id: organizationId,
    product_id: id,
    position,
    custom_field_id: field.id,
    is_required: isRequired,
  }))
}

// The whole list is replaced.
async function saveFields(tx: Tx, product: PricedProduct): Promise<void> {
  const { organizationId, id } = product
  await tx.deleteFrom('product_custom_fields').where('organization_id', '=', organizationId).where('product_id', '=', id).execute()
  const rows = fieldRowsOf(product)
  if (rows.length > 0) await insertingFields(tx, rows).execute()
}

/** Changes of a product, and of its prices: new ones and newly archived ones. */
export interface ProductChange {
  readonly product: PricedProduct
  readonly changedPrices: readonly Price[]
  /** Whether it has other custom fields than before, or in another order. */
  readonly hasOtherFields: boolean
  /** Whether it has other pictures than before, or in another order. */
  readonly hasOtherMedias: boolean
}

/** Saves the row of a product, which is locked. */
export function saveProductRow(tx: Tx, product: Product): Promise<void> {
  return products.save(tx, product)
}

/** Saves a product whose row is locked, with its prices within their limit. */
export async function saveProduct(tx: Tx, platform: LimitDeps, change: ProductChange): Promise<void> {
  const { product, changedPrices, hasOtherFields, hasOtherMedias } = change
  await saveProductRow(tx, product)
  if (hasOtherFields) await saveFields(tx, product)
  if (hasOtherMedias) await replaceProductMedias(tx, product)
  const archived = changedPrices.filter((price) => price.isArchived)
  if (archived.length > 0) await archivePrices(tx, product, archived)
  const added = changedPrices.filter((price) => !price.isArchived)
  if (added.length > 0) await appendPrices(tx, platform, { product, changedPrices: added })
}

async function archivePrices(tx: Tx, product: Product, archived: readonly Price[]): Promise<void> {
  await tx
    .updateTable('product_prices')
    .set({ is_archived: true, modified_at: product.modifiedAt })
    .where('organization_id', '=', product.organizationId)
    .where('id', '=', anyOf(archived.map((price) => price.id)))
    .execute()
}

async function appendPrices(
  tx: Tx,
  { settings }: LimitDeps,
  { product, changedPrices: added }: Pick<ProductChange, 'product' | 'changedPrices'>,
): Promise<void> {
  const last = await tx
    .selectFrom('product_prices')
    .select((select) => select.fn.max('position').as('position'))
    .where('organization_id', '=', product.organizationId)
    .where('product_id', '=', product.id)
    .executeTakeFirstOrThrow()
  const maximum = settings.PRODUCT_PRICE_LIMIT
  if (last.position + 1 + added.length > maximum)
    throw limitReached({ setting: 'PRODUCT_PRICE_LIMIT', things: 'prices of a product', maximum })
  const stored = added.map((price, index) => toStoredPrice(price, last.position + 1 + index))
  await prices.inserting(tx, stored).execute()
}

async function selectPriced(db: Database, tail: RawBuilder<unknown>): Promise<PricedProduct[]> {
  const { rows } = await sql<StoredRow & RelatedRows>`
    select ${products.selection()}, ${livePricesJson} as prices, ${fieldsJson} as fields, ${benefitsOfProductJson} as benefits,
      ${mediasOfProductJson} as medias
    from products ${tail}`.execute(db)
  return rows.map((row) => ({ ...products.fromRow(row), ...fromRelatedRows(row) }))
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
  const { rows } = await sql<{ readonly price: StoredRow }>`select ${priceJson} as price from product_prices as price
    where price.organization_id = ${anyOf(tenants)} and price.id = ${id}`.execute(db)
  return rows[0] && fromPriceRow(rows[0].price)
}

/** Prices of an organization by their ids, in no order: also archived ones. */
export async function findPrices(db: Database, organizationId: string, ids: readonly string[]): Promise<readonly Price[]> {
  const { rows } = await sql<{ readonly price: StoredRow }>`select ${priceJson} as price from product_prices as price
    where price.organization_id = ${organizationId} and price.id = ${anyOf(ids)}`.execute(db)
  return rows.map(({ price }) => fromPriceRow(price))
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
