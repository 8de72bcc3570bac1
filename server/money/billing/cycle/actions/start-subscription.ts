import { newId } from '#kernel/id.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import type { Customer } from '#merchant/customers/model.ts'
import type { Merchant } from '#merchant/merchants/model.ts'
import {
  emitSubscription,
  findHoldings,
  mayCoexist,
  type SubscribedPlan,
  type SubscriptionDraft,
  start,
  subscriptions,
} from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { startMeters } from './reset-meters.ts'

/** A paid purchase of a recurring product. The customer is locked. */
export interface StartSubscriptionInput {
  readonly platform: Platform
  readonly plan: SubscribedPlan
  readonly purchase: Pick<
    SubscriptionDraft,
    'checkoutId' | 'discountId' | 'trial' | 'periodAmount' | 'metadata' | 'customFieldData' | 'locale' | 'paymentMethodId' | 'isUnproven'
  >
  readonly customer: Customer
  readonly merchant: Merchant
  readonly product: PricedProduct
  readonly discount: Discount | null
  readonly now: Date
}

/**
 * Starts the subscription of a purchase: `subscription.created`, `.active` and `.updated`. What was paid for is always delivered: where
 * another subscription of the customer began meanwhile, this one stands beside it.
 */
export async function startSubscription(tx: Tx, input: StartSubscriptionInput): Promise<Subscription> {
  const { platform, plan, purchase, customer, merchant, now } = input
  const { organizationId, id: customerId } = customer
  const { allowMultipleSubscriptions } = merchant.subscriptionSettings
  const others = allowMultipleSubscriptions ? [] : await findHoldings(tx, organizationId, customerId)
  const isAlone =
    !purchase.isUnproven &&
    mayCoexist(
      others.filter(({ isUnproven }) => !isUnproven).map(({ status }) => status),
      false,
    )
  const draft = {
    ...plan,
    ...purchase,
    id: newId(now),
    organizationId,
    customerId,
    billingTimezone: merchant.billingTimezone,
    isExclusive: !allowMultipleSubscriptions && isAlone,
  }
  const { next, events } = start(draft, now)
  await subscriptions.insert(tx, next)
  // The usage in a trial is not billed (rule R2).
  if (next.status !== 'trialing') await startMeters(tx, platform, next)
  await emitSubscription(tx, platform, { subscription: next, events, now })
  return next
}
