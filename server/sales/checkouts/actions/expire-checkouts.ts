import type { Platform } from '#platform/platform.ts'
import { expireCheckout } from '../expiry.ts'
import { readContext } from '../reads.ts'
import { checkouts, lockExpired } from '../store.ts'
import { emitCheckout } from './emit-checkout.ts'

/** Checkouts per transaction. */
const BATCH = 50

/** Expires open checkouts past their expiry, of one organization or of all, and publishes it; skips locked ones until the next run. */
export async function expireCheckouts(platform: Platform, organizationId?: string): Promise<void> {
  for (let expired = BATCH; expired === BATCH; ) expired = await expireSome(platform, organizationId)
}

function expireSome(platform: Platform, organizationId: string | undefined): Promise<number> {
  return platform.database.transaction(async (tx) => {
    const expired = await lockExpired(tx, platform, { organizationId, limit: BATCH })
    for (const checkout of expired) {
      const now = platform.clock.now(checkout)
      const outcome = expireCheckout(checkout, now)
      if (!outcome) continue
      await checkouts.save(tx, outcome.next)
      const full = { checkout: outcome.next, ...(await readContext(tx, platform, checkout)) }
      await emitCheckout(tx, platform, { full, events: outcome.events, now })
    }
    return expired.length
  })
}
