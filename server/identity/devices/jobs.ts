import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { KNOWN_FOR_SECONDS } from './model.ts'
import { deleteUnseenDevices } from './store.ts'

const EVERY_SECONDS = 86_400
const AT_ONCE = 1000

const forgetUnseen = job({
  kind: 'devices:forget-unseen',
  payload: z.object({}),
  everySeconds: EVERY_SECONDS,
  run: async (_payload, { database }, { now }) => {
    const since = new Date(now.getTime() - KNOWN_FOR_SECONDS * 1000)
    let deleted: number
    do deleted = await database.transaction((tx) => deleteUnseenDevices(tx, since, AT_ONCE))
    while (deleted === AT_ONCE)
  },
})

export const jobs: readonly JobKind[] = [forgetUnseen as JobKind]

export const listeners: readonly Listener[] = []
