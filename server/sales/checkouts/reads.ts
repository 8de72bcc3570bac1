import { type RawBuilder, sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import type { Page } from '#kernel/page.ts'
import { fromMerchantRow, type MerchantRow, merchantJson } from '#merchant/merchants/index.ts'
import { fromPricedProductRow, fromPriceRow, type PriceRow, pricedProductJson, priceJson } from '#merchant/products/index.ts'
import { openActionSecret } from '#money/payments/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf, containing, type ListResult, orderBy, readList, totalCount } from '#platform/database/list.ts'
import type { Sorting } from '#platform/http/wire-parts.ts'
import { type Checkout, type CheckoutStatus, type FullCheckout, isExpired } from './model.ts'
import { type CheckoutRow, checkoutColumns, fromCheckoutRow, type SealingDeps } from './store.ts'

/** The related objects of a checkout's wire forms. */
export type CheckoutContext = Omit<FullCheckout, 'checkout'>

interface ContextRow {
  readonly products: readonly unknown[]
  readonly price: PriceRow
  readonly merchant: MerchantRow
  readonly sealed_action_secret: string | null
}

const contextColumns = [
  sql<unknown[]>`(
    select coalesce(json_agg(${pricedProductJson} order by array_position(checkouts.product_ids, products.id)), '[]')
    from products where products.organization_id = checkouts.organization_id and products.id = any(checkouts.product_ids))`.as('products'),
  sql<PriceRow>`(
    select ${priceJson} from product_prices as price
    where price.organization_id = checkouts.organization_id and price.id = checkouts.product_price_id)`.as('price'),
  sql<MerchantRow>`(
    select ${merchantJson} from organizations left join merchants on merchants.organization_id = organizations.id
    where organizations.id = checkouts.organization_id)`.as('merchant'),
  sql<string | null>`(
    select payments.sealed_action_secret from payments
    where payments.organization_id = checkouts.organization_id and payments.id = checkouts.payment_id
      and payments.status = 'requires_action')`.as('sealed_action_secret'),
] as const

function fromContextRow(row: ContextRow, sealing: SealingDeps): CheckoutContext {
  return {
    products: row.products.map(fromPricedProductRow),
    price: fromPriceRow(row.price),
    merchant: fromMerchantRow(row.merchant),
    actionSecret: row.sealed_action_secret === null ? null : openActionSecret(sealing, row.sealed_action_secret),
  }
}

function fromFullRow(row: CheckoutRow & ContextRow, sealing: SealingDeps): FullCheckout {
  return { checkout: fromCheckoutRow(row, sealing), ...fromContextRow(row, sealing) }
}

/** A checkout of one of the organizations, with its context. */
export async function findCheckout(
  db: Database,
  sealing: SealingDeps,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<FullCheckout | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select(checkoutColumns)
    .select(contextColumns)
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .executeTakeFirst()
  return row && fromFullRow(row, sealing)
}

/** The checkout with this client secret, with its context. */
export async function findCheckoutBySecret(db: Database, sealing: SealingDeps, clientSecret: string): Promise<FullCheckout | undefined> {
  const row = await db
    .selectFrom('checkouts')
    .select(checkoutColumns)
    .select(contextColumns)
    .where('client_secret_digest', '=', sealing.secrets.digest(clientSecret))
    .executeTakeFirst()
  return row && fromFullRow(row, sealing)
}

/** Reads the context of a locked checkout: a separate statement, so that its snapshot is not older than the lock. */
export async function readContext(
  db: Database,
  sealing: SealingDeps,
  checkout: Pick<Checkout, 'organizationId' | 'id'>,
): Promise<CheckoutContext> {
  const row = await db
    .selectFrom('checkouts')
    .select(contextColumns)
    .where('organization_id', '=', checkout.organizationId)
    .where('id', '=', checkout.id)
    .executeTakeFirst()
  return fromContextRow(present(row, 'The checkout that is locked'), sealing)
}

/** The filter and order of a list of checkouts. */
export interface CheckoutFilter {
  readonly organizationIds: readonly string[]
  readonly productIds?: readonly string[] | undefined
  readonly customerIds?: readonly string[] | undefined
  readonly statuses?: readonly CheckoutStatus[] | undefined
  /** Part of the buyer's email or name, case-insensitive. */
  readonly query?: string | undefined
  readonly sorting: readonly Sorting<'created_at' | 'expires_at' | 'status'>[]
  readonly page: Page
  readonly now: Date
}

// An open checkout past its expiry counts as expired before the job updates it.
function currentStatus(now: Date): RawBuilder<CheckoutStatus> {
  return sql`case when checkouts.status = 'open' and checkouts.expires_at <= ${now} then 'expired' else checkouts.status end`
}

/** Lists checkouts with their context, in one statement. */
export function listCheckouts(db: Database, sealing: SealingDeps, filter: CheckoutFilter): Promise<ListResult<FullCheckout>> {
  const pattern = filter.query ? containing(filter.query) : undefined
  const status = currentStatus(filter.now)
  const order = { created_at: sql.ref('checkouts.created_at'), expires_at: sql.ref('checkouts.expires_at'), status }
  const found = db
    .selectFrom('checkouts')
    .where('organization_id', '=', anyOf(filter.organizationIds))
    .$if(filter.productIds !== undefined, (select) => select.where('product_id', '=', anyOf(filter.productIds ?? [])))
    .$if(filter.customerIds !== undefined, (select) => select.where('customer_id', '=', anyOf(filter.customerIds ?? [])))
    .$if(filter.statuses !== undefined, (select) => select.where(status, '=', anyOf(filter.statuses ?? [])))
    .$if(pattern !== undefined, (select) =>
      select.where((where) => where.or([where('customer_email', 'ilike', pattern ?? ''), where('customer_name', 'ilike', pattern ?? '')])),
    )
  const rows = found
    .select(checkoutColumns)
    .select(contextColumns)
    .orderBy(orderBy(filter.sorting, order, sql.ref('checkouts.id')))
  return readList(db, { count: found.select(totalCount), rows, page: filter.page }, (row) =>
    withCurrentStatus(fromFullRow(row, sealing), filter.now),
  )
}

/** The checkout with its current status: expired from the instant of its expiry on. */
export function withCurrentStatus(full: FullCheckout, now: Date): FullCheckout {
  return isExpired(full.checkout, now) ? { ...full, checkout: { ...full.checkout, status: 'expired' } } : full
}
