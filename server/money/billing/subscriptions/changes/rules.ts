import { refuseProblems, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { livePrices, type PricedProduct, type RecurringInterval, staticPrice } from '#merchant/catalogue/products/model.ts'
import type { SubscriptionSettings } from '#merchant/merchants/model.ts'
import { isEnded, type Subscription } from '../model.ts'
import { subscriptionRefusals } from '../refusals.ts'

/** The effect of a change on the price of a year, before discounts. */
export type ChangeDirection = 'upgrade' | 'downgrade' | 'lateral'

/** The cost of a product, in minor units of one currency. */
export interface Plan {
  readonly amount: number
  readonly recurringInterval: RecurringInterval
}

/** The properties that decide how the product of a subscription may change. */
export type ChangeableSubscription = Plan &
  Pick<Subscription, 'status' | 'cancelAtPeriodEnd' | 'currency' | 'productId' | 'pendingProductId' | 'isCharging'>

/** When a change of product takes effect: at once, or when the present period ends (rule P10). */
export type ChangeTime = SubscriptionSettings['applyUpgrades']

/**
 * Refuses what a product cannot be changed to (rule P1): 403 where the subscription has ended or is going to, 409 while a payment of it is
 * in progress, 422 at `product_id` for everything else. An undefined target is a product that the organization does not have.
 */
export function refuseChange(subscription: ChangeableSubscription, target: PricedProduct | undefined): asserts target is PricedProduct {
  refuseWhen(isEnded(subscription) || subscription.cancelAtPeriodEnd, subscriptionRefusals.AlreadyCanceledSubscription)
  refuseProblems(problemsOf(subscription, target).map((msg) => valueProblem(['body', 'product_id'], msg)))
  refuseWhen(subscription.isCharging, subscriptionRefusals.SubscriptionLocked)
}

function problemsOf({ status, currency, productId }: ChangeableSubscription, target: PricedProduct | undefined): string[] {
  if (!target) return ['There is no such product.']
  // The subscription may keep the product that it has, archived or not.
  if (target.id === productId) return []
  const prices = livePrices(target)
  return [
    ...(status === 'incomplete' ? ['The first payment of the subscription has not been made.'] : []),
    ...(status === 'past_due' || status === 'unpaid' ? ['The present period of the subscription has not been paid.'] : []),
    ...(target.recurringInterval === null ? ['The product is not recurring.'] : []),
    ...(target.isArchived ? ['The product is archived.'] : []),
    ...(prices.some((price) => price.currency !== currency) ? ['The product has another currency than the subscription.'] : []),
    ...(staticPrice(target)?.kind === 'custom' ? ['The buyer chooses what the product costs.'] : []),
  ]
}

/** Whether the change raises or lowers what a year costs; `lateral`: neither. */
export function directionOf(from: Plan, to: Plan): ChangeDirection {
  const difference = yearly(to) - yearly(from)
  return difference > 0 ? 'upgrade' : difference < 0 ? 'downgrade' : 'lateral'
}

/** A request to change the product, and the merchant's rules. */
export interface ChangePolicy {
  /** Null: the merchant's rule decides. */
  readonly apply: ChangeTime | null
  readonly settings: Pick<SubscriptionSettings, 'applyUpgrades' | 'applyDowngrades'>
}

/**
 * The effect of a requested product: `none`, because the subscription has it or will have it already (rule P7); `keep`, which takes a
 * change at the period's end back; or a change `now` or at the `period_end`. A trial always switches now (rule P1); otherwise the request
 * decides, then the merchant's rule for upgrades, or the one for all other changes (rule P10).
 */
export function changeStep(
  subscription: ChangeableSubscription,
  to: Plan & { readonly productId: string },
  { apply, settings }: ChangePolicy,
): 'none' | 'keep' | ChangeTime {
  const { status, productId, pendingProductId } = subscription
  if (to.productId === productId) return pendingProductId === null ? 'none' : 'keep'
  const setting = directionOf(subscription, to) === 'upgrade' ? settings.applyUpgrades : settings.applyDowngrades
  const time = status === 'trialing' ? 'now' : (apply ?? setting)
  return time === 'period_end' && to.productId === pendingProductId ? 'none' : time
}

function yearly({ amount, recurringInterval }: Plan): number {
  return recurringInterval === 'year' ? amount : amount * 12
}
