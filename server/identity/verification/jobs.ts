import type { Listener } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { sweepJob } from '#platform/worker/sweep.ts'
import { deleteExpiredTokens } from './store.ts'

export const jobs: readonly JobKind[] = [
  sweepJob({ kind: 'verification:delete-dead', deletions: (now) => [(tx, limit) => deleteExpiredTokens(tx, now, limit)] }),
]

export const listeners: readonly Listener[] = []
