import type { Platform } from '#platform/platform.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { reconcileSpec, reviewPageSpec } from '../job-specs.ts'
import { findReviewedScopes } from '../store.ts'
import { reconciliationOf } from './spread-scopes.ts'

/** Scopes of one run; the next page is a job of its own. */
const PAGE = 500

/** Enqueues the reconciliation of a page of what was sold or changed lately, or has an error, and the next page. */
export async function reviewScopes(platform: Platform, { after }: { readonly after: string | null }): Promise<void> {
  const scopes = await findReviewedScopes(platform.database.db, platform, { after, limit: PAGE })
  const last = scopes.at(-1)
  if (!last) return
  const jobs = [...new Map(scopes.map((scope) => reconciliationOf(scope)).map((job) => [job[1], job])).values()]
  await platform.database.transaction(async (tx) => {
    await enqueueAll(tx, platform, { spec: reconcileSpec, jobs })
    if (scopes.length === PAGE) {
      const next = { after: last.key }
      await enqueueAll(tx, platform, { spec: reviewPageSpec, jobs: [[next, `${reviewPageSpec.kind}:${last.key}`]] })
    }
  })
}
