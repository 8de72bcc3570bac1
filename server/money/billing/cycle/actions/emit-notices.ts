// The content of the emails about a subscription.

import { priceKinds } from '#merchant/catalogue/products/model.ts'
import type { SubscriptionEmails } from '#merchant/merchants/model.ts'
import { accessEndsAt, dunningSchedule } from '#money/billing/subscriptions/index.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'

/** A subscription that an email is about. */
export interface Notice {
  readonly full: FullSubscription
  /** The amount that is or was to be charged, in minor units. */
  readonly amount: number
  readonly hasMethod: boolean
  readonly emails: SubscriptionEmails
  readonly now: Date
}

/** Emits that the period or the trial of a subscription ends soon, where the merchant sends the email. */
export async function noticeUpcoming(tx: Tx, platform: Platform, notice: Notice): Promise<void> {
  const { full, emails, now } = notice
  const { organizationId, id: resourceId, currentPeriodEnd } = full.subscription
  const isTrial = full.subscription.status === 'trialing'
  if (!(isTrial ? emails.trialEnding : emails.renewalUpcoming)) return
  const name = isTrial ? 'subscription.trial_ending' : 'subscription.renewal_upcoming'
  await emit(tx, platform, { name, organizationId, resourceId, payload: { ...baseOf(notice), at: currentPeriodEnd.toISOString() }, now })
}

/** A failed attempt to pay the order of a subscription. */
export interface FailureNotice extends Notice {
  readonly orderId: string
  readonly graceDays: number
  readonly isActionRequired: boolean
}

/** Emits that a payment is overdue, where the merchant sends the email. */
export async function noticeFailure(tx: Tx, platform: Platform, notice: FailureNotice): Promise<void> {
  const { organizationId, id: resourceId, pastDueAt, nextPaymentAttemptAt } = notice.full.subscription
  if (!notice.emails.paymentFailed || pastDueAt === null) return
  const payload = {
    ...baseOf(notice),
    order_id: notice.orderId,
    at: nextPaymentAttemptAt?.toISOString() ?? null,
    access_ends_at: accessEndsAt(pastDueAt, notice.graceDays).toISOString(),
    ends_at: dunningSchedule(pastDueAt).deadline.toISOString(),
    is_action_required: notice.isActionRequired,
  }
  await emit(tx, platform, { name: 'subscription.payment_failed', organizationId, resourceId, payload, now: notice.now })
}

/** Emits that an overdue payment was made, where the merchant sends the email. */
export async function noticeRecovery(tx: Tx, platform: Platform, notice: Notice & { readonly orderId: string }): Promise<void> {
  const { organizationId, id: resourceId, currentPeriodEnd } = notice.full.subscription
  if (!notice.emails.paymentRecovered) return
  const payload = { ...baseOf(notice), order_id: notice.orderId, at: currentPeriodEnd.toISOString() }
  await emit(tx, platform, { name: 'subscription.payment_recovered', organizationId, resourceId, payload, now: notice.now })
}

function baseOf({ full, amount, hasMethod }: Notice) {
  const { subscription, customer, product, prices } = full
  return {
    organization_id: subscription.organizationId,
    subscription_id: subscription.id,
    customer_id: customer.id,
    customer_email: customer.email,
    product_name: product.name,
    amount,
    currency: subscription.currency,
    recurring_interval: subscription.recurringInterval,
    has_usage: prices.some(({ kind }) => !priceKinds[kind].isStatic),
    has_payment_method: hasMethod,
    locale: subscription.locale,
    timezone: subscription.billingTimezone,
    link: null,
  }
}
