import { sql } from 'kysely'
import { present } from '#kernel/assert.ts'
import type { Tx } from '#platform/database/database.ts'
import { emitAll } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { MerchantEventName } from '../events.ts'
import { subscriptionList } from '../reads.ts'
import { type FullSubscription, toSubscriptionWire } from '../wire.ts'

/** A saved subscription and the events to emit, in order. */
export interface EmitSubscriptionInput {
  readonly subscription: { readonly organizationId: string; readonly id: string }
  readonly events: readonly MerchantEventName[]
  readonly now: Date
}

/** Emits events of a saved subscription with its present state, and returns it with its customer, product and prices. */
export async function emitSubscription(tx: Tx, platform: Platform, input: EmitSubscriptionInput): Promise<FullSubscription> {
  const { organizationId, id } = input.subscription
  const tail = sql`where subscriptions.organization_id = ${organizationId} and subscriptions.id = ${id}`
  const [read] = await subscriptionList.select(tx, tail, platform)
  const full = present(read, 'A saved subscription')
  await emitFullSubscription(tx, platform, { full, events: input.events, now: input.now })
  return full
}

/** A subscription that was read with its customer, product and prices, or that was put together, and the events to emit, in order. */
export interface FullSubscriptionEvents {
  readonly full: FullSubscription
  readonly events: readonly MerchantEventName[]
}

/** The same for a subscription that was read with its customer, product and prices, or that was put together. */
export function emitFullSubscription(
  tx: Tx,
  platform: Platform,
  { now, ...change }: FullSubscriptionEvents & { readonly now: Date },
): Promise<void> {
  return emitFullSubscriptions(tx, platform, { changes: [change], now })
}

/** The same for several subscriptions, in their order, with one statement. */
export async function emitFullSubscriptions(
  tx: Tx,
  platform: Platform,
  { changes, now }: { readonly changes: readonly FullSubscriptionEvents[]; readonly now: Date },
): Promise<void> {
  const emitted = changes.flatMap(({ full, events }) => {
    const { organizationId, id: resourceId } = full.subscription
    const payload = toSubscriptionWire(full, platform.settings.BASE_URL)
    return events.map((name) => ({ name, organizationId, resourceId, payload, now }))
  })
  await emitAll(tx, platform, emitted)
}
