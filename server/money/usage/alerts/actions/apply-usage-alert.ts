import { sql } from 'kysely'
import { newId } from '#kernel/id.ts'
import { meters } from '#merchant/catalogue/meters/index.ts'
import { customers } from '#merchant/customers/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { type ApplyUsageAlertRequest, applyUsageAlertSpec } from '../job-specs.ts'
import type { UsageAlert } from '../model.ts'
import { trigger } from '../rules.ts'
import { findReachedWindows, usageAlerts } from '../store.ts'
import { insertAndEmit } from './record-triggers.ts'

/** Customers of one transaction: each may send an email and a webhook. */
const BATCH = 25

/**
 * Triggers an alert that is new or was changed for customers whose usage has reached its threshold already: the next ones, in one transaction.
 * Returns whether there may be more.
 */
export function applyUsageAlert(platform: Platform, { organizationId, alertId }: ApplyUsageAlertRequest): Promise<boolean> {
  const now = platform.clock.now({ organizationId })
  return platform.database.transaction(async (tx) => {
    const alert = await usageAlerts.lock(tx, [organizationId], alertId)
    const meter = alert && (await meters.find(tx, [organizationId], alert.meterId))
    if (!alert?.isEnabled || !meter) return false
    const windows = await findReachedWindows(tx, alert, BATCH)
    const ids = windows.map(({ customerId }) => customerId)
    const found = await customers.select(tx, sql`where organization_id = ${organizationId}::uuid and id = ${anyOf(ids)}`)
    const byId = new Map(found.map((customer) => [customer.id, customer]))
    const triggers = windows.flatMap((usage) => {
      const customer = byId.get(usage.customerId)
      return customer ? [{ alert, customer, trigger: trigger(alert, usage, { id: newId(now), now }) }] : []
    })
    await insertAndEmit(tx, platform, { meter, triggers, at: now })
    return windows.length === BATCH
  })
}

/** Enqueues the comparison of an alert with the present usage. */
export function enqueueApplication(tx: Tx, platform: Platform, { organizationId, id }: UsageAlert): Promise<void> {
  return enqueue(tx, platform, applyUsageAlertSpec, { organizationId, alertId: id }, { key: `${applyUsageAlertSpec.kind}:${id}` })
}
