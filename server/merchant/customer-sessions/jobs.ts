import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { deleteExpiredSessions } from './store.ts'

const DAY_SECONDS = 86_400

const deleteSessions = job({
  kind: 'customer-sessions:forget-expired',
  payload: z.object({}),
  everySeconds: DAY_SECONDS,
  run: (_, platform, { now }) =>
    platform.database.transaction((tx) => deleteExpiredSessions(tx, new Date(now.getTime() - DAY_SECONDS * 1000))),
})

export const jobs: readonly JobKind[] = [deleteSessions] as JobKind[]

export const listeners: readonly Listener[] = []
