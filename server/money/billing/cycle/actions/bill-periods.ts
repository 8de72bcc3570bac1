import { present } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { PricedProduct } from '#merchant/catalogue/products/model.ts'
import { applyCredit, chargeOf, createDueOrders, type DueOrder, totalOf } from '#money/billing/orders/index.ts'
import { assignItems, changePlan, type Period, periodFrom, planOf, renew } from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import type { Payment, PaymentMethod } from '#money/payments/model.ts'
import { taxSourcesOf } from '#money/taxes/index.ts'
import { itemsSoFar, meteredPrices, usageItems, type WindowUsage } from '#money/usage/counts/index.ts'
import { discountOfPeriod, fieldsOf, type PeriodUsage, taxBill } from '../orders.ts'
import type { DueContext } from '../reads.ts'
import { type BilledParts, keepsDiscount, type PeriodCost, periodCost } from '../steps.ts'
import { attemptOrders, failOrder, type OrderToCharge } from './collect-order.ts'
import { countReturns, creditCustomer } from './credit-customer.ts'
import { resetMeters } from './reset-meters.ts'
import { creditKey, type Run, saveAll } from './save-subscription.ts'

/** The next period of a subscription, and how it is paid. */
export interface DuePeriod {
  /** With the plan of the new period. */
  readonly full: FullSubscription
  readonly cost: PeriodCost
  readonly period: Period
  readonly order: DueOrder['order']
  /** The discount that reduces the order. */
  readonly discount: Discount | null
  /** The usage of the period that has ended. */
  readonly usage: readonly WindowUsage[]
  /** The amount to be charged, in minor units. */
  readonly charged: number
  /** Undefined where the customer has saved none. */
  readonly method: PaymentMethod | undefined
}

/** The next period of a subscription and its cost, with the product that it changes to; writes nothing. */
export function preparePeriod(batch: Run, due: FullSubscription): DuePeriod {
  const { context, credit, platform } = batch
  const taxSources = taxSourcesOf(platform)
  const start = due.subscription.currentPeriodEnd
  const full = withNextPlan(due, { products: context.products, now: batch.now })
  const { subscription } = full
  const used = context.usage.get(due.subscription.id)
  const usage = usageOf(context, due)
  const priced = periodCost(full, { ...partsOf(context, due), usage }, start)
  const { taxAmount, tax, ...bill } = taxBill(priced, { ...full, merchant: context.merchant, taxSources, now: batch.now })
  const cost = { ...priced, ...bill }
  const period = periodFrom(subscription, start)
  const order = {
    billingReason: 'subscription_cycle',
    ...fieldsOf(full),
    period,
    items: cost.items,
    discountId: cost.discountId,
    discountAmount: cost.discountAmount,
    taxAmount,
    tax,
    creditBalance: availableCredit(credit, subscription),
  } as const
  const discount = [full.discount, usage.discount].find((each) => each?.id === cost.discountId) ?? null
  const method = context.methods.get(subscription.id)
  return { full, cost, period, order, discount, usage: used ?? [], charged: chargeOf(order), method }
}

/** The parts of an order of a due subscription besides its price and its usage. */
export function partsOf(
  { merchant, waiting, funding }: Pick<DueContext, 'merchant' | 'waiting' | 'funding'>,
  { subscription: { id } }: Pick<FullSubscription, 'subscription'>,
): Omit<BilledParts, 'usage'> {
  return { merchant, waiting, funding: funding.get(id) ?? [] }
}

// A subscription that a stranger took in a customer's name uses none of the customer's credit.
function availableCredit(credit: Run['credit'], subscription: Subscription): number {
  return subscription.isUnproven ? 0 : (credit.get(creditKey(subscription)) ?? 0)
}

/** The usage of the current period of a subscription: what is billed where it is over, and otherwise what it is so far. */
export function usageOf({ usage, priorDiscounts }: Pick<DueContext, 'usage' | 'priorDiscounts'>, full: FullSubscription): PeriodUsage {
  const { subscription } = full
  const prior = priorDiscounts.get(subscription.priorDiscountId ?? '') ?? null
  const used = usage.get(subscription.id)
  return used
    ? { items: usageItems(used), discount: discountOfPeriod(subscription, { discount: full.discount, prior }), isExempt: isExempt(full) }
    : usageSoFar(full, prior)
}

/** The usage of a running period, by its counters; `prior` is the discount that the subscription had before (rule P9). */
export function usageSoFar(full: FullSubscription, prior: Discount | null): PeriodUsage {
  const { subscription, meters, prices, discount } = full
  const items = itemsSoFar(meters, meteredPrices(prices))
  return { items, discount: discountOfPeriod(subscription, { discount, prior }), isExempt: isExempt(full) }
}

const isExempt = ({ product }: Pick<FullSubscription, 'product'>) => product.taxCode === 'exempt'

/**
 * A subscription with the plan of its next period. A product that cannot be subscribed to any more does not take the place of the present
 * one.
 */
export function withNextPlan(
  full: FullSubscription,
  { products, now }: { readonly products: readonly PricedProduct[]; readonly now: Date },
): FullSubscription {
  const { subscription } = full
  const product = products.find(({ id }) => id === subscription.pendingProductId)
  if (!product || product.isArchived || product.recurringInterval === null) return full
  const plan = planOf(product)
  if (plan.currency !== subscription.currency) return full
  const keeps = keepsDiscount(full, product)
  const changed = changePlan(subscription, { plan, period: null, periodAmount: null, keepsDiscount: keeps, now }).next
  const isOtherInterval = plan.recurringInterval !== subscription.recurringInterval
  const next = isOtherInterval ? { ...changed, anchorAt: subscription.currentPeriodEnd } : changed
  return { ...full, subscription: next, product, prices: pricesOf(product, plan.priceIds), discount: keeps ? full.discount : null }
}

const pricesOf = (product: PricedProduct, ids: readonly string[]) => product.prices.filter(({ id }) => ids.includes(id))

/**
 * Bills periods in one transaction: the period begins, its order and the attempt to pay it are recorded, and what is not charged is paid.
 * Returns the attempts.
 */
export async function billPeriods(batch: Run, periods: readonly DuePeriod[]): Promise<Payment[]> {
  const { tx, platform, context, credit, now } = batch
  const isTest = context.merchant.mode === 'test'
  const renewed: {
    readonly due: DuePeriod
    readonly id: string
    readonly full: FullSubscription
    readonly outcome: ReturnType<typeof renew>
  }[] = []
  for (const each of periods) {
    // An earlier period of this run may have used the customer's credit.
    const { subscription } = each.full
    const order = { ...each.order, creditBalance: availableCredit(credit, subscription) }
    const due = { ...each, order, charged: chargeOf(order) }
    if (!subscription.isUnproven) credit.set(creditKey(subscription), applyCredit(totalOf(order), order.creditBalance).balanceAfter)
    const id = newId(now)
    const { discountAppliedAt, periodAmount, isCarried } = due.cost
    const { fundedSince, currentPeriodStart } = due.full.subscription
    const outcome = renew(due.full.subscription, due.period, {
      unpaidOrderId: due.charged > 0 ? id : null,
      discountAppliedAt,
      periodAmount,
      now,
      fundedSince: isCarried ? (fundedSince ?? currentPeriodStart) : null,
    })
    renewed.push({ due, id, full: due.full, outcome })
  }
  const reset = []
  for (const each of renewed) reset.push({ ...each, full: await resetPeriod(batch, each.due) })
  const saved = await saveAll(batch, reset)
  const billed = renewed.map(({ due, id }, index) => {
    const full = present(saved[index], 'A saved subscription')
    return { due: { ...due, full }, order: { id, order: due.order, ...full, discount: due.discount, isTest } }
  })
  await createDueOrders(tx, platform, { orders: billed.map(({ order }) => order), now })
  const payable: OrderToCharge[] = []
  for (const { due, order } of billed) {
    const { full, charged: amount, method } = due
    await settleItems(batch, due, order.id)
    if (amount === 0) continue
    if (method) payable.push({ full, orderId: order.id, amount, method })
    else await failOrder(batch, { full, orderId: order.id, amount, code: null })
  }
  return attemptOrders(batch, payable)
}

// A trial that converts begins with a clean window: what was used in it is not billed (rule R2).
function resetPeriod(batch: Run, { full, usage, period }: DuePeriod): Promise<FullSubscription> {
  return resetMeters(batch, full, {
    windows: usage,
    isBilled: true,
    prices: meteredPrices(full.prices),
    at: period.start,
    carry: 'rollover',
  })
}

async function settleItems({ tx, platform, context, now }: Run, { full, cost }: DuePeriod, orderId: string): Promise<void> {
  const { organizationId, id } = full.subscription
  const ids = context.waiting.filter(({ subscriptionId }) => subscriptionId === id).map((item) => item.id)
  if (ids.length > 0) await assignItems(tx, { organizationId, ids, orderId })
  const funding = context.funding.get(id)
  if (!funding) return
  const counted = await countReturns(tx, funding)
  if (cost.credit === null) return
  const source = `subscription-order:${orderId}`
  await creditCustomer(tx, platform, { subscription: full.subscription, credit: cost.credit, funding: counted, source, now })
}
