import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { subscriptionRefusals } from '../refusals.ts'
import { uncancel } from '../rules.ts'
import { subscriptions } from '../store.ts'
import type { FullSubscription } from '../wire.ts'
import type { CancelSubscriptionInput } from './cancel-subscription.ts'
import { emitSubscription } from './emit-subscription.ts'

/** Takes the cancellation of a subscription back (rule K1); 404, 400 and 410 as its rule. */
export async function uncancelSubscription(
  tx: Tx,
  platform: Platform,
  { tenants, id }: Pick<CancelSubscriptionInput, 'tenants' | 'id'>,
): Promise<FullSubscription> {
  const subscription = (await subscriptions.lock(tx, tenants, id)) ?? refuse(subscriptionRefusals.ResourceNotFound)
  const now = platform.clock.now(subscription)
  const { next, events } = uncancel(subscription, now)
  await subscriptions.save(tx, next)
  return emitSubscription(tx, platform, { subscription: next, events, now })
}
