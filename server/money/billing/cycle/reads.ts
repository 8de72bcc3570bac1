import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { findDiscount } from '#merchant/catalogue/discounts/index.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import { findProducts } from '#merchant/catalogue/products/index.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { type LockedOrder, orders } from '#money/billing/orders/index.ts'
import { findWaitingItems, isWaiting, subscriptionItems, subscriptionList } from '#money/billing/subscriptions/index.ts'
import type { Subscription, SubscriptionItem } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { findDefaultMethods, findPaymentMethod, paymentMethods, payments } from '#money/payments/index.ts'
import type { Payment, PaymentMethod } from '#money/payments/model.ts'
import { lockUsage, type WindowUsage } from '#money/usage/counts/index.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { StoredRow } from '#platform/resource/table.ts'

/** A subscription with its customer, product, discount and prices. */
export async function readFull(
  db: Database,
  platform: Platform,
  { organizationId, id }: Pick<Subscription, 'organizationId' | 'id'>,
): Promise<FullSubscription> {
  const tail = sql`where subscriptions.organization_id = ${organizationId} and subscriptions.id = ${id}`
  return present((await subscriptionList.select(db, tail, platform))[0], 'A subscription')
}

/** The orders that have paid the present period of a subscription, and the items that wait for its next order. */
export interface PeriodFunds {
  /** Its paid orders, the newest first. */
  readonly orders: readonly LockedOrder[]
  /** The oldest first. */
  readonly waiting: readonly SubscriptionItem[]
  /** Whether a bank decides about a payment of the subscription. */
  readonly isDisputed: boolean
}

/** A subscription whose funds are read; `isLocked`: its orders are locked until the transaction ends. */
type FundedSubscription = Pick<Subscription, 'organizationId' | 'id' | 'fundedSince' | 'currentPeriodStart'>

/** Reads the funds of a subscription, in one statement. */
export async function readPeriodFunds(
  db: Database,
  { organizationId, id, fundedSince, currentPeriodStart }: FundedSubscription,
  { isLocked }: { readonly isLocked: boolean },
): Promise<PeriodFunds> {
  const own = sql`organization_id = ${organizationId}::uuid and subscription_id = ${id}::uuid`
  const { rows } = await sql<{ orders: StoredRow[]; waiting: StoredRow[]; isDisputed: boolean }>`
    with funding as (
      select ${orders.selection()} from orders where ${own} and status <> 'pending'
        and coalesce(period_start, created_at) >= ${fundedSince ?? currentPeriodStart}::timestamptz
      ${isLocked ? sql`for update` : sql``}
    )
    select (select coalesce(json_agg(${orders.json('funding')} order by funding.created_at desc, funding.id desc), '[]') from funding) as orders,
      (select coalesce(json_agg(${subscriptionItems.json('item')} order by item.created_at, item.id), '[]')
        from subscription_items item where ${own} and ${isWaiting('item')}) as waiting,
      exists (select from orders where ${own} and pending_dispute_amount > 0) as "isDisputed"`.execute(db)
  const [row] = rows
  return {
    orders: (row?.orders ?? []).map(orders.fromRow),
    waiting: (row?.waiting ?? []).map(subscriptionItems.fromRow),
    isDisputed: row?.isDisputed ?? false,
  }
}

/** The values on which the decisions about due subscriptions of one organization depend. */
export interface DueContext {
  readonly merchant: Merchant
  /** The due subscriptions, the longest due first. */
  readonly due: readonly FullSubscription[]
  readonly waiting: readonly SubscriptionItem[]
  /** The locked orders that have paid the present period of each subscription with items that wait in its customer's favour, by its id. */
  readonly funding: ReadonlyMap<string, readonly LockedOrder[]>
  /** The method that pays each of them, by the subscription's id; one without a method is left out. */
  readonly methods: ReadonlyMap<string, PaymentMethod>
  /** The products that they change to when their period ends. */
  readonly products: readonly PricedProduct[]
  /** The usage of periods that are over, by the subscription's id. */
  readonly usage: ReadonlyMap<string, readonly WindowUsage[]>
  /** The discounts that periods with usage had before another one took their place, by id. */
  readonly priorDiscounts: ReadonlyMap<string, Discount>
}

/** Reads what is known about locked subscriptions of an organization, in a number of statements that does not depend on theirs. */
export async function readDueContext(tx: Tx, platform: Platform, locked: readonly Subscription[]): Promise<DueContext> {
  const organizationId = present(locked[0], 'A due subscription').organizationId
  const now = platform.clock.now({ organizationId })
  const ids = locked.map(({ id }) => id)
  const merchant = present(await findMerchant(tx, [organizationId], organizationId), 'The merchant of a subscription')
  const read = await subscriptionList.select(
    tx,
    sql`where subscriptions.organization_id = ${organizationId} and subscriptions.id = ${anyOf(ids)}`,
    platform,
  )
  const order = new Map(ids.map((id, index) => [id, index]))
  const due = read.toSorted((one, other) => (order.get(one.subscription.id) ?? 0) - (order.get(other.subscription.id) ?? 0))
  const metered = due.filter(({ meters, subscription }) => meters.length > 0 && subscription.currentPeriodEnd <= now)
  const pending = locked.flatMap(({ pendingProductId }) => pendingProductId ?? [])
  const waiting = await findWaitingItems(tx, organizationId, ids)
  return {
    merchant,
    due,
    waiting,
    funding: await readFunding(tx, locked, waiting),
    methods: await methodsOf(tx, locked),
    products: pending.length > 0 ? await findProducts(tx, [organizationId], pending) : [],
    usage: await lockUsage(
      tx,
      organizationId,
      metered.map(({ subscription }) => ({ id: subscription.id, end: subscription.currentPeriodEnd })),
    ),
    priorDiscounts: await readPriorDiscounts(tx, metered),
  }
}

/** The orders of subscriptions that owe their customer something, which few do. */
async function readFunding(
  tx: Tx,
  locked: readonly Subscription[],
  waiting: readonly SubscriptionItem[],
): Promise<ReadonlyMap<string, readonly LockedOrder[]>> {
  const funding = new Map<string, readonly LockedOrder[]>()
  for (const subscription of locked) {
    if (!waiting.some(({ subscriptionId, amount }) => subscriptionId === subscription.id && amount < 0)) continue
    funding.set(subscription.id, (await readPeriodFunds(tx, subscription, { isLocked: true })).orders)
  }
  return funding
}

/** The discounts that subscriptions with usage had before, by id. Few have any. */
async function readPriorDiscounts(tx: Tx, metered: readonly FullSubscription[]): Promise<ReadonlyMap<string, Discount>> {
  const discounts = new Map<string, Discount>()
  for (const { subscription } of metered) {
    const { organizationId, priorDiscountId: id } = subscription
    const discount = id === null ? undefined : await findDiscount(tx, organizationId, id)
    if (discount) discounts.set(discount.id, discount)
  }
  return discounts
}

/** Reads the values on which the collection of one subscription's order depends. */
export async function readCollection(
  tx: Tx,
  { subscription }: Pick<FullSubscription, 'subscription'>,
): Promise<Pick<DueContext, 'merchant' | 'methods'>> {
  const { organizationId, id, customerId, paymentMethodId, isUnproven } = subscription
  const merchant = present(await findMerchant(tx, [organizationId], organizationId), 'The merchant of a subscription')
  const method = await findPaymentMethod(tx, { organizationId, customerId, id: paymentMethodId, isOwnOnly: isUnproven })
  return { merchant, methods: new Map(method ? [[id, method]] : []) }
}

// Few subscriptions name a method of their own; those are read one by one.
async function methodsOf(tx: Tx, locked: readonly Subscription[]): Promise<ReadonlyMap<string, PaymentMethod>> {
  const organizationId = locked[0]?.organizationId ?? ''
  const methods = new Map<string, PaymentMethod>()
  const defaults = await findDefaultMethods(
    tx,
    organizationId,
    locked.map(({ customerId }) => customerId),
  )
  for (const { id, customerId, paymentMethodId, isUnproven } of locked) {
    const standard = isUnproven ? undefined : defaults.get(customerId)
    const isOwn = paymentMethodId !== null && paymentMethodId !== standard?.id
    const own = { organizationId, customerId, id: paymentMethodId, isOwnOnly: isUnproven }
    const method = isOwn ? await findPaymentMethod(tx, own) : standard
    if (method) methods.set(id, method)
  }
  return methods
}

/** An open attempt to pay an order of a subscription, and what pays it: the method of the subscription, or the customer's default. */
export interface OrderCharge {
  readonly payment: Payment
  readonly method: PaymentMethod
}

/** Reads them in one statement; undefined where the attempt is settled, or nothing can pay it. */
export async function readCharge(db: Database, organizationId: string, paymentId: string): Promise<OrderCharge | undefined> {
  const { rows } = await sql<{ readonly payment: StoredRow; readonly method: StoredRow }>`
    select ${payments.json()} as payment, ${paymentMethods.json('method')} as method
    from payments
    join orders on orders.organization_id = payments.organization_id and orders.id = payments.purpose_id
    join subscriptions on subscriptions.organization_id = payments.organization_id and subscriptions.id = orders.subscription_id
    join payment_methods as method on method.organization_id = payments.organization_id and method.customer_id = subscriptions.customer_id
      and method.removed_at is null and (method.is_default and not subscriptions.is_unproven or method.id = subscriptions.payment_method_id)
    where payments.organization_id = ${organizationId} and payments.id = ${paymentId} and payments.status = 'pending'
    order by method.id is not distinct from subscriptions.payment_method_id desc limit 1`.execute(db)
  const [row] = rows
  return row && { payment: payments.fromRow(row.payment), method: paymentMethods.fromRow(row.method) }
}

/** A subscription that ends, and its funds. */
interface EndingSubscription {
  readonly full: FullSubscription
  readonly funds: PeriodFunds
  readonly now: Date
}

/** Reads the values for the last order of a subscription, which ends now: the usage until then and its paid orders are locked. */
export async function readFinalContext(
  tx: Tx,
  { full, funds: { orders: funding, waiting }, now }: EndingSubscription,
): Promise<Omit<DueContext, 'due' | 'products'>> {
  const { organizationId, id } = full.subscription
  const collection = { ...(await readCollection(tx, full)), waiting, funding: new Map([[id, funding]]) }
  if (full.meters.length === 0) return { ...collection, usage: new Map(), priorDiscounts: new Map() }
  const usage = await lockUsage(tx, organizationId, [{ id, end: now }])
  return { ...collection, usage, priorDiscounts: await readPriorDiscounts(tx, [full]) }
}
