import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { settlePendingRefunds } from './actions/settle-pending-refunds.ts'

const SETTLE_EVERY_SECONDS = 30
/** A run starts queries for ten seconds; the last one takes at most PROCESSOR_TIMEOUT. */
const SETTLE_LEASE_SECONDS = 90

/** Settles refunds whose answer was lost, and those that the bank has not confirmed. */
const settlePendingJob = job({
  kind: 'refunds:settle-pending',
  payload: z.object({}),
  everySeconds: SETTLE_EVERY_SECONDS,
  leaseSeconds: SETTLE_LEASE_SECONDS,
  run: (_, platform) => settlePendingRefunds(platform),
})

export const jobs: readonly JobKind[] = [settlePendingJob as JobKind]

export const listeners: readonly Listener[] = []
