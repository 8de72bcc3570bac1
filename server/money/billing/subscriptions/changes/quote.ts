import { present } from '#kernel/assert.ts'
import { sum } from '#kernel/money.ts'
import { amountOff, appliesTo, type Discount, reducedPeriods } from '#merchant/catalogue/discounts/model.ts'
import { amountOf, livePrices, type Price, type PricedProduct, priceKinds, staticPrice } from '#merchant/catalogue/products/model.ts'
import type { SubscriptionSettings } from '#merchant/merchants/model.ts'
import { periodFrom, wholeSeconds } from '../dates.ts'
import type { Subscription } from '../model.ts'
import type { SubscribedPlan } from '../rules.ts'
import type { PlanChange } from './plan.ts'
import { type NextPlanSide, type PlanSide, type Proration, prorate } from './proration.ts'
import { type ChangeTime, changeStep, refuseChange } from './rules.ts'
import type { BillLine } from './settlement.ts'
import { type FundingOrder, statePeriod } from './statement.ts'

/** A requested change of a subscription's product. */
export interface ChangeRequest {
  /** The product with its live prices; undefined where the organization has no such one. */
  readonly target: PricedProduct | undefined
  /** Null: as the merchant's rules say. */
  readonly behavior: SubscriptionSettings['prorationBehavior'] | null
  readonly apply: ChangeTime | null
}

/** A subscription with what a change of its product depends on. */
export interface ChangeContext {
  readonly subscription: Subscription
  readonly product: PricedProduct
  /** Those that it has, in their order. */
  readonly prices: readonly Price[]
  readonly discount: Discount | null
  /** The discount of `priorDiscountId`. */
  readonly priorDiscount: Discount | null
  readonly settings: SubscriptionSettings
  /** The paid orders of the present period, the newest first. */
  readonly funding: readonly FundingOrder[]
  /** The proration items that wait for the next order. */
  readonly waiting: readonly BillLine[]
  /** Whether taxes are collected of this customer: then each line is taxed by its own product. */
  readonly isTaxed: boolean
  readonly now: Date
}

/** A change that takes effect now, and what it bills; nothing in a trial. */
export interface PlanQuote {
  readonly kind: 'now'
  readonly change: PlanChange
  readonly proration: Proration | null
}

/** The effect of a request: nothing, take a change at the period's end back, schedule one, or change the plan now. */
export type ChangeQuote =
  | { readonly kind: 'none' }
  | { readonly kind: 'keep' }
  | { readonly kind: 'period_end'; readonly productId: string }
  | PlanQuote

/** Quotes what a change of the product does and bills (rules P1 to P10): the preview and the change go by it. Refuses as `refuseChange`. */
export function quoteChange({ target, behavior, apply }: ChangeRequest, context: ChangeContext): ChangeQuote {
  const { subscription, settings, now } = context
  refuseChange(subscription, target)
  const plan = planOf(target)
  const step = changeStep(subscription, plan, { apply, settings })
  if (step === 'none' || step === 'keep') return { kind: step }
  if (step === 'period_end') return { kind: step, productId: target.id }
  if (subscription.status === 'trialing') {
    const keepsDiscount = doesDiscountStay(context, plan)
    return { kind: 'now', change: { plan, period: null, periodAmount: null, keepsDiscount, now }, proration: null }
  }
  return quotePlan({ ...context, target, plan, behavior: behavior ?? settings.prorationBehavior })
}

/** A recurring product as it is subscribed to: at the prices that it has now, the static one first. */
export function planOf(product: PricedProduct): SubscribedPlan {
  const fixed = staticPrice(product)
  const prices = [...(fixed ? [fixed] : []), ...livePrices(product).filter(({ id }) => id !== fixed?.id)]
  return {
    productId: product.id,
    priceIds: prices.map(({ id }) => id),
    amount: fixed ? amountOf(fixed) : 0,
    currency: present(prices[0], 'A price of a product').currency,
    recurringInterval: present(product.recurringInterval, 'The interval of a subscribed product'),
  }
}

interface NewPlan extends ChangeContext {
  readonly target: PricedProduct
  readonly plan: SubscribedPlan
  readonly behavior: SubscriptionSettings['prorationBehavior']
}

function quotePlan(context: NewPlan): PlanQuote {
  const { subscription, target, plan, behavior, now } = context
  const { currentPeriodStart: start, currentPeriodEnd: end, billingTimezone } = subscription
  const startsAnew = plan.recurringInterval !== subscription.recurringInterval
  const anchorAt = wholeSeconds(now)
  const cycle = { anchorAt, recurringInterval: plan.recurringInterval, billingTimezone }
  const period = startsAnew ? periodFrom(cycle, anchorAt) : null
  const keepsDiscount = doesDiscountStay(context, plan)
  const staying = keepsDiscount ? reducing(context, (period ?? { start }).start, startsAnew) : null
  const to: NextPlanSide = {
    label: target.name,
    productPriceId: staticPrice(target)?.id ?? null,
    isExempt: isExempt(context, target),
    amount: plan.amount,
    discountAmount: takenOff(staying, plan.amount),
  }
  const { funding: orders, waiting } = context
  const waitingAmount = sum(waiting.map(({ amount }) => amount))
  const statement = statePeriod({ period: { start, end }, billedAmount: billedAmountOf(context), orders, waitingAmount, now: anchorAt })
  const sides = { from: sideOf(context), to, period: { start, end }, newPeriod: period }
  const taxedOrders = context.isTaxed ? orders : []
  const proration = prorate({ ...sides, behavior, statement, waiting, taxedOrders, now: anchorAt })
  return { kind: 'now', change: { plan, period, periodAmount: to.amount - to.discountAmount, keepsDiscount, now }, proration }
}

/**
 * The amount at which the plan in force was billed for the whole present period, in minor units by the prices. Of a period that was billed
 * before this was stored: its price, less the discount of the period, also where another one has taken its place since (rule P9).
 */
export function billedAmountOf(context: Pick<ChangeContext, 'subscription' | 'discount' | 'priorDiscount'>): number {
  const { subscription, priorDiscount } = context
  const { amount, periodAmount, currentPeriodStart, priorDiscountFor } = subscription
  if (periodAmount !== null) return periodAmount
  const isReplaced = priorDiscountFor?.getTime() === currentPeriodStart.getTime()
  return amount - takenOff(isReplaced ? priorDiscount : reducing(context, currentPeriodStart, false), amount)
}

function sideOf(context: ChangeContext): PlanSide {
  const { product, prices } = context
  const productPriceId = prices.find(({ kind }) => priceKinds[kind].isStatic)?.id ?? null
  return { label: product.name, productPriceId, isExempt: isExempt(context, product) }
}

const isExempt = ({ isTaxed }: ChangeContext, { taxCode }: PricedProduct) => isTaxed && taxCode === 'exempt'

function doesDiscountStay({ discount }: ChangeContext, plan: SubscribedPlan): boolean {
  return discount === null || appliesTo(discount, plan)
}

// The discount where it reduces the period that starts then; one that was not applied before counts from the next new period on (rule G6).
function reducing(
  { subscription, discount }: Pick<ChangeContext, 'subscription' | 'discount'>,
  start: Date,
  isNew: boolean,
): Discount | null {
  const appliedAt = subscription.discountAppliedAt ?? (isNew ? start : null)
  const timezone = subscription.billingTimezone
  return discount && appliedAt && reducedPeriods(discount, { appliedAt, starts: [start], timezone })[0] ? discount : null
}

function takenOff(discount: Discount | null, amount: number): number {
  return discount === null ? 0 : amountOff(discount, amount)
}
