import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { reconcileSpec } from '../job-specs.ts'
import { deleteWithdrawnOrder, insertWithdrawnOrder, type OrderWithdrawal } from '../store.ts'
import { reconciliationOf } from './spread-scopes.ts'

/** A refund or a lost dispute that takes the benefits of an order back, or a refund that failed after it had succeeded (rule W3). */
export interface WithdrawBenefitsInput extends OrderWithdrawal {
  readonly isUndone: boolean
  readonly now: Date
}

/** Takes the benefits of an order back (rule Y2), or gives them again where the refund is undone, in its transaction. The grants follow it. */
export async function withdrawBenefits(tx: Tx, platform: Platform, { isUndone, now, ...withdrawal }: WithdrawBenefitsInput): Promise<void> {
  if (isUndone) await deleteWithdrawnOrder(tx, withdrawal)
  else await insertWithdrawnOrder(tx, withdrawal, now)
  const { organizationId, orderId } = withdrawal
  const scope = { organizationId, orderId, subscriptionId: null }
  await enqueueAll(tx, platform, { spec: reconcileSpec, jobs: [reconciliationOf(scope)] })
}
