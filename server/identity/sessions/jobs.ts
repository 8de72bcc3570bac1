import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { deleteExpiredSessions } from './store.ts'

const EVERY_SECONDS = 3600
const BATCH_SIZE = 1000

const deleteExpired = job({
  kind: 'sessions:delete-expired',
  payload: z.object({}),
  everySeconds: EVERY_SECONDS,
  run: async (_payload, { database }, { now }) => {
    let deleted: number
    do deleted = await database.transaction((tx) => deleteExpiredSessions(tx, now, BATCH_SIZE))
    while (deleted === BATCH_SIZE)
  },
})

export const jobs: readonly JobKind[] = [deleteExpired as JobKind]

export const listeners: readonly Listener[] = []
