import type { Listener } from '#platform/outbox/listener.ts'
import type { JobKind } from '#platform/worker/job.ts'
import { sweepJob } from '#platform/worker/sweep.ts'
import { DEVICE_LIFETIME_SECONDS } from './model.ts'
import { deleteUnseenDevices } from './store.ts'

const DAY_SECONDS = 86_400

export const jobs: readonly JobKind[] = [
  sweepJob({
    kind: 'devices:forget-unseen',
    everySeconds: DAY_SECONDS,
    deletions: (now) => {
      const since = new Date(now.getTime() - DEVICE_LIFETIME_SECONDS * 1000)
      return [(tx, limit) => deleteUnseenDevices(tx, since, limit)]
    },
  }),
]

export const listeners: readonly Listener[] = []
