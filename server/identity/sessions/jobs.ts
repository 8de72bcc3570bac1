import type { Listener } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { sweepJob } from '#platform/worker/sweep.ts'
import { deleteExpiredSessions } from './store.ts'

export const jobs: readonly JobKind[] = [
  sweepJob({ kind: 'sessions:delete-expired', deletions: (now) => [(tx, limit) => deleteExpiredSessions(tx, now, limit)] }),
]

export const listeners: readonly Listener[] = []
