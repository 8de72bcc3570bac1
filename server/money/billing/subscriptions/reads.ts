import { sql } from 'kysely'
import { discounts, fromDiscountRow } from '#merchant/catalogue/discounts/index.ts'
import { fromPricedProductRow, fromPriceRow, merchantProductJson, priceJson } from '#merchant/catalogue/products/index.ts'
import type { Price } from '#merchant/catalogue/products/model.ts'
import { customers } from '#merchant/customers/index.ts'
import { isTestMerchant } from '#merchant/merchants/index.ts'
import { openActionSecret } from '#money/payments/index.ts'
import { subscriptionMeters } from '#money/usage/counts/index.ts'
import { added } from '#platform/http/wire-parts.ts'
import { byName } from '#platform/resource/by-name.ts'
import { joined, type PlainEmbedded, type SealingDeps, value } from '#platform/resource/embedded.ts'
import { among, amountBetween, before, createdBetween, ids, inMetadata, isTrue, searchAcross, since } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { activeStatuses, subscriptionColumns } from './model.ts'
import { subscriptions } from './store.ts'
import type { FullSubscription, UnpaidChange } from './wire.ts'

/** Whether a row of `subscriptions` is active. The statuses are literals: an index on active subscriptions then serves it. */
export const isActiveStatus = sql<boolean>`(subscriptions.status in (${sql.join(activeStatuses.map((status) => sql.lit(status)))}))`
const discountName = sql`(select ${byName('discounts.name')} from discounts
  where discounts.organization_id = subscriptions.organization_id and discounts.id = subscriptions.discount_id)`

/** The prices of each row of `subscriptions`, in their order. */
export const subscriptionPrices: PlainEmbedded<readonly Price[]> = {
  select: sql`(select coalesce(json_agg(${priceJson} order by array_position(subscriptions.price_ids, price.id)), '[]')
    from product_prices as price
    where price.organization_id = subscriptions.organization_id and price.id = any(subscriptions.price_ids))`,
  read: (rows) => (rows as readonly StoredRow[]).map(fromPriceRow),
}

/** The list of subscriptions with their customer, product, discount and prices. */
export const subscriptionList = list(subscriptions, {
  with: {
    customer: joined(customers, { from: 'subscriptions', column: 'customer_id' }),
    product: {
      select: merchantProductJson,
      join: sql`left join products on products.organization_id = subscriptions.organization_id and products.id = subscriptions.product_id`,
      read: fromPricedProductRow,
    },
    discount: value(
      sql`(select ${discounts.json()} from discounts
        where discounts.organization_id = subscriptions.organization_id and discounts.id = subscriptions.discount_id)`,
      (row) => (row === null ? null : fromDiscountRow(row as StoredRow)),
    ),
    prices: subscriptionPrices,
    meters: subscriptionMeters,
    pendingChange: value<UnpaidChange | null>(
      sql`(select json_build_object('productId', change.product_id, 'amount', payments.amount, 'createdAt', change.created_at,
          'actionSecret', payments.sealed_action_secret)
        from subscription_changes as change
        join payments on payments.organization_id = change.organization_id and payments.id = change.payment_id
        where change.organization_id = subscriptions.organization_id and change.subscription_id = subscriptions.id
          and change.status = 'pending')`,
      (row, sealing) => (row === null ? null : openChange(row as UnpaidChangeRow, sealing)),
    ),
    isTest: value<boolean>(isTestMerchant(sql`subscriptions.organization_id`)),
  },
  filters: {
    product_id: ids('subscriptions.product_id'),
    customer_id: ids('subscriptions.customer_id'),
    discount_id: ids('subscriptions.discount_id'),
    checkout_id: ids('subscriptions.checkout_id').meta(added('Only subscriptions that these checkouts have started.')),
    active: isTrue(isActiveStatus),
    status: among('subscriptions.status', subscriptionColumns.status.schema).meta(added('Only subscriptions in these states.')),
    cancel_at_period_end: isTrue('subscriptions.cancel_at_period_end').meta(added('Whether it ends with its period.')),
    recurring_interval: among('subscriptions.recurring_interval', subscriptionColumns.recurringInterval.schema).meta(
      added('Only subscriptions that are billed so often.'),
    ),
    query: searchAcross({ table: 'subscriptions', texts: [] }, [
      { table: 'customers', column: 'customer_id', texts: ['name', 'email'] },
      { table: 'products', column: 'product_id', texts: ['name'] },
    ]).meta(added("Part of the customer's name or email, or of the product's name.")),
    ...createdBetween('subscriptions.created_at'),
    current_period_end_after: since('subscriptions.current_period_end').meta(added('Only those whose period ends then or later.')),
    current_period_end_before: before('subscriptions.current_period_end').meta(added('Only those whose period ends earlier.')),
    ...amountBetween('subscriptions.amount', 'price for each interval'),
    metadata: inMetadata('subscriptions.metadata'),
  },
  summary: { currency: 'subscriptions.currency', sums: { amount: 'subscriptions.amount' } },
  sorting: {
    started_at: 'subscriptions.started_at',
    created_at: 'subscriptions.created_at',
    current_period_end: 'subscriptions.current_period_end',
    amount: 'subscriptions.amount',
    status: 'subscriptions.status',
    customer: byName(sql`coalesce(customers.name, customers.email)`),
    product: byName('products.name'),
    discount: discountName,
  },
  defaultSorting: '-started_at',
  item: ({ customer, product, discount, prices, meters, pendingChange, isTest, ...subscription }): FullSubscription => ({
    subscription,
    customer,
    product,
    discount,
    prices,
    meters,
    pendingChange,
    isTest,
  }),
})

type UnpaidChangeRow = Omit<UnpaidChange, 'createdAt'> & { readonly createdAt: string }

function openChange({ createdAt, actionSecret, ...change }: UnpaidChangeRow, sealing: SealingDeps): UnpaidChange {
  return { ...change, createdAt: new Date(createdAt), actionSecret: openActionSecret(sealing, actionSecret) }
}
