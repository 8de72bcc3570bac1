import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { expireCheckouts } from './actions/expire-checkouts.ts'
import { deleteExpiredSessions } from './sessions/store.ts'

const EXPIRE_EVERY_SECONDS = 60
const DAY_SECONDS = 86_400

const expireOpen = job({
  kind: 'checkouts:expire-open',
  payload: z.object({}),
  everySeconds: EXPIRE_EVERY_SECONDS,
  run: (_, platform) => expireCheckouts(platform),
})

const deleteSessions = job({
  kind: 'checkouts:forget-sessions',
  payload: z.object({}),
  everySeconds: DAY_SECONDS,
  run: (_, platform, { now }) =>
    platform.database.transaction((tx) => deleteExpiredSessions(tx, new Date(now.getTime() - DAY_SECONDS * 1000))),
})

export const jobs: readonly JobKind[] = [expireOpen, deleteSessions] as JobKind[]

export const listeners: readonly Listener[] = []
