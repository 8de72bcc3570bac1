import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Meter } from '../model.ts'
import { meterRefusals } from '../refusals.ts'
import { type MeterChanges, update } from '../rules.ts'
import { meters } from '../store.ts'

/** The meter, looked up in `tenants`, and its changes. */
export interface UpdateMeterInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: MeterChanges
}

/** Updates a meter. Prices that name it show its new name. Reports all problems at once (422). */
export async function updateMeter(tx: Tx, by: AuditContext, { tenants, id, changes }: UpdateMeterInput): Promise<Meter> {
  const { platform } = by
  const meter = (await meters.lock(tx, tenants, id)) ?? refuse(meterRefusals.ResourceNotFound)
  const { organizationId } = meter
  const next = update(meter, changes, platform.clock.now({ organizationId }))
  if (next === meter) return meter
  await meters.save(tx, next)
  await recordAudit(tx, by, {
    action: next.archivedAt !== null && meter.archivedAt === null ? 'meter.archived' : 'meter.updated',
    organizationId,
    target: { type: 'meter', id },
    details: { name: next.name },
  })
  return next
}
