import { invalid, refuseWhen, valueProblem } from '#kernel/refusal.ts'
import { findLinkedAccount } from '#merchant/linked-accounts/index.ts'
import { providerTitles } from '#merchant/linked-accounts/model.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { grantKindOf } from '../adapters/kinds/index.ts'
import { outsideJobOf, outsideSpec } from '../job-specs.ts'
import type { FullGrant } from '../model.ts'
import { grantRefusals } from '../refusals.ts'
import { chooseAccount } from '../rules.ts'
import { benefitGrants } from '../store.ts'

/** The grant of a customer, and the account that is to have its access. */
export interface ChangeAccountInput {
  readonly full: FullGrant
  readonly accountId: string
}

/**
 * Gives the access of a grant to the account that its customer has linked, after the transaction; an earlier account loses it. 403 for a
 * revoked grant, 422 for an account that is not linked. The caller has looked the grant up for its customer.
 */
export async function changeAccount(tx: Tx, platform: Platform, { full, accountId }: ChangeAccountInput): Promise<void> {
  const { organizationId, customerId, id } = full.grant
  const kind = grantKindOf(full.benefit.type)
  if (kind.place === 'inside') return
  const { provider, type } = kind
  const account = await findLinkedAccount(tx, { organizationId, customerId, provider })
  if (account?.accountId !== accountId)
    invalid([valueProblem(['body', 'properties', 'account_id'], `It is not the ${providerTitles[provider]} account that you have linked.`)])
  const grant = await benefitGrants.lock(tx, [organizationId], id)
  if (!grant) return
  refuseWhen(!grant.isEntitled, grantRefusals.NotPermitted)
  const next = chooseAccount(grant, accountId, platform.clock.now({ organizationId }))
  await benefitGrants.save(tx, next)
  await enqueueAll(tx, platform, { spec: outsideSpec, jobs: [outsideJobOf({ organizationId, customerId, type })] })
}
