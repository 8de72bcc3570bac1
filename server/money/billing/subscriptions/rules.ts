import type { Outcome } from '#kernel/changes/outcome.ts'
import type { CustomFieldData, Metadata } from '#kernel/metadata.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import type { RecurringInterval } from '#merchant/catalogue/products/model.ts'
import { cycleFrom, firstPeriod, type Period } from './dates.ts'
import { dueAtOf } from './due.ts'
import { dunningSchedule, nextRetry } from './dunning.ts'
import { type CancellationReason, isBillable, isEnded, type Subscription, type TrialLength } from './model.ts'
import { subscriptionRefusals } from './refusals.ts'
import { subscriptionStatusAfter } from './transitions.ts'

/** The events of a subscription. */
export type EventName = `subscription.${'created' | 'updated' | 'active' | 'canceled' | 'uncanceled' | 'revoked'}`

/** The plan that is subscribed to: a product at the prices that it has now. `amount` is in minor units for each interval. */
export interface SubscribedPlan {
  readonly productId: string
  readonly priceIds: readonly string[]
  readonly amount: number
  readonly currency: string
  readonly recurringInterval: RecurringInterval
}

/** A new subscription of a customer. */
export interface SubscriptionDraft extends SubscribedPlan {
  readonly id: string
  readonly organizationId: string
  readonly customerId: string
  readonly checkoutId: string | null
  readonly discountId: string | null
  /** Null: it is paid from the first period on. */
  readonly trial: TrialLength | null
  readonly metadata: Metadata
  readonly customFieldData: CustomFieldData
  readonly locale: string | null
  readonly billingTimezone: string
  readonly isExclusive: boolean
  readonly paymentMethodId: string | null
  /** The amount at which the first period is billed, after its discount, before tax, in minor units. A trial is not billed. */
  readonly periodAmount: number
  /** A buyer took it who had only typed the address of its customer; false by default. */
  readonly isUnproven?: boolean
}

/**
 * Starts a subscription whose first order is paid: its first period, or its trial (rules D1, R1). The anchor of a trial is its end, and
 * its discount counts from then on (rule G6).
 */
export function start(draft: SubscriptionDraft, now: Date): Outcome<Subscription, EventName> {
  const { trial, billingTimezone, recurringInterval, ...fields } = draft
  const period = firstPeriod(now, draft)
  const cycle = cycleFrom(period, { trial, recurringInterval, billingTimezone })
  const status = subscriptionStatusAfter('incomplete', 'order_paid', trial ? 'trialing' : 'active')
  const next: Subscription = {
    isUnproven: false,
    ...fields,
    ...cycle,
    status,
    currentPeriodStart: period.start,
    currentPeriodEnd: period.end,
    trialStart: trial ? period.start : null,
    trialEnd: trial ? period.end : null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    startedAt: now,
    endsAt: null,
    endedAt: null,
    pastDueAt: null,
    nextPaymentAttemptAt: null,
    customerCancellationReason: null,
    customerCancellationComment: null,
    discountAppliedAt: fields.discountId === null || trial ? null : period.start,
    periodAmount: trial ? null : draft.periodAmount,
    fundedSince: null,
    pendingProductId: null,
    priorDiscountId: null,
    priorDiscountFor: null,
    unpaidOrderId: null,
    isCharging: false,
    failedAttempts: 0,
    remindedFor: null,
    latePeriods: 0,
    dueAt: null,
    createdAt: now,
    modifiedAt: null,
  }
  return { next: { ...next, dueAt: dueAtOf(next) }, events: ['subscription.created', 'subscription.active', 'subscription.updated'] }
}

/** A subscription after a change: each goes through here, so that what is due next always follows from its state. */
export function changed(subscription: Subscription, changes: Partial<Subscription>, now: Date): Subscription {
  const next = { ...subscription, ...changes, modifiedAt: now }
  return { ...next, dueAt: dueAtOf(next) }
}

/** Reminded of the end of the current period. */
export function remind(subscription: Subscription, now: Date): Subscription {
  return changed(subscription, { remindedFor: subscription.currentPeriodEnd }, now)
}

/** The order of a new period, and whether an attempt to pay it is open. */
export interface PeriodOrder {
  /** Null where nothing is to be collected. */
  readonly unpaidOrderId: string | null
  /** The start of the first period that the discount reduces. */
  readonly discountAppliedAt: Date | null
  /** The amount at which the plan was billed, after its discount, before tax, in minor units. */
  readonly periodAmount: number
  /** Since when orders have paid the new period, where money of an earlier one was carried over; null: its own order has. */
  readonly fundedSince: Date | null
  readonly now: Date
}

/**
 * Starts the period that follows the current one (rule D4); the conversion of a trial is its first paid period (rule R2). One that is over
 * by now is late: the server was down.
 */
export function renew(subscription: Subscription, period: Period, order: PeriodOrder): Outcome<Subscription, EventName> {
  const { status } = subscription
  const next = changed(
    subscription,
    {
      status: status === 'trialing' ? subscriptionStatusAfter(status, 'trial_end', 'active') : status,
      currentPeriodStart: period.start,
      currentPeriodEnd: period.end,
      discountAppliedAt: order.discountAppliedAt,
      periodAmount: order.periodAmount,
      fundedSince: order.fundedSince,
      unpaidOrderId: order.unpaidOrderId,
      isCharging: order.unpaidOrderId !== null,
      failedAttempts: 0,
      latePeriods: period.end <= order.now ? subscription.latePeriods + 1 : 0,
    },
    order.now,
  )
  return { next, events: ['subscription.updated'] }
}

/** An operator has confirmed that the periods which were missed are billed: as many again at most (rule D4). */
export function confirmCatchUp(subscription: Subscription, now: Date): Subscription {
  return changed(subscription, { latePeriods: 0 }, now)
}

/** Another attempt to pay the overdue order begins. */
export function retry(subscription: Subscription, now: Date): Subscription {
  return changed(subscription, { isCharging: true, nextPaymentAttemptAt: null }, now)
}

/** Another attempt takes the place of one that the processor never had: nothing was declined. */
export function attemptAgain(subscription: Subscription, now: Date): Subscription {
  return changed(subscription, { failedAttempts: subscription.failedAttempts + 1 }, now)
}

/** The customer has saved another payment method: an overdue payment is attempted with it at once (rule U2). */
export function attemptNow(subscription: Subscription, paymentMethodId: string, now: Date): Subscription {
  return changed(subscription, { paymentMethodId, nextPaymentAttemptAt: now }, now)
}

/** The order that was not paid is given up: the subscription stays as it is. */
export function dropUnpaidOrder(subscription: Subscription, now: Date): Subscription {
  return changed(subscription, { unpaidOrderId: null }, now)
}

/** An attempt to pay an order of a subscription that has failed. */
export interface FailedPayment {
  /** Whether the card can never pay (rule U2): it is not tried again by itself. */
  readonly isHard: boolean
  readonly finalStatus: 'canceled' | 'unpaid'
  readonly now: Date
}

/**
 * The payment of a period has failed: it is overdue from the first failure on, and tried again by the schedule until the deadline (rules
 * U1, U2, U4). One that has ended meanwhile stays as it is.
 */
export function failPayment(subscription: Subscription, { isHard, finalStatus, now }: FailedPayment): Outcome<Subscription, EventName> {
  const { status } = subscription
  const failedAttempts = subscription.failedAttempts + 1
  if (!isBillable(subscription)) return { next: changed(subscription, { isCharging: false, failedAttempts }, now), events: [] }
  const pastDueAt = subscription.pastDueAt ?? now
  const next = changed(
    subscription,
    {
      status: subscriptionStatusAfter(status, 'payment_failed', 'past_due'),
      pastDueAt,
      isCharging: false,
      failedAttempts,
      nextPaymentAttemptAt: isHard ? null : nextRetry(pastDueAt, now),
    },
    now,
  )
  if (now >= dunningSchedule(pastDueAt).deadline) return giveUp(next, { finalStatus, now })
  return { next, events: ['subscription.updated'] }
}

/** Collection has ended without a payment (rule U4): the subscription ends, or stays unpaid, as the merchant has chosen. */
export function giveUp(
  subscription: Subscription,
  { finalStatus, now }: Pick<FailedPayment, 'finalStatus' | 'now'>,
): Outcome<Subscription, EventName> {
  const status = subscriptionStatusAfter(subscription.status, 'deadline_reached', finalStatus)
  const overdue = { status, nextPaymentAttemptAt: null, isCharging: false }
  if (status === 'unpaid') return { next: changed(subscription, overdue, now), events: ['subscription.updated', 'subscription.revoked'] }
  const ended = { ...overdue, canceledAt: subscription.canceledAt ?? now, endsAt: now, endedAt: now }
  return { next: changed(subscription, ended, now), events: ['subscription.updated', 'subscription.canceled', 'subscription.revoked'] }
}

/** The order of a period was paid: nothing is overdue any more, and an unpaid subscription is active again (behaviour 3.1). */
export function receivePayment(subscription: Subscription, now: Date): Outcome<Subscription, EventName> {
  const settled = { unpaidOrderId: null, isCharging: false, failedAttempts: 0, pastDueAt: null, nextPaymentAttemptAt: null }
  if (isEnded(subscription)) return { next: changed(subscription, settled, now), events: [] }
  const status = subscriptionStatusAfter(subscription.status, 'order_paid', 'active')
  const isRecovered = subscription.status !== 'active'
  return {
    next: changed(subscription, { ...settled, status }, now),
    events: isRecovered ? ['subscription.updated', 'subscription.active'] : [],
  }
}

/** Ends a subscription whose trial cannot be converted, because there is nothing to pay with (rule R1). */
export function endTrial(subscription: Subscription, now: Date): Outcome<Subscription, EventName> {
  const status = subscriptionStatusAfter(subscription.status, 'trial_end', 'canceled')
  const { currentPeriodEnd: endedAt } = subscription
  const ended = { status, canceledAt: subscription.canceledAt ?? now, endsAt: endedAt, endedAt }
  return { next: changed(subscription, ended, now), events: ['subscription.updated', 'subscription.canceled', 'subscription.revoked'] }
}

/** Ends a canceled subscription when its period ends: access ends at that instant, whenever the job runs (rule K4). */
export function end(subscription: Subscription, now: Date): Outcome<Subscription, EventName> {
  const status = subscriptionStatusAfter(subscription.status, 'period_end', 'canceled')
  const next = changed(subscription, { status, endedAt: subscription.currentPeriodEnd, nextPaymentAttemptAt: null }, now)
  return { next, events: ['subscription.updated', 'subscription.revoked'] }
}

/** A last order of a subscription that has ended is to be paid. */
export function collectFinal(subscription: Subscription, unpaidOrderId: string, now: Date): Subscription {
  return changed(subscription, { unpaidOrderId, isCharging: true }, now)
}

/** Why a customer leaves, as far as it was said; undefined leaves what there is. */
export interface CancellationNote {
  readonly reason?: CancellationReason | null | undefined
  /** At most 1,000 characters. */
  readonly comment?: string | null | undefined
}

/**
 * Cancels a subscription for the end of its period (rule K1); 403 when it is canceled already. A scheduled change of its product is
 * dropped (rule K6).
 */
export function cancel(subscription: Subscription, note: CancellationNote, now: Date): Outcome<Subscription, EventName> {
  refuseWhen(!isBillable(subscription) || subscription.cancelAtPeriodEnd, subscriptionRefusals.AlreadyCanceledSubscription)
  const canceled = { cancelAtPeriodEnd: true, canceledAt: now, endsAt: subscription.currentPeriodEnd, pendingProductId: null }
  return {
    next: changed(subscription, { ...canceled, ...noteOf(subscription, note) }, now),
    events: ['subscription.updated', 'subscription.canceled'],
  }
}

/** Takes a cancellation back before the period ends (rule K1); 410 after it has ended, 400 when it is not canceled. */
export function uncancel(subscription: Subscription, now: Date): Outcome<Subscription, EventName> {
  const hasEnded = subscription.cancelAtPeriodEnd && now >= subscription.currentPeriodEnd
  refuseWhen(isEnded(subscription) || hasEnded, subscriptionRefusals.ResourceUnavailable)
  refuseWhen(!subscription.cancelAtPeriodEnd, subscriptionRefusals.BadRequest)
  const cleared = { cancelAtPeriodEnd: false, canceledAt: null, endsAt: null }
  const note = { customerCancellationReason: null, customerCancellationComment: null }
  return { next: changed(subscription, { ...cleared, ...note }, now), events: ['subscription.updated', 'subscription.uncanceled'] }
}

/** Ends a subscription at once (rule K2); 403 when it has ended. An overdue payment is not collected any more. */
export function revoke(subscription: Subscription, note: CancellationNote, now: Date): Outcome<Subscription, EventName> {
  refuseWhen(isEnded(subscription), subscriptionRefusals.AlreadyCanceledSubscription)
  const status = subscriptionStatusAfter(subscription.status, 'revoke', 'canceled')
  const ended = { status, canceledAt: subscription.canceledAt ?? now, endsAt: now, endedAt: now, nextPaymentAttemptAt: null }
  return {
    next: changed(subscription, { ...ended, pendingProductId: null, ...noteOf(subscription, note) }, now),
    events: ['subscription.updated', 'subscription.canceled', 'subscription.revoked'],
  }
}

/** Adds why the customer has left to a canceled subscription. */
function noteOf(
  { customerCancellationReason, customerCancellationComment }: Subscription,
  { reason, comment }: CancellationNote,
): Pick<Subscription, 'customerCancellationReason' | 'customerCancellationComment'> {
  return {
    customerCancellationReason: reason === undefined ? customerCancellationReason : reason,
    customerCancellationComment: comment === undefined ? customerCancellationComment : comment,
  }
}
