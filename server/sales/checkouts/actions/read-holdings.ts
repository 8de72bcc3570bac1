import { refuseWhen } from '#kernel/refusal.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import { findHoldings, type HeldSubscription, mayCoexist } from '#money/billing/subscriptions/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Checkout } from '../model.ts'
import { checkoutRefusals } from '../refusals.ts'

/** The subscriptions of a checkout's customer, where the merchant's server named them; nothing where one is upgraded, or nothing renews. */
export async function readHoldings(
  db: Database,
  { organizationId, customerId, subscriptionId }: Pick<Checkout, 'organizationId' | 'customerId' | 'subscriptionId'>,
  products: readonly PricedProduct[],
): Promise<readonly HeldSubscription[]> {
  const isRecurring = products.some(({ recurringInterval }) => recurringInterval !== null)
  return customerId === null || subscriptionId !== null || !isRecurring ? [] : findHoldings(db, organizationId, customerId)
}

/** Refuses a second subscription of a customer where the merchant allows no more (rule C19; 403). */
export function refuseSecond(
  holdings: readonly HeldSubscription[],
  product: Pick<PricedProduct, 'recurringInterval'>,
  { subscriptionSettings }: Pick<Merchant, 'subscriptionSettings'>,
): void {
  const statuses = holdings.filter(({ isUnproven }) => !isUnproven).map(({ status }) => status)
  const mayHold = product.recurringInterval === null || mayCoexist(statuses, subscriptionSettings.allowMultipleSubscriptions)
  refuseWhen(!mayHold, checkoutRefusals.AlreadyActiveSubscriptionError)
}
