import type { Outcome } from '#kernel/changes/outcome.ts'
import { type Discount, reducedPeriods } from '#merchant/catalogue/discounts/model.ts'
import type { Period } from '../dates.ts'
import type { Subscription } from '../model.ts'
import { changed, type EventName, type SubscribedPlan } from '../rules.ts'

/** Another plan, from now on (rules P3, P6). */
export interface PlanChange {
  readonly plan: SubscribedPlan
  /** The new period where the interval changes; null: the current one stays. */
  readonly period: Period | null
  /** The amount billed for a whole period of the plan, after its discount, before tax, in minor units; null: nothing was billed yet. */
  readonly periodAmount: number | null
  readonly keepsDiscount: boolean
  readonly now: Date
}

/** Changes the product of a subscription: the period and its anchor stay unless the interval changes (rule D3). */
export function changePlan(subscription: Subscription, change: PlanChange): Outcome<Subscription, EventName> {
  const { plan, period, periodAmount, keepsDiscount, now } = change
  const { currency: _, ...terms } = plan
  const discount = keepsDiscount
    ? { discountAppliedAt: subscription.discountId === null ? null : (subscription.discountAppliedAt ?? period?.start ?? null) }
    : { discountId: null, discountAppliedAt: null }
  const moved = period && { anchorAt: period.start, currentPeriodStart: period.start, currentPeriodEnd: period.end }
  // The amount that was paid for the period that ends now has paid a part of the new one.
  const fundedSince = period ? (subscription.fundedSince ?? subscription.currentPeriodStart) : subscription.fundedSince
  const settled = { periodAmount, fundedSince, pendingProductId: null, priorDiscountId: null, priorDiscountFor: null, isUnproven: false }
  return { next: changed(subscription, { ...terms, ...moved, ...discount, ...settled }, now), events: ['subscription.updated'] }
}

/** Chooses the product that a subscription changes to when its period ends; null takes the choice back (rule P10). */
export function schedulePlan(subscription: Subscription, pendingProductId: string | null, now: Date): Outcome<Subscription, EventName> {
  return { next: changed(subscription, { pendingProductId }, now), events: ['subscription.updated'] }
}

/** Another discount from the next renewal on (rule G6), or none. */
export interface DiscountChange {
  /** The present one. */
  readonly from: Discount | null
  readonly toId: string | null
  readonly now: Date
}

/** Changes the discount of a subscription; what the present period was billed with is noted (rule P9). */
export function changeDiscount(subscription: Subscription, { from, toId, now }: DiscountChange): Outcome<Subscription, EventName> {
  const { currentPeriodStart: start, discountAppliedAt: appliedAt, billingTimezone: timezone, priorDiscountFor } = subscription
  const isReduced = from !== null && appliedAt !== null && reducedPeriods(from, { appliedAt, starts: [start], timezone })[0] === true
  const prior = isReduced && priorDiscountFor?.getTime() !== start.getTime() && { priorDiscountId: from.id, priorDiscountFor: start }
  return { next: changed(subscription, { discountId: toId, discountAppliedAt: null, ...prior }, now), events: ['subscription.updated'] }
}
