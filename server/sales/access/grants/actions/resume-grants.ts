import type { Tx } from '#platform/database/database.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { type OutsideRequest, outsideJobOf, outsideSpec } from '../job-specs.ts'
import { resume } from '../rules.ts'
import { benefitGrants, lockFailedGrants } from '../store.ts'

/** Attempts the grants again that have waited for their customer, who has linked an account (rule Y4). */
export async function resumeGrants(tx: Tx, platform: Platform, request: OutsideRequest): Promise<void> {
  const now = platform.clock.now(request)
  for (const grant of await lockFailedGrants(tx, request)) {
    const next = resume(grant, now)
    if (next !== grant) await benefitGrants.save(tx, next)
  }
  await enqueueAll(tx, platform, { spec: outsideSpec, jobs: [outsideJobOf(request)] })
}
