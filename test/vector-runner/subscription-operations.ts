// The functions that implement the operations of the test vectors about subscriptions: their life, dates, trials and dunning.
import { z } from 'zod'
import { changePlan } from '#money/billing/subscriptions/changes/plan.ts'
import { boundary, duePeriods, trialEnd } from '#money/billing/subscriptions/dates.ts'
import { dunningSchedule, isAccessLost } from '#money/billing/subscriptions/dunning.ts'
import { isTrialAllowed, mayCoexist } from '#money/billing/subscriptions/holdings.ts'
import { type Subscription, subscriptionStatuses, upgradeFault } from '#money/billing/subscriptions/model.ts'
import {
  cancel,
  end,
  failPayment,
  giveUp,
  receivePayment,
  revoke,
  type SubscriptionDraft,
  start,
  uncancel,
} from '#money/billing/subscriptions/rules.ts'
import { subscriptionStatusAfter } from '#money/billing/subscriptions/transitions.ts'
import type { Operation } from './run.ts'

const instant = z.string().transform((text) => new Date(text))
const interval = z.enum(['month', 'year'])
const toText = (at: Date) => at.toISOString().replace('.000', '')

const transition = z.object({
  status: z.enum(subscriptionStatuses),
  event: z.enum([
    'renewal_payment_failed',
    'deadline_reached',
    'cancel',
    'uncancel',
    'revoke',
    'period_end',
    'change_product',
    'order_paid',
    'checkout_expired',
  ]),
  decline: z.string().optional(),
  cancel_at_period_end: z.boolean().default(false),
  dunning_final: z.enum(['canceled', 'unpaid']).default('canceled'),
})
type Transition = z.output<typeof transition>

const now = new Date('2026-03-12T14:20:00.000Z')
const draft: SubscriptionDraft = {
  id: 's',
  organizationId: 'o',
  customerId: 'c',
  checkoutId: null,
  productId: 'p',
  priceIds: ['r'],
  discountId: null,
  amount: 1000,
  currency: 'usd',
  recurringInterval: 'month',
  trial: null,
  metadata: {},
  customFieldData: {},
  locale: null,
  billingTimezone: 'UTC',
  isExclusive: false,
  paymentMethodId: null,
  periodAmount: 1000,
}

function subscriptionIn({ status, cancel_at_period_end: isCanceled }: Transition): Subscription {
  const trial = status === 'trialing' ? ({ interval: 'day', count: 14 } as const) : null
  const begun = start({ ...draft, trial }, now).next
  const overdue = status === 'past_due' ? { pastDueAt: now } : {}
  const canceled = isCanceled ? { cancelAtPeriodEnd: true, canceledAt: now, endsAt: begun.currentPeriodEnd } : {}
  return { ...begun, status, ...overdue, ...canceled }
}

const events: Readonly<
  Record<Transition['event'], (before: Subscription, input: Transition) => { next: Subscription; events: readonly string[] }>
> = {
  renewal_payment_failed: (before, { decline }) =>
    failPayment(before, { isHard: decline === 'lost_card' || decline === 'stolen_card', finalStatus: 'canceled', now }),
  deadline_reached: (before, { dunning_final: finalStatus }) => giveUp(before, { finalStatus, now }),
  cancel: (before) => cancel(before, {}, now),
  uncancel: (before) => uncancel(before, now),
  revoke: (before) => revoke(before, {}, now),
  period_end: (before) => end(before, before.currentPeriodEnd),
  change_product: (before) =>
    changePlan(before, { plan: { ...draft, productId: 'q' }, period: null, periodAmount: 1000, keepsDiscount: true, now }),
  order_paid: (before) => (before.status === 'incomplete' ? start(draft, now) : receivePayment(before, now)),
  checkout_expired: (before) => ({
    next: { ...before, status: subscriptionStatusAfter(before.status, 'checkout_expired', 'incomplete_expired') },
    events: [],
  }),
}

function outcomeOf(input: Transition): unknown {
  const before = subscriptionIn(input)
  const { next, events: webhooks } = events[input.event](before, input)
  const endedAt = next.endedAt?.getTime()
  return {
    status: next.status,
    webhooks,
    retry: next.nextPaymentAttemptAt !== null,
    customer_action_email: input.decline === 'authentication_required',
    ended_at: endedAt === now.getTime() ? 'now' : endedAt === before.currentPeriodEnd.getTime() ? 'current_period_end' : null,
    cancel_at_period_end: next.cancelAtPeriodEnd,
    canceled_at: next.canceledAt,
    ends_at: next.endsAt,
    customer_cancellation_reason: next.customerCancellationReason,
    order: null,
    trial_end: next.trialEnd?.getTime() === before.trialEnd?.getTime() ? 'unchanged' : 'changed',
  }
}

export const subscriptionOperations: Readonly<Record<string, Operation>> = {
  'dates.boundaries': (input) => {
    const read = z.object({ anchor: instant, timezone: z.string(), interval, count: z.int() }).parse(input)
    const cycle = { anchorAt: read.anchor, recurringInterval: read.interval, billingTimezone: read.timezone }
    return Array.from({ length: read.count }, (_, index) => toText(boundary(cycle, index + 1)))
  },
  'dates.catch_up': (input) => {
    const read = z.object({ interval, anchor: instant, current_period_end: instant, now: instant }).parse(input)
    const cycle = { anchorAt: read.anchor, recurringInterval: read.interval, billingTimezone: 'UTC' }
    return duePeriods(cycle, read.current_period_end, read.now).map((period) => [toText(period.start), toText(period.end)])
  },
  'trial.end': (input) => {
    const read = z.object({ start: instant, interval: z.enum(['day', 'week', 'month', 'year']), count: z.int() }).parse(input)
    return toText(trialEnd(read.start, read, 'UTC'))
  },
  'trial.eligible': (input) => {
    const read = z.object({ product: z.string(), previous: z.array(z.string()) }).parse(input)
    return isTrialAllowed(read.product, read.previous)
  },
  'dunning.schedule': (input) => {
    const { retries, deadline } = dunningSchedule(z.object({ first_failed_at: instant }).parse(input).first_failed_at)
    return { retries: retries.map(toText), deadline: toText(deadline) }
  },
  'dunning.benefits_revoked': (input) => {
    const read = z.object({ past_due_at: instant, grace_days: z.int(), now: instant }).parse(input)
    return isAccessLost({ pastDueAt: read.past_due_at, graceDays: read.grace_days, now: read.now })
  },
  'checkout.subscription_allowed': (input) => {
    const { allow_multiple, existing, recurring, upgrade_of } = z
      .object({
        allow_multiple: z.boolean(),
        existing: z.array(z.enum(subscriptionStatuses)),
        recurring: z.boolean(),
        upgrade_of: z.enum(['free', 'paid']).optional(),
      })
      .parse(input)
    if (upgrade_of) {
      const [status = 'active'] = existing
      const amount = upgrade_of === 'free' ? 0 : 1000
      const fault = upgradeFault({ subscription: { status, amount, currency: 'usd' }, prices: [{ kind: 'fixed' }] })
      return fault === null ? 'ok' : 'ONLY_FREE_SUBSCRIPTIONS_CAN_BE_UPGRADED'
    }
    return !recurring || mayCoexist(existing, allow_multiple) ? 'ok' : 'AlreadyActiveSubscriptionError'
  },
  'subscription.transition': (input) => outcomeOf(transition.parse(input)),
}
