import type { Outcome } from '#kernel/changes/outcome.ts'
import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import { firstPeriod } from '../dates.ts'
import type { Subscription } from '../model.ts'
import { changed, type EventName, type SubscribedPlan } from '../rules.ts'
import { subscriptionStatusAfter } from '../transitions.ts'

/** A paid upgrade of a free subscription by a checkout (rule C20). */
export interface Upgrade {
  readonly plan: SubscribedPlan
  /** The amount that the purchase has paid for the first period, after its discount, before tax, in minor units. */
  readonly periodAmount: number
  readonly discountId: string | null
  /** The method that the purchase has saved; null: as it is. */
  readonly paymentMethodId: string | null
  /** Those of the checkout; empty: as they are. */
  readonly metadata: Metadata
  readonly customFieldData: CustomFieldData
  readonly now: Date
}

/** Upgrades a subscription: its period starts anew, a trial ends, and a cancellation or a scheduled change is taken back. */
export function upgradePlan(subscription: Subscription, upgrade: Upgrade): Outcome<Subscription, EventName> {
  const { plan, periodAmount, discountId, now } = upgrade
  const { status, billingTimezone, cancelAtPeriodEnd } = subscription
  const { currency: _, ...terms } = plan
  const period = firstPeriod(now, { recurringInterval: plan.recurringInterval, billingTimezone, trial: null })
  const isTrial = status === 'trialing'
  const next = changed(
    subscription,
    {
      ...terms,
      status: subscriptionStatusAfter(status, isTrial ? 'trial_end' : 'order_paid', 'active'),
      periodAmount,
      fundedSince: isTrial ? null : (subscription.fundedSince ?? subscription.currentPeriodStart),
      anchorAt: period.start,
      currentPeriodStart: period.start,
      currentPeriodEnd: period.end,
      ...(isTrial && { trialEnd: period.start }),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endsAt: null,
      customerCancellationReason: null,
      customerCancellationComment: null,
      discountId,
      discountAppliedAt: discountId === null ? null : period.start,
      priorDiscountId: null,
      priorDiscountFor: null,
      pendingProductId: null,
      paymentMethodId: upgrade.paymentMethodId ?? subscription.paymentMethodId,
      isUnproven: false,
      unpaidOrderId: null,
      isCharging: false,
      failedAttempts: 0,
      pastDueAt: null,
      nextPaymentAttemptAt: null,
      metadata: orElse(upgrade.metadata, subscription.metadata),
      customFieldData: orElse(upgrade.customFieldData, subscription.customFieldData),
    },
    now,
  )
  return { next, events: ['subscription.updated', ...(cancelAtPeriodEnd ? (['subscription.uncanceled'] as const) : [])] }
}

function orElse<Values extends object>(values: Values, otherwise: Values): Values {
  return Object.keys(values).length > 0 ? values : otherwise
}
