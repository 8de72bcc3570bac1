// Codes of discounts are short, and anybody may try them at a checkout: only so many wrong ones are looked up.
import { refuseProblems } from '#kernel/refusal.ts'
import { findDiscountByCode } from '#merchant/catalogue/discounts/index.ts'
import type { Discount } from '#merchant/catalogue/discounts/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { LimitRule } from '#platform/limits/limits.ts'
import { networkLimit } from '#platform/limits/network-limit.ts'
import type { Platform } from '#platform/platform.ts'
import type { Checkout } from '../model.ts'
import type { CheckoutChanges } from '../rules.ts'

/** Wrong codes of one checkout. The window is the longest life of a checkout. */
const perCheckout: LimitRule = { name: 'discount-codes:checkout', max: 10, windowSeconds: 86_400 }
/** Those of one network at all checkouts: a new checkout of a link costs nothing. */
const perNetwork: LimitRule = { name: 'discount-codes:network', max: 100, windowSeconds: 3600, isFixed: true }

/** A checkout whose row is locked, the changes that its buyer sends, and the IP address and time of their request. */
export interface FindBuyersDiscountInput {
  readonly checkout: Pick<Checkout, 'id' | 'organizationId' | 'allowDiscountCodes'>
  readonly changes: Pick<CheckoutChanges, 'discountCode'>
  readonly ipAddress: string
  /** The server's. */
  readonly now: Date
}

/**
 * The discount of the code that a buyer enters; null where they enter none, or there is none. After ten wrong codes at one checkout, or too
 * many from one network, further ones are refused at their field (422) without a look: the purchase goes on without a code.
 */
export async function findBuyersDiscount(
  tx: Tx,
  { limits }: Pick<Platform, 'limits'>,
  { checkout, changes: { discountCode }, ipAddress, now }: FindBuyersDiscountInput,
): Promise<Discount | null> {
  if (!discountCode || !checkout.allowDiscountCodes) return null
  const network = networkLimit(limits, perNetwork)
  if (limits.waiting(perCheckout)(checkout.id, now) > 0 || network.waiting(ipAddress, now) > 0) refuseCodes()
  const found = await findDiscountByCode(tx, checkout.organizationId, discountCode)
  if (found) return found
  limits.counter(perCheckout)(checkout.id, now)
  network.count(ipAddress, now)
  return null
}

function refuseCodes(): void {
  const msg = 'Too many wrong codes were entered. You can pay without one.'
  refuseProblems([{ loc: ['body', 'discount_code'], msg, type: 'too_many_codes' }])
}
