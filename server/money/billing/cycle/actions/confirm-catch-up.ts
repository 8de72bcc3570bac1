import { confirmCatchUp, lockHeldSubscriptions } from '#money/billing/subscriptions/index.ts'
import { type AuditSource, recordAudit } from '#platform/audit/audit-context.ts'
import { readFull } from '../reads.ts'
import { save } from './save-subscription.ts'

/** Subscriptions that one transaction confirms at most. */
const BATCH = 200

/**
 * Confirms for an organization that the periods which were missed during a long downtime are billed (rule D4): the next run bills them, each
 * with its own dates, and stops after as many as before. Each batch is an entry of the audit log. Returns the number of subscriptions.
 */
export async function confirmHeldSubscriptions(by: AuditSource, organizationId: string): Promise<number> {
  let confirmed = 0
  for (let locked = BATCH; locked === BATCH; confirmed += locked) locked = await confirmBatch(by, organizationId)
  return confirmed
}

function confirmBatch(by: AuditSource, organizationId: string): Promise<number> {
  const { platform } = by
  return platform.database.transaction(async (tx) => {
    const now = platform.clock.now({ organizationId })
    const held = await lockHeldSubscriptions(tx, { organizationId, limit: BATCH })
    for (const subscription of held) {
      const next = confirmCatchUp(subscription, now)
      await save({ tx, platform, now }, await readFull(tx, platform, subscription), { next, events: ['subscription.updated'] })
    }
    const entry = { action: 'subscription.catch_up_confirmed', organizationId, details: { subscriptions: held.length } }
    if (held.length > 0) await recordAudit(tx, by, entry)
    return held.length
  })
}
