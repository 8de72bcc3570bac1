import { invalid, refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Discount, type DiscountedSale, redemptionFault } from '../model.ts'
import {
  deleteRedemption,
  hasRedeemed,
  hasSubscriptionRedeemed,
  insertRedemption,
  insertSubscriptionRedemption,
  lockDiscount,
  type Redemption,
  type SubscriptionRedemption,
} from '../store.ts'

/** The purchase of a checkout with a discount. */
export interface RedeemDiscountInput extends Redemption {
  readonly sale: DiscountedSale
  /** Whether the payment has succeeded: its discount is honoured even if the limit was used up meanwhile (behaviour 1.1). */
  readonly isPaid: boolean
}

/**
 * Redeems a discount for a checkout, once however often it is called: the decision is made under the lock of the discount's row, so that
 * of many confirms at once no more succeed than the limit allows. Refused (422) when it cannot be redeemed any more.
 */
export async function redeemDiscount(tx: Tx, input: RedeemDiscountInput): Promise<void> {
  if (await hasRedeemed(tx, input)) return
  const discount = await lockDiscount(tx, [input.organizationId], input.discountId)
  const isRedeemable = discount !== undefined && redemptionFault(discount, input.sale, input.now) === null
  if (!isRedeemable && !input.isPaid) refuseProblems([valueProblem(['body', 'discount_code'], 'This discount can no longer be redeemed.')])
  await insertRedemption(tx, input)
}

/** Takes the redemption of a checkout back, after a failed payment; without one nothing changes. */
export function releaseDiscount(tx: Tx, checkout: Pick<Redemption, 'organizationId' | 'checkoutId'>): Promise<void> {
  return deleteRedemption(tx, checkout)
}

/** A running subscription that gets a discount. */
export interface RedeemForSubscriptionInput extends SubscriptionRedemption {
  readonly sale: DiscountedSale
}

/**
 * Redeems a discount for a running subscription (rule G6), once for each discount that it ever had: under the lock of the discount's row,
 * as at a confirm. Refused (422) where the organization has no such discount, or where it cannot be redeemed.
 */
export async function redeemForSubscription(tx: Tx, input: RedeemForSubscriptionInput): Promise<Discount> {
  const refuseAt = (msg: string) => invalid([valueProblem(['body', 'discount_id'], msg)])
  const discount = await lockDiscount(tx, [input.organizationId], input.discountId)
  if (!discount) return refuseAt('There is no such discount.')
  const isRedeemed = await hasSubscriptionRedeemed(tx, input)
  // A discount that it has redeemed it may have again, although the limit is reached.
  const fault = redemptionFault(isRedeemed ? { ...discount, maxRedemptions: null } : discount, input.sale, input.now)
  if (fault === 'elsewhere') return refuseAt('This discount is not for the product of the subscription.')
  if (fault === 'gone') return refuseAt('This discount can no longer be redeemed.')
  if (!isRedeemed) await insertSubscriptionRedemption(tx, input)
  return discount
}
