import type { Platform } from '#platform/platform.ts'
import { enqueueAll, type KeyedJob } from '#platform/worker/enqueue.ts'
import { reconcileSpec, type SpreadRequest, spreadSpec } from '../job-specs.ts'
import type { GrantScope } from '../model.ts'
import { findScopes } from '../store.ts'

/** Scopes of one run; the next page is a job of its own, so that other merchants take their turn. */
const PAGE = 500

/** The job that reconciles a scope. One that waits already is not enqueued twice. */
export function reconciliationOf({ organizationId, orderId, subscriptionId }: GrantScope): KeyedJob<GrantScope> {
  return [{ organizationId, orderId, subscriptionId }, `${reconcileSpec.kind}:${orderId ?? subscriptionId}`]
}

/** Enqueues the reconciliation of a page of the scopes that a change concerns, and the next page. */
export async function spreadScopes(platform: Platform, { organizationId, selector, after }: SpreadRequest): Promise<void> {
  const scopes = await findScopes(platform.database.db, { organizationId, selector, after, limit: PAGE })
  const last = scopes.at(-1)
  if (!last) return
  // Two grants of a scope are one job.
  const jobs = [...new Map(scopes.map((scope) => reconciliationOf(scope)).map((job) => [job[1], job])).values()]
  await platform.database.transaction(async (tx) => {
    await enqueueAll(tx, platform, { spec: reconcileSpec, jobs })
    if (scopes.length === PAGE) {
      const next = { organizationId, selector, after: last.key }
      await enqueueAll(tx, platform, { spec: spreadSpec, jobs: [[next, `${spreadSpec.kind}:${JSON.stringify(selector)}:${last.key}`]] })
    }
  })
}
