import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { usageAlertRefusals } from '../refusals.ts'
import { remove } from '../rules.ts'
import { holdIngestions, usageAlerts, watchThresholds } from '../store.ts'
import { auditUsageAlert } from './create-usage-alert.ts'

/** Deletes an alert; its triggers are no longer shown. */
export async function deleteUsageAlert(
  tx: Tx,
  by: AuditContext,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const alert = (await usageAlerts.lock(tx, tenants, id)) ?? refuse(usageAlertRefusals.ResourceNotFound)
  await holdIngestions(tx, alert.organizationId)
  await usageAlerts.save(tx, remove(alert, by.platform.clock.now(alert)))
  await watchThresholds(tx, alert)
  await auditUsageAlert(tx, by, { action: 'usage_alert.deleted', alert })
}
