import { refuseProblems, valueProblem } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import { type DiscountedSale, redemptionFault } from '../model.ts'
import { deleteRedemption, hasRedeemed, insertRedemption, lockDiscount, type Redemption } from '../store.ts'

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
