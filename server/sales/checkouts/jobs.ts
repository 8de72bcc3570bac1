import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { expireCheckouts } from './actions/expire-checkouts.ts'

const EXPIRE_EVERY_SECONDS = 60

const expireOpen = job({
  kind: 'checkouts:expire-open',
  payload: z.object({}),
  everySeconds: EXPIRE_EVERY_SECONDS,
  run: (_, platform) => expireCheckouts(platform),
})

export const jobs: readonly JobKind[] = [expireOpen] as JobKind[]

export const listeners: readonly Listener[] = []
