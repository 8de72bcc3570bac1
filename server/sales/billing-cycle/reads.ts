import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import { findMerchant } from '#merchant/merchants/index.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { findProducts } from '#merchant/products/index.ts'
import type { PricedProduct } from '#merchant/products/model.ts'
import { findDefaultMethods, findPaymentMethod } from '#money/payments/index.ts'
import type { PaymentMethod } from '#money/payments/model.ts'
import { findWaitingItems, subscriptionList } from '#money/subscriptions/index.ts'
import type { Subscription, SubscriptionItem } from '#money/subscriptions/model.ts'
import type { FullSubscription } from '#money/subscriptions/wire.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'

/** A subscription with its customer, product, discount and prices. */
export async function readFull(
  db: Database,
  platform: Platform,
  { organizationId, id }: Pick<Subscription, 'organizationId' | 'id'>,
): Promise<FullSubscription> {
  const tail = sql`where subscriptions.organization_id = ${organizationId} and subscriptions.id = ${id}`
  return present((await subscriptionList.select(db, tail, platform))[0], 'A subscription')
}

/** What the decisions about due subscriptions of one organization depend on. */
export interface DueContext {
  readonly merchant: Merchant
  /** The due subscriptions, the longest due first. */
  readonly due: readonly FullSubscription[]
  readonly waiting: readonly SubscriptionItem[]
  /** What pays each of them, by the subscription's id; one without a method is left out. */
  readonly methods: ReadonlyMap<string, PaymentMethod>
  /** The products that they change to when their period ends. */
  readonly products: readonly PricedProduct[]
}

/** Reads what is known about locked subscriptions of an organization, in a number of statements that does not depend on theirs. */
export async function readDueContext(tx: Tx, platform: Platform, locked: readonly Subscription[]): Promise<DueContext> {
  const organizationId = present(locked[0], 'A due subscription').organizationId
  const ids = locked.map(({ id }) => id)
  const merchant = present(await findMerchant(tx, [organizationId], organizationId), 'The merchant of a subscription')
  const read = await subscriptionList.select(
    tx,
    sql`where subscriptions.organization_id = ${organizationId} and subscriptions.id = ${anyOf(ids)}`,
    platform,
  )
  const order = new Map(ids.map((id, index) => [id, index]))
  const due = read.toSorted((one, other) => (order.get(one.subscription.id) ?? 0) - (order.get(other.subscription.id) ?? 0))
  const pending = locked.flatMap(({ pendingProductId }) => pendingProductId ?? [])
  return {
    merchant,
    due,
    waiting: await findWaitingItems(tx, organizationId, ids),
    methods: await methodsOf(tx, locked),
    products: pending.length > 0 ? await findProducts(tx, [organizationId], pending) : [],
  }
}

/** What the collection of one subscription's order depends on. */
export async function readCollection(
  tx: Tx,
  { subscription }: Pick<FullSubscription, 'subscription'>,
): Promise<Pick<DueContext, 'merchant' | 'methods'>> {
  const { organizationId, id, customerId, paymentMethodId } = subscription
  const merchant = present(await findMerchant(tx, [organizationId], organizationId), 'The merchant of a subscription')
  const method = await findPaymentMethod(tx, { organizationId, customerId, id: paymentMethodId })
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
  for (const { id, customerId, paymentMethodId } of locked) {
    const standard = defaults.get(customerId)
    const isOwn = paymentMethodId !== null && paymentMethodId !== standard?.id
    const method = isOwn ? await findPaymentMethod(tx, { organizationId, customerId, id: paymentMethodId }) : standard
    if (method) methods.set(id, method)
  }
  return methods
}
