import { newId } from '#kernel/id.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { applyUsageAlertSpec } from '../job-specs.ts'
import type { UsageAlert } from '../model.ts'
import { create, type UsageAlertDraft } from '../rules.ts'
import { findNamed, holdIngestions, insertUsageAlert, watchThresholds } from '../store.ts'

/** A new alert and its organization. */
export interface CreateUsageAlertInput {
  readonly organizationId: string
  readonly draft: UsageAlertDraft
}

/** Creates an alert within the limit. Usage that has reached its threshold already triggers it at once. Reports all problems at once (422). */
export async function createUsageAlert(tx: Tx, by: AuditContext, { organizationId, draft }: CreateUsageAlertInput): Promise<UsageAlert> {
  const { platform } = by
  const now = platform.clock.now({ organizationId })
  const named = await findNamed(tx, organizationId, draft)
  const alert = create(draft, { ...named, id: newId(now), organizationId, now })
  await holdIngestions(tx, organizationId)
  await insertUsageAlert(tx, platform, alert)
  await watchThresholds(tx, alert)
  if (alert.isEnabled) await enqueueApplication(tx, by, alert)
  await auditUsageAlert(tx, by, { action: 'usage_alert.created', alert })
  return alert
}

/** Enqueues the comparison of an alert with the present usage. */
export function enqueueApplication(tx: Tx, { platform }: AuditContext, { organizationId, id }: UsageAlert): Promise<void> {
  return enqueue(tx, platform, applyUsageAlertSpec, { organizationId, alertId: id }, { key: `${applyUsageAlertSpec.kind}:${id}` })
}

/** Audits an action on an alert. */
export function auditUsageAlert(
  tx: Tx,
  by: AuditContext,
  { action, alert }: { readonly action: string; readonly alert: UsageAlert },
): Promise<void> {
  const { organizationId, id, name } = alert
  return recordAudit(tx, by, { action, organizationId, target: { type: 'usage_alert', id }, details: { name } })
}
