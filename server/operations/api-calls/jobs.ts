import { type Listener, on } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { sweepJob } from '#platform/worker/sweep.ts'
import { CALLS_MAXIMUM, RETENTION_DAYS } from './model.ts'
import { deleteContents, deleteOldCalls, deleteOldDrops, deleteSurplusCalls } from './store.ts'

const DAY_MS = 86_400_000

const forgetOldJob = sweepJob({
  kind: 'api-calls:forget-old',
  deletions: (now) => {
    const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
    return [
      (tx, limit) => deleteOldCalls(tx, before, limit),
      (tx, limit) => deleteSurplusCalls(tx, { newest: CALLS_MAXIMUM, limit }),
      (tx, limit) => deleteOldDrops(tx, before, limit),
    ]
  },
})

export const jobs: readonly JobKind[] = [forgetOldJob]

// Any recorded body may name the customer: all of the organization's are deleted, which costs it only what it wanted for finding faults.
export const listeners: readonly Listener[] = [
  on(['customer.anonymized'], 'api-calls:erase-contents', (tx, { payload }) => deleteContents(tx, payload.organization_id)),
]
