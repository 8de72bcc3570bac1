import { confirmCatchUp, lockHeldSubscriptions } from '#money/subscriptions/index.ts'
import type { Platform } from '#platform/platform.ts'
import { readFull } from '../reads.ts'
import { save } from './save-subscription.ts'

/** Subscriptions that one transaction confirms at most. */
const BATCH = 200

/**
 * Confirms for an organization that the periods which were missed during a long downtime are billed (rule D4): the next run bills them, each
 * with its own dates, and stops after as many as before. Returns the number of subscriptions.
 */
export async function confirmHeldSubscriptions(platform: Platform, organizationId: string): Promise<number> {
  let confirmed = 0
  for (let locked = BATCH; locked === BATCH; confirmed += locked) locked = await confirmBatch(platform, organizationId)
  return confirmed
}

function confirmBatch(platform: Platform, organizationId: string): Promise<number> {
  return platform.database.transaction(async (tx) => {
    const now = platform.clock.now({ organizationId })
    const held = await lockHeldSubscriptions(tx, { organizationId, limit: BATCH })
    for (const subscription of held) {
      const next = confirmCatchUp(subscription, now)
      await save({ tx, platform, now }, await readFull(tx, platform, subscription), { next, events: ['subscription.updated'] })
    }
    return held.length
  })
}
