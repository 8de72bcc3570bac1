import { present } from '#kernel/assert.ts'
import { emitFullSubscriptions, type MerchantEventName, subscriptions } from '#money/billing/subscriptions/index.ts'
import type { Subscription } from '#money/billing/subscriptions/model.ts'
import type { FullSubscription } from '#money/billing/subscriptions/wire.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { DueContext } from '../reads.ts'

/** A transaction of a run, with what is shared by its subscriptions. */
export interface Run {
  readonly tx: Tx
  readonly platform: Platform
  readonly context: DueContext
  /** The credit that each customer has left, by `customer:currency`, in minor units. */
  readonly credit: Map<string, number>
  readonly now: Date
}

/** The key of a customer's credit in a run. */
export const creditKey = ({ customerId, currency }: Pick<Subscription, 'customerId' | 'currency'>) => `${customerId}:${currency}`

/** The next state of a subscription that was read with its customer, product and prices. */
export interface ChangedSubscription {
  readonly full: FullSubscription
  readonly outcome: { readonly next: Subscription; readonly events: readonly MerchantEventName[] }
}

/** Saves the next state of a subscription and emits its events. */
export async function save(
  batch: Pick<Run, 'tx' | 'platform' | 'now'>,
  full: FullSubscription,
  outcome: ChangedSubscription['outcome'],
): Promise<FullSubscription> {
  const [changed] = await saveAll(batch, [{ full, outcome }])
  return present(changed, 'A saved subscription')
}

/** The same for several subscriptions, in their order. */
export async function saveAll(
  { tx, platform, now }: Pick<Run, 'tx' | 'platform' | 'now'>,
  subscriptionChanges: readonly ChangedSubscription[],
): Promise<FullSubscription[]> {
  const changes = subscriptionChanges.map(({ full, outcome }) => ({
    full: { ...full, subscription: outcome.next },
    events: outcome.events,
  }))
  for (const { full } of changes) await subscriptions.save(tx, full.subscription)
  await emitFullSubscriptions(tx, platform, { changes, now })
  return changes.map(({ full }) => full)
}
