import { z } from 'zod'
import { POLL_LEASE_SECONDS } from '#platform/attempt/poll.ts'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import type { TimedWork } from '#platform/worker/timed-work.ts'
import { nextRefundQuery, settlePendingRefunds } from './actions/settle-pending-refunds.ts'
import { verifyBooksDaily } from './actions/verify-books.ts'

const SETTLE_EVERY_SECONDS = 30
const VERIFY_EVERY_SECONDS = 86_400
/** A run verifies for ten minutes, and then ends after its batch. */
const VERIFY_LEASE_SECONDS = 900

/** Settles refunds whose answer was lost, and those that the bank has not confirmed. */
const settlePendingJob = job({
  kind: 'refunds:settle-pending',
  payload: z.object({}),
  everySeconds: SETTLE_EVERY_SECONDS,
  leaseSeconds: POLL_LEASE_SECONDS,
  run: (_, platform) => settlePendingRefunds(platform),
})

/** Recomputes the books of all organizations once a day (rule L1). */
const verifyBooksJob = job({
  kind: 'refunds:verify-books',
  payload: z.object({}),
  everySeconds: VERIFY_EVERY_SECONDS,
  leaseSeconds: VERIFY_LEASE_SECONDS,
  run: (_, platform) => verifyBooksDaily(platform),
})

export const jobs: readonly JobKind[] = [settlePendingJob, verifyBooksJob] as JobKind[]

export const timedWork: readonly TimedWork[] = [{ name: settlePendingJob.kind, nextAt: nextRefundQuery, run: settlePendingRefunds }]

export const listeners: readonly Listener[] = []
