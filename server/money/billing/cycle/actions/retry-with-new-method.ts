import { attemptNow, lockSubscriptionsOf, subscriptions } from '#money/billing/subscriptions/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'

/** A payment method that a customer has saved. */
export interface SavedMethod {
  readonly organizationId: string
  readonly customerId: string
  readonly paymentMethodId: string
}

/**
 * Makes the overdue payments of a customer due at once with the payment method that they have saved, also after a hard decline (rule U2). An
 * attempt that is in progress comes to its end first. What a stranger took in the customer's name is not paid.
 */
export async function retryWithNewMethod(
  tx: Tx,
  platform: Platform,
  { organizationId, customerId, paymentMethodId }: SavedMethod,
): Promise<void> {
  const now = platform.clock.now({ organizationId })
  for (const subscription of await lockSubscriptionsOf(tx, organizationId, customerId))
    if (subscription.status === 'past_due' && !subscription.isCharging && !subscription.isUnproven)
      await subscriptions.save(tx, attemptNow(subscription, paymentMethodId, now))
}
