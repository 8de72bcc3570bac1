import { findPrices } from '#merchant/catalogue/products/index.ts'
import { isBillable, type Subscription } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import {
  lockUsage,
  meteredPrices,
  type ResetUsageInput,
  readSubscriptionMeters,
  resetUsage,
  type UsageItem,
  usageItems,
} from '#money/usage/counts/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { Run } from './save-subscription.ts'

/** The reset of the meters of a subscription at an instant. */
export type MeterReset = Pick<ResetUsageInput, 'windows' | 'isBilled' | 'prices' | 'at' | 'carry'>

/** Ends the windows of a subscription's meters and begins those of its prices. Returns it with its meters. One without usage is returned as it is. */
export async function resetMeters(
  { tx, platform }: Pick<Run, 'tx' | 'platform'>,
  full: FullSubscription,
  reset: MeterReset,
): Promise<FullSubscription> {
  if (reset.windows.length === 0 && reset.prices.length === 0) return full
  const { organizationId, id, customerId } = full.subscription
  await resetUsage(tx, platform, { organizationId, customerId, subscriptionId: id, ...reset })
  return { ...full, meters: await readSubscriptionMeters(tx, full.subscription) }
}

/** Ends the windows of a subscription that is not billed any more, without an order: collection has failed (rule U4). */
export async function releaseMeters(batch: Pick<Run, 'tx' | 'platform' | 'now'>, full: FullSubscription): Promise<FullSubscription> {
  if (full.meters.length === 0) return full
  const { organizationId, id } = full.subscription
  const usage = await lockUsage(batch.tx, organizationId, [{ id, end: batch.now }])
  return resetMeters(batch, full, { windows: usage.get(id) ?? [], isBilled: false, prices: [], at: batch.now, carry: 'all' })
}

/** Begins the windows of a subscription that is paid again, with no credits of before (rule U5). */
export function restartMeters(batch: Pick<Run, 'tx' | 'platform' | 'now'>, full: FullSubscription): Promise<FullSubscription> {
  return resetMeters(batch, full, { windows: [], isBilled: false, prices: meteredPrices(full.prices), at: batch.now, carry: 'none' })
}

/** Begins the windows of a subscription whose first period begins, with the credits that its customer has. */
export async function startMeters(tx: Tx, platform: Platform, subscription: Subscription): Promise<void> {
  const { organizationId, id: subscriptionId, customerId, priceIds, currentPeriodStart: at } = subscription
  const prices = meteredPrices(await findPrices(tx, organizationId, priceIds))
  if (prices.length === 0) return
  await resetUsage(tx, platform, { organizationId, customerId, subscriptionId, windows: [], isBilled: false, prices, at, carry: 'all' })
}

/** The plan of a subscription that changes at an instant within its period. */
export interface MeterChange {
  readonly subscription: Subscription
  /** Those of the next plan. */
  readonly priceIds: readonly string[]
  readonly at: Date
}

/**
 * Ends the windows of a subscription where its prices change, and begins those of the next ones. Returns what was used at the former prices, which
 * waits for the next renewal (rule P8). In a trial nothing is billed.
 */
export async function changeMeters(tx: Tx, platform: Platform, { subscription, priceIds, at }: MeterChange): Promise<readonly UsageItem[]> {
  if (!isBillable(subscription) || subscription.status === 'trialing') return []
  const { organizationId, id, customerId } = subscription
  const windows = (await lockUsage(tx, organizationId, [{ id, end: at }])).get(id) ?? []
  const prices = meteredPrices(await findPrices(tx, organizationId, priceIds))
  if (windows.length === 0 && prices.length === 0) return []
  await resetUsage(tx, platform, { organizationId, customerId, subscriptionId: id, windows, isBilled: true, prices, at, carry: 'all' })
  return usageItems(windows)
}
