import { sql } from 'kysely'
import { isToken, prefixes } from '#contract/token.ts'
import { present } from '#kernel/assert.ts'
import { isOrigin } from '#kernel/request/origin.ts'
import { discounts, fromDiscountRow } from '#merchant/catalogue/discounts/index.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import { fromPricedProductRow, fromPriceRow, pricedProductJson, priceJson } from '#merchant/catalogue/products/index.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import type { Address, TaxId } from '#merchant/customers/model.ts'
import { fromMerchantRow, type MerchantRow, merchantJson } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { openActionSecret } from '#money/payments/index.ts'
import type { Database } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import { embeddedColumns, type SealingDeps, value } from '#platform/resource/embedded.ts'
import { among, amountBetween, createdBetween, type FilterContext, ids, search } from '#platform/resource/filters.ts'
import { type ItemContext, list } from '#platform/resource/list.ts'
import { merchantTime } from '#platform/resource/merchant-time.ts'
import type { StoredRow } from '#platform/resource/table.ts'
import { type Checkout, type CheckoutReceipt, checkoutStatus, DESCRIPTIONS_MAXIMUM, type FullCheckout, isExpired } from './model.ts'
import { checkouts, openCheckoutRow, openSecret } from './store.ts'
import { taxIdOf } from './taxes.ts'

/** The related objects of a checkout's wire forms, and the discount that was chosen last. */
export type CheckoutContext = Omit<FullCheckout, 'checkout'> & { readonly chosenDiscount: Discount | null }

// The chosen product becomes part of an order; of the others only what buyers see is read.
const checkoutProductJson = pricedProductJson({
  isWhole: sql`products.id = checkouts.product_id`,
  descriptionMaximum: sql`${sql.lit(DESCRIPTIONS_MAXIMUM)} / cardinality(checkouts.product_ids)`,
})

const wholeProductJson = pricedProductJson({ isWhole: sql`true`, descriptionMaximum: sql`0` })

function discountNamedBy(column: 'discount_id' | 'chosen_discount_id') {
  return value(
    sql`(
      select ${discounts.json()} from discounts
      where discounts.organization_id = checkouts.organization_id and discounts.id = ${sql.ref(`checkouts.${column}`)})`,
    (discount) => (discount === null ? null : fromDiscountRow(discount as StoredRow)),
  )
}

const related = {
  products: value(
    sql`(
      select coalesce(json_agg(${checkoutProductJson} order by array_position(checkouts.product_ids, products.id)), '[]')
      from products where products.organization_id = checkouts.organization_id and products.id = any(checkouts.product_ids))`,
    (products) => (products as readonly unknown[]).map(fromPricedProductRow),
  ),
  price: value(
    sql`(
      select ${priceJson} from product_prices as price
      where price.organization_id = checkouts.organization_id and price.id = checkouts.product_price_id)`,
    (price) => fromPriceRow(price as StoredRow),
  ),
  discount: discountNamedBy('discount_id'),
  merchant: value(
    sql`(
      select ${merchantJson} from organizations left join merchants on merchants.organization_id = organizations.id
      where organizations.id = checkouts.organization_id)`,
    (merchant) => fromMerchantRow(merchant as MerchantRow),
  ),
  actionSecret: value(
    sql`(
      select payments.sealed_action_secret from payments
      where payments.organization_id = checkouts.organization_id and payments.id = checkouts.payment_id
        and payments.status = 'requires_action')`,
    (sealed, sealing) => openActionSecret(sealing, sealed as string | null),
  ),
  receipt: value<CheckoutReceipt | null>(
    sql`(
      select json_build_object('order_number', orders.number, 'card', case when payments.method_last4 is not null then
        json_build_object('brand', coalesce(payments.method_brand, 'card'), 'last4', payments.method_last4) end)
      from orders left join payments on payments.organization_id = orders.organization_id and payments.id = orders.payment_id
      where orders.organization_id = checkouts.organization_id and orders.checkout_id = checkouts.id)`,
  ),
}

/** The merchant of an organization, and those of the named products that it has, with their live prices; read together. */
export async function readOffer(
  db: Database,
  organizationId: string,
  productIds: readonly string[],
): Promise<{ readonly merchant: Merchant; readonly products: readonly PricedProduct[] }> {
  const { rows } = await sql<{ readonly merchant: MerchantRow; readonly products: readonly unknown[] }>`
    select ${merchantJson} as merchant, (
      select coalesce(json_agg(${wholeProductJson}), '[]') from products
      where products.organization_id = organizations.id and products.id = ${anyOf(productIds)}) as products
    from organizations left join merchants on merchants.organization_id = organizations.id
    where organizations.id = ${organizationId}`.execute(db)
  const { merchant, products } = present(rows[0], 'The organization of a checkout')
  return { merchant: fromMerchantRow(merchant), products: products.map(fromPricedProductRow) }
}

/** The status of a checkout: an open one past its expiry counts as expired before the job updates it. */
export const currentStatus = ({ clock }: FilterContext) =>
  sql`case when checkouts.status = 'open' and checkouts.expires_at <= ${merchantTime(clock, 'checkouts.organization_id')} then 'expired' else checkouts.status end`

/** The list of checkouts with their context and current status. `query` is part of the buyer's email or name. */
export const checkoutList = list(checkouts, {
  with: related,
  filters: {
    product_id: ids('checkouts.product_id'),
    customer_id: ids('checkouts.customer_id'),
    status: among(currentStatus, checkoutStatus),
    query: search('checkouts.customer_email', 'checkouts.customer_name'),
    ...createdBetween('checkouts.created_at'),
    ...amountBetween('checkouts.total_amount', 'total'),
  },
  summary: { currency: 'checkouts.currency', sums: { total_amount: 'checkouts.total_amount' } },
  sorting: { created_at: 'checkouts.created_at', expires_at: 'checkouts.expires_at', status: currentStatus },
  defaultSorting: '-created_at',
  item: ({ products, price, discount, merchant, actionSecret, receipt, ...stored }, context): FullCheckout =>
    withCurrentStatus(
      { checkout: openCheckoutRow(stored, context), products, price, discount, merchant, actionSecret, receipt },
      context.clock.now(stored),
    ),
})

/** The checkout with this client secret, with its context and current status. */
export async function findCheckoutBySecret(db: Database, clientSecret: string, context: ItemContext): Promise<FullCheckout | undefined> {
  const digest = context.secrets.digest(clientSecret)
  const [full] = await checkoutList.select(db, sql`where checkouts.client_secret_digest = ${digest}`, context)
  // The caller sent the secret itself: it is known also where its sealed copy cannot be opened.
  return full && { ...full, checkout: { ...full.checkout, clientSecret } }
}

const contextOf = embeddedColumns({ ...related, chosenDiscount: discountNamedBy('chosen_discount_id') })

/** Reads the context of a locked checkout: a separate statement, so that its snapshot is not older than the lock. */
export async function readContext(
  db: Database,
  sealing: SealingDeps,
  { organizationId, id }: Pick<Checkout, 'organizationId' | 'id'>,
): Promise<CheckoutContext> {
  const { rows } = await sql<StoredRow>`select ${sql.join(contextOf.columns)} from checkouts
    where organization_id = ${organizationId} and id = ${id}`.execute(db)
  return contextOf.read(present(rows[0], 'The checkout that is locked'), sealing)
}

// Expired from the instant of its expiry on.
function withCurrentStatus(full: FullCheckout, now: Date): FullCheckout {
  return isExpired(full.checkout, now) ? { ...full, checkout: { ...full.checkout, status: 'expired' } } : full
}

/** The origin of the page that may frame the checkout with this client secret; undefined if there is none, or no such checkout. */
export async function findEmbedOrigin(
  db: Database,
  { secrets }: Pick<ItemContext, 'secrets'>,
  clientSecret: string,
): Promise<string | undefined> {
  if (!isToken(prefixes.checkout, clientSecret)) return undefined
  const found = await db
    .selectFrom('checkouts')
    .select('embed_origin')
    .where('client_secret_digest', '=', secrets.digest(clientSecret))
    .executeTakeFirst()
  // Checked again, because it becomes part of a content security policy.
  const origin = found?.embed_origin ?? ''
  return isOrigin(origin) ? origin.toLowerCase() : undefined
}

/** The language of the buyer of a checkout; null if it is unknown. */
export async function findCheckoutLocale(
  db: Database,
  { organizationId, id }: Pick<Checkout, 'organizationId' | 'id'>,
): Promise<string | null> {
  const of = db.selectFrom('checkouts').select('locale').where('organization_id', '=', organizationId)
  return (await of.where('id', '=', id).executeTakeFirst())?.locale ?? null
}

/** The circumstances of a purchase. */
export interface Purchase {
  /** The IP address of the buyer; null if it is unknown. */
  readonly ipAddress: string | null
  /** The secret of the page on which it was bought; empty where it cannot be opened. */
  readonly clientSecret: string
  /** Null where nothing was charged. */
  readonly card: { readonly brand: string; readonly last4: string } | null
}

/** The circumstances of an order's purchase; undefined where it has no checkout. */
export async function findPurchase(
  db: Database,
  sealing: SealingDeps,
  { organizationId, orderId }: { readonly organizationId: string; readonly orderId: string },
): Promise<Purchase | undefined> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('checkouts', (join) =>
      join.onRef('checkouts.organization_id', '=', 'orders.organization_id').onRef('checkouts.id', '=', 'orders.checkout_id'),
    )
    .leftJoin('payments', (join) =>
      join.onRef('payments.organization_id', '=', 'orders.organization_id').onRef('payments.id', '=', 'orders.payment_id'),
    )
    .select(['checkouts.customer_ip_address as ipAddress', 'checkouts.sealed_client_secret as sealed'])
    .select(['payments.method_brand as brand', 'payments.method_last4 as last4'])
    .where('orders.organization_id', '=', organizationId)
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!found) return undefined
  const { ipAddress, sealed, brand, last4 } = found
  return { ipAddress, clientSecret: openSecret(sealing, sealed), card: brand === null || last4 === null ? null : { brand, last4 } }
}

/** The details that a buyer entered in a checkout about themselves. */
export interface CheckoutBuyer {
  readonly email: string
  readonly name: string | null
  readonly billingAddress: Address | null
  /** Null where none was entered, or none that is valid. */
  readonly taxId: TaxId | null
  /** When the checkout was created. */
  readonly createdAt: Date
}

/** The buyer of a checkout that was paid; undefined where what they entered was erased since. */
export async function findCheckoutBuyer(
  db: Database,
  { organizationId, id }: Pick<Checkout, 'organizationId' | 'id'>,
): Promise<CheckoutBuyer | undefined> {
  const checkout = await checkouts.find(db, [organizationId], id)
  if (!checkout || checkout.customerEmail === null) return undefined
  const { customerEmail: email, customerName: name, customerBillingAddress: billingAddress, createdAt } = checkout
  return { email, name, billingAddress, taxId: taxIdOf(checkout), createdAt }
}
