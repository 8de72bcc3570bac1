import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { redeemForSubscription } from '#merchant/catalogue/discounts/index.ts'
import { changeDiscount, emitSubscription, subscriptionRefusals, subscriptions } from '#money/billing/subscriptions/index.ts'
import { isEnded } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { readFull } from '../../reads.ts'

/** The subscription, looked up in `tenants`, and its discount from the next renewal on. */
export interface SetDiscountInput {
  readonly tenants: readonly string[]
  readonly id: string
  /** Null: none. */
  readonly discountId: string | null
}

/**
 * Changes the discount of a subscription from the next renewal on (rule G6). A new one is redeemed (422 where it cannot be); removing one
 * frees no redemption. The present one again changes nothing. 403 where the subscription has ended, 409 while a change of its product waits
 * for its payment, which the discount is part of.
 */
export async function setDiscount(tx: Tx, by: AuditContext, { tenants, id, discountId }: SetDiscountInput): Promise<FullSubscription> {
  const { platform } = by
  const subscription = (await subscriptions.lock(tx, tenants, id)) ?? refuse(subscriptionRefusals.ResourceNotFound)
  refuseWhen(isEnded(subscription), subscriptionRefusals.AlreadyCanceledSubscription)
  const full = await readFull(tx, platform, subscription)
  refuseWhen(full.pendingChange !== null, subscriptionRefusals.SubscriptionLocked)
  if (subscription.discountId === discountId) return full
  const now = platform.clock.now(subscription)
  const { organizationId, productId, currency, amount, checkoutId } = subscription
  if (discountId !== null) {
    const sale = { productId, currency, isRecurring: true, isFree: amount === 0 }
    await redeemForSubscription(tx, { organizationId, subscriptionId: id, checkoutId, discountId, sale, now })
  }
  const { next, events } = changeDiscount(subscription, { from: full.discount, toId: discountId, now })
  await subscriptions.save(tx, next)
  const target = { type: 'subscription', id } as const
  await recordAudit(tx, by, { action: 'subscription.discount_changed', organizationId, target, details: { discount_id: discountId ?? '' } })
  return emitSubscription(tx, platform, { subscription: next, events, now })
}
