import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import type { Benefit } from '../model.ts'
import { benefitRefusals } from '../refusals.ts'
import { type BenefitChanges, namedBy, update } from '../rules.ts'
import { findNamed, lockBenefit, saveBenefit } from '../store.ts'
import { toBenefitWire } from '../wire.ts'
import { auditBenefit } from './create-benefit.ts'

/** The benefit, looked up in `tenants`, and its changes. */
export interface UpdateBenefitInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: BenefitChanges
}

/** Updates a benefit. Reports all problems at once (422). */
export async function updateBenefit(tx: Tx, by: AuditContext, { tenants, id, changes }: UpdateBenefitInput): Promise<Benefit> {
  const { platform } = by
  const benefit = (await lockBenefit(tx, tenants, id)) ?? refuse(benefitRefusals.ResourceNotFound)
  const { organizationId } = benefit
  const now = platform.clock.now({ organizationId })
  const named = await findNamed(tx, organizationId, changes.body ? namedBy(changes) : { meters: [], files: [] })
  const { next, events } = update(benefit, changes, { named, now })
  if (next === benefit) return benefit
  await saveBenefit(tx, next)
  const payload = toBenefitWire(next)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: id, payload, now })
  await auditBenefit(tx, by, { action: 'benefit.updated', benefit: next })
  return next
}
