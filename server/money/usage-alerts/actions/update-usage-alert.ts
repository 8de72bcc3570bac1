import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { UsageAlert } from '../model.ts'
import { usageAlertRefusals } from '../refusals.ts'
import { isWatchedOtherwise, reachesFurther, type UsageAlertChanges, update } from '../rules.ts'
import { holdIngestions, usageAlerts, watchThresholds } from '../store.ts'
import { auditUsageAlert, enqueueApplication } from './create-usage-alert.ts'

/** The alert, looked up in `tenants`, and its changes. */
export interface UpdateUsageAlertInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: UsageAlertChanges
}

/** Updates an alert. A lower threshold triggers it at once where usage has reached it already. */
export async function updateUsageAlert(tx: Tx, by: AuditContext, { tenants, id, changes }: UpdateUsageAlertInput): Promise<UsageAlert> {
  const alert = (await usageAlerts.lock(tx, tenants, id)) ?? refuse(usageAlertRefusals.ResourceNotFound)
  const next = update(alert, changes, by.platform.clock.now(alert))
  if (next === alert) return alert
  const isWatched = isWatchedOtherwise(alert, next)
  if (isWatched) await holdIngestions(tx, alert.organizationId)
  await usageAlerts.save(tx, next)
  if (isWatched) await watchThresholds(tx, next)
  if (reachesFurther(alert, next)) await enqueueApplication(tx, by, next)
  await auditUsageAlert(tx, by, { action: 'usage_alert.updated', alert: next })
  return next
}
