import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { emit } from '#platform/outbox/emit.ts'
import { readOutside } from '../adapters/outside-things.ts'
import { nothingOutside, type OutsideThing } from '../kinds/index.ts'
import type { Benefit } from '../model.ts'
import { benefitRefusals } from '../refusals.ts'
import { type BenefitChanges, update as changeBenefit, namedBy } from '../rules.ts'
import { benefits, findNamed, lockBenefit, saveBenefit } from '../store.ts'
import { type BenefitWire, toBenefitWire } from '../wire.ts'
import { auditBenefit, type SaveBenefitContext } from './create-benefit.ts'

/** The benefit, looked up in `tenants`, and its changes. */
export interface UpdateBenefitInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: BenefitChanges
}

/** Updates a benefit, after the service has been asked about what it names there. Reports all problems at once (422). */
export async function updateBenefit(by: SaveBenefitContext, input: UpdateBenefitInput): Promise<BenefitWire> {
  const outside = await readNewOutside(by, input)
  return by.transaction(async (tx) => {
    const body = toBenefitWire(await update(tx, by, { ...input, outside }))
    await by.settle(tx, { body })
    return body
  })
}

// The organization of a benefit never changes, so that it can be read before its row is locked.
async function readNewOutside({ platform }: SaveBenefitContext, { tenants, id, changes }: UpdateBenefitInput): Promise<OutsideThing> {
  const named = changes.body ? namedBy(changes).outside : undefined
  if (named === undefined) return nothingOutside
  const benefit = (await benefits.find(platform.database.db, tenants, id)) ?? refuse(benefitRefusals.ResourceNotFound)
  return readOutside(platform, benefit.organizationId, named)
}

async function update(
  tx: Tx,
  by: AuditContext,
  { tenants, id, changes, outside }: UpdateBenefitInput & { readonly outside: OutsideThing },
): Promise<Benefit> {
  const { platform } = by
  const benefit = (await lockBenefit(tx, tenants, id)) ?? refuse(benefitRefusals.ResourceNotFound)
  const { organizationId } = benefit
  const now = platform.clock.now({ organizationId })
  const ids = changes.body ? namedBy(changes) : { meters: [], files: [] }
  const named = await findNamed(tx, organizationId, { ids, outside })
  const { next, events } = changeBenefit(benefit, changes, { named, now })
  if (next === benefit) return benefit
  await saveBenefit(tx, next)
  const payload = toBenefitWire(next)
  for (const name of events) await emit(tx, platform, { name, organizationId, resourceId: id, payload, now })
  await auditBenefit(tx, by, { action: 'benefit.updated', benefit: next })
  return next
}
