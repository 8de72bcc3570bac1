import { sql } from 'kysely'
import { products } from '#merchant/catalogue/products/index.ts'
import type { Product } from '#merchant/catalogue/products/model.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { added } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { value } from '#platform/resource/embedded.ts'
import { among, createdBetween, type FilterContext, inMetadata, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { discountStatus, type FullDiscount, PRODUCT_DESCRIPTION_MAXIMUM, PRODUCT_METADATA_MAXIMUM_BYTES, statusOf } from './model.ts'
import { discounts, fromStored, withCode } from './store.ts'

// A page may have a hundred discounts for fifty products each: long descriptions are cut and large metadata is left out.
const productJson = products.json('products', {
  description: sql`left(products.description, ${sql.lit(PRODUCT_DESCRIPTION_MAXIMUM)})`,
  metadata: sql`case when octet_length(products.metadata::text) <= ${sql.lit(PRODUCT_METADATA_MAXIMUM_BYTES)} then products.metadata else '{}'::jsonb end`,
})

// The same rule as `statusOf`, for the filter.
const currentStatus = ({ clock }: FilterContext) => {
  const now = merchantTime(clock, 'discounts.organization_id')
  return sql`case when discounts.ends_at < ${now} then 'ended' when discounts.redemptions_count >= discounts.max_redemptions then 'used_up'
    when discounts.starts_at > ${now} then 'scheduled' else 'active' end`
}

/** The list of discounts with their products. `query` is part of the name or of the code. */
export const discountList = list(discounts, {
  with: {
    products: value(
      sql`(
        select coalesce(json_agg(${productJson} order by array_position(discounts.product_ids, products.id)), '[]')
        from products where products.organization_id = discounts.organization_id and products.id = any(discounts.product_ids))`,
      (rows) => (rows as readonly StoredRow[]).map(products.fromRow),
    ),
  },
  filters: {
    query: search('discounts.name', 'discounts.code'),
    status: among(currentStatus, discountStatus).meta(added('Only discounts with these statuses.')),
    ...createdBetween('discounts.created_at'),
    metadata: inMetadata('discounts.metadata'),
  },
  sorting: {
    created_at: 'discounts.created_at',
    name: byName('discounts.name'),
    code: byName('discounts.code'),
    redemptions_count: 'discounts.redemptions_count',
  },
  defaultSorting: '-created_at',
  item: ({ products, ...stored }, { clock }): FullDiscount => {
    const discount = fromStored(stored)
    return { discount, products, status: statusOf(discount, clock.now(discount)) }
  },
})

/** The resources that a body names: products, and a code that no other discount than the one with `id` may have. */
export interface NamedByDiscount {
  readonly productIds: readonly string[]
  readonly code: string | null
  readonly id: string | null
}

/** Those of the products that the organization has, as a discount shows them, and whether another one has the code; in one statement. */
export async function readNamed(
  db: Database,
  organizationId: string,
  { productIds, code, id }: NamedByDiscount,
): Promise<{ readonly products: readonly Product[]; readonly isCodeTaken: boolean }> {
  const { rows } = await sql<{ products: StoredRow[]; isCodeTaken: boolean }>`
    select (
      select coalesce(json_agg(${productJson} order by array_position(${[...productIds]}::uuid[], products.id)), '[]')
      from products where organization_id = ${organizationId} and id = ${anyOf([...productIds])}
    ) as products,
    exists (select from discounts ${withCode(organizationId, code ?? '')} and id is distinct from ${id}::uuid) as "isCodeTaken"`.execute(db)
  return { products: (rows[0]?.products ?? []).map(products.fromRow), isCodeTaken: code !== null && rows[0]?.isCodeTaken === true }
}
