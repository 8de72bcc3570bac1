import { refuse } from '#kernel/refusal.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { subscriptionRefusals } from '../refusals.ts'
import { type CancellationNote, cancel } from '../rules.ts'
import { subscriptions } from '../store.ts'
import type { FullSubscription } from '../wire.ts'
import { emitSubscription } from './emit-subscription.ts'

/** The subscription, looked up in `tenants`, and why it is canceled. */
export interface CancelSubscriptionInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly note: CancellationNote
}

/** Cancels a subscription for the end of its period (rule K1); 404 and 403 as its rule. */
export async function cancelSubscription(tx: Tx, platform: Platform, input: CancelSubscriptionInput): Promise<FullSubscription> {
  const subscription = (await subscriptions.lock(tx, input.tenants, input.id)) ?? refuse(subscriptionRefusals.ResourceNotFound)
  const now = platform.clock.now(subscription)
  const { next, events } = cancel(subscription, input.note, now)
  await subscriptions.save(tx, next)
  return emitSubscription(tx, platform, { subscription: next, events, now })
}
