import { findOwners } from '#identity/organizations/index.ts'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { type AdvanceProgress, completeAdvance } from './actions/complete-advance.ts'
import { advanceSpec } from './job-specs.ts'
import { placesOf } from './places.ts'

/** A run begins no further step after this; the next run continues. A step is far shorter than the rest of the lease. */
const RUN_MS = 20_000
/** A run after an interruption ends early, because only its end clears the suspicion (decision 36). */
const SHORT_RUN_MS = 500
/** Attempts before an advance fails: the merchant sees it, and may continue it. */
const ATTEMPTS = 3
/** An advance occupies the embedded database, which belongs to everybody: few at once. */
const SLOTS = 2
/** Seconds after which an advance asks again for the place of its user, and for which one gives way to another of the same user. */
const BUSY_SECONDS = 1
const GIVE_WAY_SECONDS = 2

export const jobs: readonly JobKind[] = [
  job({
    ...advanceSpec,
    slots: SLOTS,
    attempts: ATTEMPTS,
    run: async ({ organizationId }, platform, { wasInterrupted, isLastAttempt }) => {
      const found = await findOwners(platform.database.db, organizationId)
      const place = placesOf(platform).take((found?.owners ?? []).map(({ id }) => id))
      if (!place) return { againInSeconds: BUSY_SECONDS }
      let isAwaited = false
      let progress: AdvanceProgress
      try {
        const forMs = wasInterrupted ? SHORT_RUN_MS : RUN_MS
        progress = await completeAdvance(platform, { organizationId, forMs, takesOver: true, isLastAttempt })
      } finally {
        isAwaited = place.leave()
      }
      return progress === 'paused' ? { againInSeconds: isAwaited ? GIVE_WAY_SECONDS : 0 } : undefined
    },
  }),
] as JobKind[]

export const listeners: readonly Listener[] = []
