import { newId } from '#kernel/id.ts'
import { meters } from '#merchant/catalogue/meters/index.ts'
import type { Meter } from '#merchant/catalogue/meters/model.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import type { RecordTriggersRequest } from '../job-specs.ts'
import { OWNER_EMAILS_PER_HOUR, trigger } from '../rules.ts'
import { countTriggers, findLanguages, findReachedAlerts, insertTriggers } from '../store.ts'
import { type EmittedTrigger, emitTriggers } from './emit-triggers.ts'

const HOUR_MS = 3_600_000

/**
 * Records the triggers of a window that has reached a threshold, and emits them, in one transaction. What has triggered in the window already
 * does not again, however often this runs. A customer who was deleted triggers nothing.
 */
export function recordTriggers(platform: Platform, request: RecordTriggersRequest): Promise<void> {
  const { organizationId, meterId, customerId } = request
  return platform.database.transaction(async (tx) => {
    const customer = await customers.find(tx, [organizationId], customerId)
    const meter = await meters.find(tx, [organizationId], meterId)
    if (!customer || !meter) return
    const alerts = await findReachedAlerts(tx, request)
    const windowStart = request.windowStart === null ? null : new Date(request.windowStart)
    const usage = { customerId, windowStart, consumed: Number(request.consumed) }
    const at = new Date(request.at)
    const triggers = alerts.map((alert) => ({ alert, customer, trigger: trigger(alert, usage, { id: newId(at), now: at }) }))
    await insertAndEmit(tx, platform, { meter, triggers, at })
  })
}

/** Triggers of one meter at one instant, in the order of their alerts and customers. */
export interface NewTriggers {
  readonly meter: Meter
  readonly triggers: readonly EmittedTrigger[]
  readonly at: Date
}

/** Inserts triggers that are not there yet, and emits those. */
export async function insertAndEmit(tx: Tx, platform: Platform, { meter, triggers, at }: NewTriggers): Promise<void> {
  if (triggers.length === 0) return
  const alerts = [...new Map(triggers.map(({ alert }) => [alert.id, alert])).values()]
  const since = new Date(at.getTime() - HOUR_MS)
  const earlier = await countTriggers(tx, alerts, { since, most: OWNER_EMAILS_PER_HOUR })
  const inserted = await insertTriggers(
    tx,
    triggers.map((each) => each.trigger),
  )
  const fresh = triggers.filter((each) => inserted.has(each.trigger.id))
  const customerIds = [...new Set(fresh.map(({ customer }) => customer.id))]
  const languages = await findLanguages(tx, meter.organizationId, customerIds)
  await emitTriggers(tx, platform, { meter, triggers: fresh, earlier, languages })
}
