import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { DEVICE_LIFETIME_SECONDS } from './model.ts'
import { deleteUnseenDevices } from './store.ts'

const EVERY_SECONDS = 86_400
const BATCH_SIZE = 1000

const deleteUnseen = job({
  kind: 'devices:forget-unseen',
  payload: z.object({}),
  everySeconds: EVERY_SECONDS,
  run: async (_payload, { database }, { now }) => {
    const since = new Date(now.getTime() - DEVICE_LIFETIME_SECONDS * 1000)
    let deleted: number
    do deleted = await database.transaction((tx) => deleteUnseenDevices(tx, since, BATCH_SIZE))
    while (deleted === BATCH_SIZE)
  },
})

export const jobs: readonly JobKind[] = [deleteUnseen as JobKind]

export const listeners: readonly Listener[] = []
