import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import type { TimedWork } from '#platform/worker/timed-work.ts'
import { expireCheckouts } from './actions/expire-checkouts.ts'
import { nextExpiry } from './store.ts'

const EXPIRE_EVERY_SECONDS = 60

const expireOpen = job({
  kind: 'checkouts:expire-open',
  payload: z.object({}),
  everySeconds: EXPIRE_EVERY_SECONDS,
  run: (_, platform) => expireCheckouts(platform),
})

export const jobs: readonly JobKind[] = [expireOpen] as JobKind[]

export const timedWork: readonly TimedWork[] = [{ name: expireOpen.kind, nextAt: nextExpiry, run: expireCheckouts }]

export const listeners: readonly Listener[] = []
