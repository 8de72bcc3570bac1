import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { completeAdvance } from './actions/complete-advance.ts'
import { advanceSpec } from './job-specs.ts'

/** A run begins no further step after this; the next run continues. A step is far shorter than the rest of the lease. */
const RUN_MS = 20_000
/** A run after an interruption ends early, because only its end clears the suspicion (decision 36). */
const SHORT_RUN_MS = 500
/** Attempts before an advance fails: the merchant sees it, and may continue it. */
const ATTEMPTS = 3
/** An advance occupies the embedded database, which belongs to everybody: few at once. */
const SLOTS = 2

export const jobs: readonly JobKind[] = [
  job({
    ...advanceSpec,
    slots: SLOTS,
    attempts: ATTEMPTS,
    run: async ({ organizationId }, platform, { wasInterrupted, isLastAttempt }) => {
      const forMs = wasInterrupted ? SHORT_RUN_MS : RUN_MS
      const progress = await completeAdvance(platform, { organizationId, forMs, takesOver: true, isLastAttempt })
      return progress === 'paused' ? { againInSeconds: 0 } : undefined
    },
  }),
] as JobKind[]

export const listeners: readonly Listener[] = []
