import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import type { FullCheckout } from '../model.ts'
import { toCheckoutWire } from '../wire.ts'

/** The live channel of a checkout's page. */
export function channelOf(checkoutId: string): string {
  return `checkout:${checkoutId}`
}

/** Emits a checkout's events to its merchant and, after the commit, publishes its status to its page. */
export async function emitCheckout(
  tx: Tx,
  platform: Platform,
  published: { readonly full: FullCheckout; readonly events: readonly ('checkout.created' | 'checkout.updated')[]; readonly now: Date },
): Promise<void> {
  const { checkout } = published.full
  const payload = toCheckoutWire(published.full, platform.settings.BASE_URL)
  for (const name of published.events) {
    await emit(tx, platform, { name, organizationId: checkout.organizationId, resourceId: checkout.id, payload, now: published.now })
  }
  if (!published.events.includes('checkout.updated')) return
  const event = { event: 'checkout.updated', data: { status: checkout.status } }
  onCommit(tx, () => platform.live.publish(channelOf(checkout.id), event))
}
