import { refuse } from '#kernel/refusal.ts'
import {
  type CancellationNote,
  lockSubscriptionsOf,
  revoke,
  subscriptionRefusals,
  subscriptions,
} from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { readFinalContext, readFull, readPeriodFunds } from '../reads.ts'
import { exhaustOrder } from './collect-order.ts'
import { closeWaiting, completeSubscription } from './complete-subscription.ts'
import { releaseMeters } from './reset-meters.ts'
import { save } from './save-subscription.ts'

/** The subscription, looked up in `tenants`, and why it ends. */
export interface RevokeSubscriptionInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly note: CancellationNote
}

/** Ends a subscription at once (rule K2); 404, and 403 when it has ended. Nothing is refunded by itself. */
export async function revokeSubscription(
  tx: Tx,
  by: AuditContext,
  { tenants, id, note }: RevokeSubscriptionInput,
): Promise<FullSubscription> {
  const subscription = (await subscriptions.lock(tx, tenants, id)) ?? refuse(subscriptionRefusals.ResourceNotFound)
  const full = await revokeLocked(tx, by.platform, { subscription, note, isBilled: true, isCredited: true })
  const target = { type: 'subscription', id } as const
  const { organizationId } = subscription
  await recordAudit(tx, by, { action: 'subscription.revoked', organizationId, target, details: { reason: note.reason ?? '' } })
  return full
}

/** Ends all subscriptions of a customer who was deleted, at once (rule S1). Nothing is billed or given back any more. */
export async function revokeSubscriptionsOf(
  tx: Tx,
  platform: Platform,
  { organizationId, customerId }: { readonly organizationId: string; readonly customerId: string },
): Promise<void> {
  for (const subscription of await lockSubscriptionsOf(tx, organizationId, customerId))
    await revokeLocked(tx, platform, { subscription, note: {}, isBilled: false, isCredited: false })
}

/**
 * Ends a subscription whose payment was lost, at once; nothing for one that has ended (rule W8). What was used is not billed any more, and
 * what waits in the customer's favour is credited as far as it was received.
 */
export async function revokeSubscriptionById(
  tx: Tx,
  platform: Platform,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<void> {
  const subscription = await subscriptions.lock(tx, [organizationId], id)
  if (!subscription || subscription.endedAt !== null) return
  await revokeLocked(tx, platform, { subscription, note: {}, isBilled: false, isCredited: true })
}

interface LockedRevocation {
  readonly subscription: Subscription
  readonly note: CancellationNote
  /** Whether what was used and what waits is billed. */
  readonly isBilled: boolean
  /** Whether what waits in the customer's favour becomes credit. */
  readonly isCredited: boolean
}

// An overdue order is not collected any more; an attempt in progress comes to its end.
async function revokeLocked(
  tx: Tx,
  platform: Platform,
  { subscription, note, isBilled, isCredited }: LockedRevocation,
): Promise<FullSubscription> {
  const now = platform.clock.now(subscription)
  const outcome = revoke(subscription, note, now)
  const { organizationId, unpaidOrderId: orderId, isCharging } = subscription
  const full = await readFull(tx, platform, subscription)
  const batch = { tx, platform, now }
  if (orderId !== null && !isCharging) await exhaustOrder(batch, { organizationId, orderId })
  const funds = await readPeriodFunds(tx, full.subscription, { isLocked: true })
  if (funds.waiting.length === 0 && full.meters.length === 0) return save(batch, full, outcome)
  const context = await readFinalContext(tx, { full, funds, now })
  if (isBilled) return completeSubscription({ ...batch, context }, { full, outcome, at: now })
  await closeWaiting({ ...batch, context }, { full, isCredited })
  return save(batch, await releaseMeters(batch, full), outcome)
}
