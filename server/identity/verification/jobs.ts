import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { deleteDeadValues } from './store.ts'

const EVERY_SECONDS = 3600
const AT_ONCE = 1000

const deleteDead = job({
  kind: 'verification:delete-dead',
  payload: z.object({}),
  everySeconds: EVERY_SECONDS,
  run: async (_payload, { database }, { now }) => {
    let deleted: number
    do deleted = await database.transaction((tx) => deleteDeadValues(tx, now, AT_ONCE))
    while (deleted === AT_ONCE)
  },
})

export const jobs: readonly JobKind[] = [deleteDead as JobKind]

export const listeners: readonly Listener[] = []
