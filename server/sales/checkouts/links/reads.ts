import { sql } from 'kysely'
import { discounts, findDiscount, fromDiscountRow } from '#merchant/catalogue/discounts/index.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import { findPrice, fromPricedProductRow, pricedProductJson } from '#merchant/catalogue/products/index.ts'
import type { Database } from '#platform/database/database.ts'
import { oneOrMoreIds } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { value } from '#platform/resource/embedded.ts'
import { createdBetween, filter, inMetadata, search } from '#platform/resource/filters.ts'
import { type ItemContext, list } from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { DESCRIPTION_MAXIMUM, type FullCheckoutLink, METADATA_MAXIMUM_BYTES } from './model.ts'
import type { RequestedProducts } from './rules.ts'
import { checkoutLinks } from './store.ts'

// A page may have a hundred links of ten products each: long descriptions are cut and large metadata is left out.
const linkProductJson = pricedProductJson({
  isWhole: sql`octet_length(products.metadata::text) <= ${sql.lit(METADATA_MAXIMUM_BYTES)} and coalesce(length(products.description), 0) <= ${sql.lit(DESCRIPTION_MAXIMUM)}`,
  descriptionMaximum: sql`${sql.lit(DESCRIPTION_MAXIMUM)}`,
})

/** The list of checkout links with their products. `query` is part of the label. */
export const checkoutLinkList = list(checkoutLinks, {
  with: {
    products: value(
      sql`(
        select coalesce(json_agg(${linkProductJson} order by array_position(checkout_links.product_ids, products.id)), '[]')
        from products where products.organization_id = checkout_links.organization_id and products.id = any(checkout_links.product_ids))`,
      (products) => (products as readonly unknown[]).map(fromPricedProductRow),
    ),
    discount: value(
      sql`(
        select ${discounts.json()} from discounts
        where discounts.organization_id = checkout_links.organization_id and discounts.id = checkout_links.discount_id)`,
      (discount) => (discount === null ? null : fromDiscountRow(discount as StoredRow)),
    ),
  },
  filters: {
    product_id: filter(oneOrMoreIds, (productIds) =>
      productIds.length === 0 ? undefined : sql<boolean>`checkout_links.product_ids && ${productIds}::uuid[]`,
    ),
    query: search('checkout_links.label'),
    ...createdBetween('checkout_links.created_at'),
    metadata: inMetadata('checkout_links.metadata'),
  },
  sorting: {
    created_at: 'checkout_links.created_at',
    label: byName('checkout_links.label'),
    success_url: 'checkout_links.success_url',
    allow_discount_codes: 'checkout_links.allow_discount_codes',
  },
  defaultSorting: 'created_at',
})

/** The link with this client secret. */
export async function findLinkBySecret(db: Database, clientSecret: string, context: ItemContext): Promise<FullCheckoutLink | undefined> {
  return (await checkoutLinkList.select(db, sql`where checkout_links.client_secret = ${clientSecret}`, context))[0]
}

/** The ids of the products that a body names, by their own ids or by that of a price. */
export async function findProductIds(db: Database, organizationId: string, { field, ids }: RequestedProducts): Promise<readonly string[]> {
  const [first] = ids
  if (field !== 'product_price_id' || first === undefined) return ids
  const price = await findPrice(db, [organizationId], first)
  return price ? [price.productId] : []
}

/** The discount that a body names; null where it names none, or one that the organization does not have. */
export async function findNamedDiscount(db: Database, organizationId: string, id: string | null | undefined): Promise<Discount | null> {
  return (id && (await findDiscount(db, organizationId, id))) || null
}
