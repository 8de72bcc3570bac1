import { present } from '#kernel/assert.ts'
import { findBenefitsOf } from '#merchant/catalogue/benefits/index.ts'
import { orders } from '#money/billing/orders/index.ts'
import type { Platform } from '#platform/platform.ts'
import { grantKindOf } from '../adapters/kinds/index.ts'
import { cycle, isCycledBy } from '../rules.ts'
import { benefitGrants, lockGrants } from '../store.ts'
import { type ChangedGrant, emitGrants } from './emit-grants.ts'
import { reconcileScope } from './reconcile-grants.ts'

/** The order that has paid a period of a subscription. */
export interface CycleGrantsInput {
  readonly organizationId: string
  readonly orderId: string
}

/** Renews the grants of a subscription for the period that an order has paid (rule Y2), each once. */
export function cycleGrants(platform: Platform, { organizationId, orderId }: CycleGrantsInput): Promise<void> {
  return platform.database.transaction(async (tx) => {
    const order = await orders.find(tx, [organizationId], orderId)
    if (!order?.subscriptionId || !order.periodStart) return
    const { subscriptionId, periodStart } = order
    const scope = { organizationId, orderId: null, subscriptionId }
    if (!(await reconcileScope(tx, platform, scope))) return
    const now = platform.clock.now({ organizationId })
    const due = (await lockGrants(tx, scope)).filter((grant) => isCycledBy(grant, periodStart))
    const benefitIds = due.map(({ benefitId }) => benefitId)
    const benefits = await findBenefitsOf(tx, organizationId, benefitIds)
    const changes: ChangedGrant[] = []
    for (const grant of due) {
      const benefit = present(benefits.get(grant.benefitId), 'The benefit of a grant')
      const input = { grant, properties: benefit.properties, periodStart, now }
      const kind = grantKindOf(benefit.type)
      const properties = kind.place === 'inside' ? await kind.cycle(tx, platform, input) : grant.properties
      const outcome = cycle(grant, { properties, benefitProperties: grant.benefitProperties ?? {}, periodStart, now })
      await benefitGrants.save(tx, outcome.next)
      changes.push({ before: grant, outcome, benefit })
    }
    await emitGrants(tx, platform, { changes, now })
  })
}
