import { z } from 'zod'
import {
  type Price,
  type PricedProduct,
  priceKinds,
  type RecurringInterval,
  salePrice,
  type TrialInterval,
} from '#merchant/catalogue/products/model.ts'
import { recurringInterval } from '#merchant/catalogue/products/wire.ts'
import { added, id } from '#platform/http/wire-parts.ts'
import {
  array,
  customFieldData,
  flag,
  integer,
  type Model,
  metadata,
  money,
  oneOf,
  recorded,
  text,
  time,
  uuid,
} from '#platform/resource/columns.ts'
import { CATCH_UP_MAXIMUM } from './dates.ts'

export {
  type BillLine,
  balancingLine,
  type CreditAmounts,
  settleLines,
  taxableAmount,
  untaxedLines,
  untaxedReturns,
} from './changes/settlement.ts'
export { capacityOf, type FundingOrder, statePeriod } from './changes/statement.ts'
export { type BillingCycle, boundary, CATCH_UP_MAXIMUM, cycleFrom, firstPeriod, MONTHS_OF_INTERVAL, type Period } from './dates.ts'

export const subscriptionStatuses = ['incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled', 'unpaid'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** The schema of a subscription's status. */
export const subscriptionStatus = z.enum(subscriptionStatuses).meta({ id: 'SubscriptionStatus' })

export const cancellationReasons = [
  'customer_service',
  'low_quality',
  'missing_features',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
  'other',
] as const
export type CancellationReason = (typeof cancellationReasons)[number]

/** The schema of why a subscription was canceled. */
export const cancellationReason = z.enum(cancellationReasons).meta({ id: 'CustomerCancellationReason' })

export const subscriptionColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  amount: money().meta({ description: 'The price for each interval before discount and tax, in minor units; usage is added to it.' }),
  currency: text().fixed(),
  recurringInterval: oneOf<RecurringInterval>(recurringInterval),
  status: oneOf<SubscriptionStatus>(subscriptionStatus),
  currentPeriodStart: time(),
  currentPeriodEnd: time().meta({ description: 'Exclusive: the next period starts at this instant.' }),
  trialStart: time().nullable().meta(added('When its trial started; null without a trial.')),
  trialEnd: time().nullable().meta(added('When its trial ends or has ended; null without a trial.')),
  cancelAtPeriodEnd: flag(),
  canceledAt: time().nullable(),
  startedAt: time().nullable(),
  endsAt: time().nullable(),
  endedAt: time().nullable(),
  pastDueAt: time().nullable().meta(added('Since when a payment is overdue; null unless one is.')),
  nextPaymentAttemptAt: time()
    .nullable()
    .meta(added('When the overdue payment is attempted again; null where it is not attempted by itself.')),
  customerId: uuid().fixed(),
  productId: uuid(),
  discountId: uuid().nullable(),
  checkoutId: uuid().nullable().fixed(),
  customerCancellationReason: oneOf<CancellationReason>(cancellationReason).nullable(),
  customerCancellationComment: text().nullable(),
  metadata: metadata(),
  customFieldData: customFieldData(),
  /** The amount billed for the whole present period of the plan, after its discount, before tax; null: its price less its discount. */
  periodAmount: money().nullable().private(),
  /** Orders from then on have paid the present period, also those of earlier periods whose money was carried over; null: its own. */
  fundedSince: time().nullable().private(),
  /** The prices of its product when it was chosen, which stay with it (rule C8), in their order. */
  priceIds: array(id).private(),
  /** The start of the first period that its discount reduces (rule G6); null: it counts from the next renewal on. */
  discountAppliedAt: time().nullable().private(),
  /** The product that it changes to when the period ends (rule P10). */
  pendingProductId: uuid().nullable().private(),
  /** The discount that the period which starts at `priorDiscountFor` was billed with, where another one has taken its place since (rule P9). */
  priorDiscountId: uuid().nullable().private(),
  priorDiscountFor: time().nullable().private(),
  locale: text().nullable().fixed().meta(added('The language of the buyer; null if it is unknown.')),
  /** The zone that its months are counted in (rule T2). */
  billingTimezone: text().fixed().meta(added('The IANA zone that its months are counted in.')),
  /** The start of the first paid period, from which all boundaries are counted (rule D1). */
  anchorAt: time().private(),
  /** Null: the default method of the customer. */
  paymentMethodId: uuid().nullable().private(),
  /**
   * A buyer took it who had only typed the address of the customer: no method but its own pays it, and it does not count as the customer's
   * (rule C19), until the customer pays it or changes its product.
   */
  isUnproven: flag().private(),
  /** Whether the customer may hold no other one besides it (rule C19). */
  isExclusive: flag().fixed().private(),
  /** The order that is being collected, or was not paid in time. */
  unpaidOrderId: uuid().nullable().private(),
  /** Whether an attempt to pay that order has no outcome yet. */
  isCharging: flag().private(),
  /** Failed attempts to pay that order. */
  failedAttempts: integer().private(),
  /** The end of the period about which the customer was reminded. */
  remindedFor: time().nullable().private(),
  /** Periods in a row that were billed after they had ended, because the server was down (rule D4). */
  latePeriods: integer().private(),
  /** When there is something to do: `dueAtOf`. Null: nothing by itself. */
  dueAt: time().nullable().private(),
} as const

/**
 * A plan that a customer pays for in each period, until it ends. `amount` is in minor units of `currency`; times are UTC, and a period is
 * [start, end). Every amount is before tax.
 */
export type Subscription = Model<typeof subscriptionColumns>

/** The statuses in which a customer has what is sold (rule 3.1), and that the state of a customer lists (rule S2). */
export const activeStatuses = ['trialing', 'active'] as const satisfies readonly SubscriptionStatus[]

/** Whether the customer has what is sold: in a trial or paid. */
export function isActive({ status }: Pick<Subscription, 'status'>): boolean {
  return (activeStatuses as readonly string[]).includes(status)
}

/** The statuses in which periods are billed or overdue. One exclusive subscription of a customer may be in them (rule C19). */
export const billableStatuses = ['trialing', 'active', 'past_due'] as const satisfies readonly SubscriptionStatus[]

/** Whether it is billed: active, or its payment is overdue. */
export function isBillable({ status }: Pick<Subscription, 'status'>): boolean {
  return (billableStatuses as readonly string[]).includes(status)
}

/** Whether its next period is billed only after an operator has confirmed it (rule D4). */
export function isHeld({ status, latePeriods }: Pick<Subscription, 'status' | 'latePeriods'>): boolean {
  return status === 'active' && latePeriods >= CATCH_UP_MAXIMUM
}

/** Whether it has ended for good. */
export function isEnded({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'canceled' || status === 'incomplete_expired'
}

/** The properties that decide whether a checkout may upgrade a subscription (rule C20). */
export interface UpgradableSubscription {
  readonly subscription: Pick<Subscription, 'status' | 'amount' | 'currency'>
  /** The prices that it has. */
  readonly prices: readonly Pick<Price, 'kind'>[]
}

/** Why a checkout may not upgrade a subscription, in a sentence; null when it may. Null as the subscription: there is none. */
export function upgradeFault(full: UpgradableSubscription | null): string | null {
  if (full === null) return 'There is no such subscription.'
  if (!isBillable(full.subscription)) return 'The subscription has ended, or is not paid.'
  const isFree = full.subscription.amount === 0 && full.prices.every(({ kind }) => priceKinds[kind].isStatic)
  return isFree ? null : 'Only a free subscription can be upgraded by a checkout.'
}

/** Why a free subscription cannot be upgraded to a product, in a sentence; null when it can. */
export function targetFault({ subscription }: UpgradableSubscription, product: PricedProduct): string | null {
  if (product.recurringInterval === null) return 'A subscription can only be upgraded to recurring products.'
  const price = salePrice(product)
  return price && price.currency !== subscription.currency ? 'The product has another currency than the subscription.' : null
}

/** The length of a trial. */
export interface TrialLength {
  readonly interval: TrialInterval
  readonly count: number
}

export const subscriptionItemColumns = {
  id: uuid(),
  organizationId: uuid(),
  subscriptionId: uuid(),
  label: text(),
  amount: money(),
  productPriceId: uuid().nullable(),
  /** Whether it is usage, which the discount of its period reduces (rule B6). */
  isUsage: flag(),
  /** Whether no tax is due on it: its product is exempt. */
  isExempt: flag(),
  /** The period that it is for; null where it was noted before this was stored. */
  periodStart: time().nullable(),
  periodEnd: time().nullable(),
  createdAt: time(),
  /** The order that has it; null: the next order of the subscription (rule P5), unless it is closed. */
  orderId: uuid().nullable(),
  /** When it was settled without an order: by a change that has taken it back, or as credit. */
  closedAt: time().nullable(),
} as const

/** A proration item, or usage at a former price, that waits for the next order, in minor units: positive is owed, negative is credited. */
export type SubscriptionItem = Model<typeof subscriptionItemColumns>
