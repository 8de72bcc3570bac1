import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { addUpChanges } from './store.ts'

const EVERY_SECONDS = 30

const addUp = job({
  kind: 'metrics:add-up',
  payload: z.object({}),
  everySeconds: EVERY_SECONDS,
  run: (_, { database }) => addUpChanges(database),
})

export const jobs: readonly JobKind[] = [addUp] as JobKind[]

export const listeners: readonly Listener[] = []
