import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Meter } from '../model.ts'
import { meterRefusals } from '../refusals.ts'
import { isRedefined, type MeterChanges, update } from '../rules.ts'
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
  const now = platform.clock.now({ organizationId })
  const next = update(meter, changes, now)
  if (next === meter) return meter
  await meters.save(tx, next)
  const payload = { organization_id: organizationId, meter_id: id }
  if (isRedefined(meter, next)) await emit(tx, platform, { name: 'meter.redefined', organizationId, resourceId: id, payload, now })
  await recordAudit(tx, by, {
    action: next.archivedAt !== null && meter.archivedAt === null ? 'meter.archived' : 'meter.updated',
    organizationId,
    target: { type: 'meter', id },
    details: { name: next.name },
  })
  return next
}
