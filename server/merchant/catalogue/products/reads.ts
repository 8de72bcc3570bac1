import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { hasBenefit } from '#merchant/catalogue/benefits/index.ts'
import { findCustomFields } from '#merchant/catalogue/custom-fields/index.ts'
import { findUploaded } from '#merchant/catalogue/files/index.ts'
import { findMeterNames } from '#merchant/catalogue/meters/index.ts'
import { findDefaultCurrency } from '#merchant/merchants/index.ts'
import { DEFAULT_CURRENCY } from '#merchant/merchants/model.ts'
import type { Tx } from '#platform/database/database.ts'
import { added, oneOrMore, oneOrMoreIds } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { amountBetween, createdBetween, filter, ids, inMetadata, isTrue, search } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { productVisibility } from './model.ts'
import type { ProductChanges } from './rules.ts'
import { attachedFields, livePrices, productBenefits, productMedias, products } from './store.ts'
import { type DraftContext, metersOf, type productUpdate } from './wire.ts'

// A column of the product's first live price, to sort and filter by.
function ofPrice(column: 'price_amount' | 'amount_type'): RawBuilder<unknown> {
  return sql`(select ${sql.ref(`price.${column}`)} from product_prices as price
    where price.organization_id = products.organization_id and price.product_id = products.id and not price.is_archived
    order by price.position limit 1)`
}

/** The list of products with their live prices. */
export const productList = list(products, {
  with: { prices: livePrices, customFields: attachedFields, benefits: productBenefits, medias: productMedias },
  filters: {
    id: ids('products.id'),
    query: search('products.name'),
    is_archived: isTrue('products.is_archived'),
    is_recurring: isTrue(sql`(products.recurring_interval is not null)`),
    benefit_id: filter(oneOrMoreIds, (ids) => (ids.length === 0 ? undefined : hasBenefit(ids))),
    visibility: filter(oneOrMore(productVisibility), (values) => (values.includes('public') ? undefined : sql<boolean>`false`)).meta(
      added('Only products with this visibility: all are `public`.'),
    ),
    ...createdBetween('products.created_at'),
    ...amountBetween(ofPrice('price_amount'), 'first price'),
    metadata: inMetadata('products.metadata'),
  },
  sorting: {
    created_at: 'products.created_at',
    name: byName('products.name'),
    price_amount_type: ofPrice('amount_type'),
    price_amount: ofPrice('price_amount'),
  },
  defaultSorting: '-created_at',
})

/** The custom fields and the pictures that a body names, by their ids; a body that names none costs no round trip. */
export async function findNamed(
  tx: Tx,
  organizationId: string,
  { customFields = [], mediaIds = [] }: Partial<Pick<ProductChanges, 'customFields' | 'mediaIds'>>,
) {
  const fieldIds = customFields.map(({ id }) => id)
  return {
    customFields: await findCustomFields(tx, organizationId, fieldIds),
    medias: await findUploaded(tx, organizationId, { ids: mediaIds, service: 'product_media' }),
  }
}

/** Reads what new prices of a body take from their merchant: the currency only where a price names none, the meters where one does. */
export async function readDraftContext(
  tx: Tx,
  organizationId: string,
  body: Pick<z.output<typeof productUpdate>, 'prices'>,
): Promise<DraftContext> {
  const needsCurrency = body.prices?.some((price) => !('id' in price) && !('price_currency' in price && price.price_currency)) ?? false
  const currency = needsCurrency ? await findDefaultCurrency(tx, organizationId) : DEFAULT_CURRENCY
  return { currency, meterNames: await findMeterNames(tx, organizationId, metersOf(body)) }
}
