import type { Tx } from '#platform/database/database.ts'
import { onCommit } from '#platform/database/transaction.ts'
import { tell } from '#platform/outbox/tell.ts'
import type { Platform } from '#platform/platform.ts'
import type { FullCheckout } from '../model.ts'
import { toCheckoutWire } from '../wire.ts'

/** The channel on which a checkout's page hears what became of it. */
export function channelOf(checkoutId: string): string {
  return `checkout:${checkoutId}`
}

/** Tells what happened to a checkout: as facts to its merchant, and once it is committed to whoever watches its page. */
export async function tellCheckout(
  tx: Tx,
  platform: Platform,
  told: { readonly full: FullCheckout; readonly happened: readonly ('checkout.created' | 'checkout.updated')[]; readonly now: Date },
): Promise<void> {
  const { checkout } = told.full
  const payload = toCheckoutWire(told.full, platform.settings.BASE_URL)
  for (const name of told.happened) {
    await tell(tx, platform, { name, organizationId: checkout.organizationId, resourceId: checkout.id, payload, now: told.now })
  }
  if (!told.happened.includes('checkout.updated')) return
  const event = { event: 'checkout.updated', data: { status: checkout.status } }
  onCommit(tx, () => platform.live.publish(channelOf(checkout.id), event))
}
