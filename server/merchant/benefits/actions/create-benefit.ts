import { newId } from '#kernel/id.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Settle } from '#platform/idempotency/settle.ts'
import { emit } from '#platform/outbox/emit.ts'
import { readOutside } from '../adapters/outside-things.ts'
import type { OutsideThing } from '../kinds/index.ts'
import type { Benefit } from '../model.ts'
import { type BenefitDraft, create, namedBy } from '../rules.ts'
import { findNamed, insertBenefit } from '../store.ts'
import { type BenefitWire, toBenefitWire } from '../wire.ts'

/** What an action needs that asks another service before its transaction, and `settle`, which stores its answer for a repeat with the same key. */
export interface SaveBenefitContext extends AuditContext {
  readonly transaction: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  readonly settle: Settle
}

/** A new benefit and its organization. */
export interface CreateBenefitInput {
  readonly organizationId: string
  readonly draft: BenefitDraft
}

/** Creates a benefit within the limit, after the service has been asked about what it names there. Reports all problems at once (422). */
export async function createBenefit(by: SaveBenefitContext, { organizationId, draft }: CreateBenefitInput): Promise<BenefitWire> {
  const outside = await readOutside(by.platform, organizationId, namedBy(draft).outside)
  return by.transaction(async (tx) => {
    const body = toBenefitWire(await insert(tx, by, { organizationId, draft, outside }))
    await by.settle(tx, { body })
    return body
  })
}

async function insert(
  tx: Tx,
  by: AuditContext,
  { organizationId, draft, outside }: CreateBenefitInput & { readonly outside: OutsideThing },
): Promise<Benefit> {
  const { platform } = by
  const now = platform.clock.now({ organizationId })
  const named = await findNamed(tx, organizationId, { ids: namedBy(draft), outside })
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
