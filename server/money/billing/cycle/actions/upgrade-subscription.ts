import {
  emitSubscription,
  type SubscribedPlan,
  type SubscriptionDraft,
  subscriptions,
  type Upgrade,
  upgradePlan,
} from '#money/billing/subscriptions/index.ts'
import { isBillable, type Subscription } from '#money/billing/subscriptions/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { startMeters } from './reset-meters.ts'

/** A paid purchase that upgrades a subscription. The customer is locked. */
export interface UpgradeSubscriptionInput {
  readonly platform: Platform
  readonly organizationId: string
  readonly id: string
  readonly plan: SubscribedPlan
  readonly purchase: Pick<SubscriptionDraft, 'discountId' | 'metadata' | 'customFieldData' | 'paymentMethodId'> &
    Pick<Upgrade, 'periodAmount'>
  readonly now: Date
}

/**
 * Upgrades the subscription of a purchase (rule C20): `subscription.updated`. Undefined where it has ended since the purchase began: what
 * was paid for needs a new one.
 */
export async function upgradeSubscription(tx: Tx, input: UpgradeSubscriptionInput): Promise<Subscription | undefined> {
  const { platform, organizationId, id, plan, purchase, now } = input
  const subscription = await subscriptions.lock(tx, [organizationId], id)
  if (!subscription || !isBillable(subscription)) return undefined
  const { next, events } = upgradePlan(subscription, { ...purchase, plan, now })
  await subscriptions.save(tx, next)
  await startMeters(tx, platform, next)
  await emitSubscription(tx, platform, { subscription: next, events, now })
  return next
}
