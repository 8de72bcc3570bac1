import { newId } from '#kernel/id.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Benefit } from '../model.ts'
import { type BenefitDraft, create, namedBy } from '../rules.ts'
import { findNamed, insertBenefit } from '../store.ts'
import { toBenefitWire } from '../wire.ts'

/** A new benefit and its organization. */
export interface CreateBenefitInput {
  readonly organizationId: string
  readonly draft: BenefitDraft
}

/** Creates a benefit within the limit. Reports all problems at once (422). */
export async function createBenefit(tx: Tx, by: AuditContext, { organizationId, draft }: CreateBenefitInput): Promise<Benefit> {
  const { platform } = by
  const now = platform.clock.now({ organizationId })
  const named = await findNamed(tx, organizationId, namedBy(draft))
  const { next, events } = create(draft, { id: newId(now), organizationId, named, now })
  await insertBenefit(tx, platform, next)
  const payload = toBenefitWire(next)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: next.id, payload, now })
  await auditBenefit(tx, by, { action: 'benefit.created', benefit: next })
  return next
}

/** Audits an action on a benefit. */
export function auditBenefit(
  tx: Tx,
  by: AuditContext,
  { action, benefit }: { readonly action: string; readonly benefit: Benefit },
): Promise<void> {
  const { organizationId, id, description, type } = benefit
  return recordAudit(tx, by, { action, organizationId, target: { type: 'benefit', id }, details: { name: description, type } })
}
