import { newId } from '#kernel/id.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Meter } from '../model.ts'
import { create, type MeterDraft } from '../rules.ts'
import { insertMeter } from '../store.ts'

/** A new meter and its organization. */
export interface CreateMeterInput {
  readonly organizationId: string
  readonly draft: MeterDraft
}

/** Creates a meter within the limit. Reports all problems at once (422). */
export async function createMeter(tx: Tx, by: AuditContext, { organizationId, draft }: CreateMeterInput): Promise<Meter> {
  const { platform } = by
  const now = platform.clock.now({ organizationId })
  const meter = create(draft, { id: newId(now), organizationId, now })
  await insertMeter(tx, platform, meter)
  const payload = { organization_id: organizationId, meter_id: meter.id }
  await emit(tx, platform, { name: 'meter.created', organizationId, resourceId: meter.id, payload, now })
  await recordAudit(tx, by, {
    action: 'meter.created',
    organizationId,
    target: { type: 'meter', id: meter.id },
    details: { name: meter.name },
  })
  return meter
}
