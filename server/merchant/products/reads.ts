import { type RawBuilder, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, containing, type ListResult, matchesMetadata, orderBy, readList, totalCount } from '#platform/database/list.ts'
import type { MetadataFilter, Sorting } from '#platform/http/wire-parts.ts'
import type { PricedProduct } from './model.ts'
import { fromPricedProductRow, livePricesJson, productColumns } from './store.ts'

type SortProperty = 'created_at' | 'name' | 'price_amount_type' | 'price_amount'

/** The filter and order of a list of products. */
export interface ProductFilter {
  readonly organizationIds: readonly string[]
  readonly ids?: readonly string[] | undefined
  /** Part of the name, case-insensitive. */
  readonly query?: string | undefined
  readonly isArchived?: boolean | undefined
  readonly isRecurring?: boolean | undefined
  /** Products with one of these benefits: no product has benefits yet. */
  readonly benefitIds?: readonly string[] | undefined
  readonly metadata: readonly MetadataFilter[]
  readonly sorting: readonly Sorting<SortProperty>[]
  readonly page: Page
}

// A column of the product's first live price, to sort by.
function ofPrice(column: 'price_amount' | 'amount_type'): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`price.${column}`)} from product_prices as price
    where price.organization_id = products.organization_id and price.product_id = products.id and not price.is_archived
    order by price.position limit 1)`
}

const order: Readonly<Record<SortProperty, RawBuilder<unknown>>> = {
  created_at: sql.ref('products.created_at'),
  name: sql`lower(products.name)`,
  price_amount_type: ofPrice('amount_type'),
  price_amount: ofPrice('price_amount'),
}

/** Lists products with their live prices, in one statement. */
export function listProducts(db: Database, filter: ProductFilter): Promise<ListResult<PricedProduct>> {
  const found = db
    .selectFrom('products')
    .where('organization_id', '=', anyOf(filter.organizationIds))
    .$if(filter.ids !== undefined, (select) => select.where('id', '=', anyOf(filter.ids ?? [])))
    .$if(Boolean(filter.query), (select) => select.where('name', 'ilike', containing(filter.query ?? '')))
    .$if(filter.isArchived !== undefined, (select) => select.where('is_archived', '=', filter.isArchived ?? false))
    .$if(filter.isRecurring !== undefined, (select) => select.where('recurring_interval', filter.isRecurring ? 'is not' : 'is', null))
    .$if(filter.benefitIds !== undefined, (select) => select.where(sql.lit(false)))
    .$if(filter.metadata.length > 0, (select) => select.where(matchesMetadata(sql.ref('products.metadata'), filter.metadata)))
  const rows = found
    .select(productColumns)
    .select(livePricesJson.as('prices'))
    .orderBy(orderBy(filter.sorting, order, sql.ref('products.id')))
  return readList(db, { count: found.select(totalCount), rows, page: filter.page }, fromPricedProductRow)
}
