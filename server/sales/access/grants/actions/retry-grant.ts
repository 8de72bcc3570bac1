import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { grantKindOf } from '../adapters/kinds/index.ts'
import { outsideJobOf, outsideSpec } from '../job-specs.ts'
import type { FullGrant } from '../model.ts'
import { grantList } from '../reads.ts'
import { grantRefusals } from '../refusals.ts'
import { isRetryable, retry } from '../rules.ts'
import { benefitGrants } from '../store.ts'

const { ResourceNotFound, GrantNotRetryable } = grantRefusals

/**
 * Attempts a grant with an error again (rule Y4), at the merchant's request: a job does so after the transaction. 404 for an unknown grant,
 * 409 for one without an error.
 */
export async function retryGrant(
  tx: Tx,
  by: AuditContext,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<FullGrant> {
  const { platform } = by
  const grant = (await benefitGrants.lock(tx, tenants, id)) ?? refuse(ResourceNotFound)
  refuseWhen(!isRetryable(grant), GrantNotRetryable)
  const { organizationId, customerId } = grant
  const next = retry(grant, platform.clock.now({ organizationId }))
  await benefitGrants.save(tx, next)
  const full = (await grantList.find(tx, { tenants, id }, platform)) ?? refuse(ResourceNotFound)
  const { place, type } = grantKindOf(full.benefit.type)
  // Only grants at another service fail: all others share the transaction of what they do.
  if (place === 'outside') await enqueueAll(tx, platform, { spec: outsideSpec, jobs: [outsideJobOf({ organizationId, customerId, type })] })
  const details = { name: full.benefit.description }
  await recordAudit(tx, by, { action: 'benefit_grant.retried', organizationId, target: { type: 'benefit_grant', id }, details })
  return full
}
