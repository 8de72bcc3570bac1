import { type Listener, onBatch } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { sweepJob } from '#platform/worker/sweep.ts'
import { deliverLane, redeliverEvent } from './actions/deliver-lane.ts'
import { queueNextBatch } from './actions/queue-events-since.ts'
import { noteEvents, recordEvents } from './actions/record-events.ts'
import { SLOTS } from './concurrency-limit.ts'
import { deliverLaneSpec, queueRedeliverySpec, recordEventsSpec, redeliverSpec } from './job-specs.ts'
import { deleteOldWebhookEvents } from './store.ts'

const RETENTION_DAYS = 90
const DAY_MS = 86_400_000
/** A run starts attempts for five seconds; the last one may take up to WEBHOOK_TIMEOUT. */
const LEASE_SECONDS = 30

/** The job of a lane never runs out of attempts: its events have a schedule of their own. */
const RUNS_OF_A_LANE = 1_000_000
const REDELIVERY_SLOTS = 5
/** Recording only uses the database: more at once would keep requests and deliveries waiting for a connection. */
const RECORDING_SLOTS = 5

const recordJob = job({ ...recordEventsSpec, slots: RECORDING_SLOTS, run: (request, platform) => recordEvents(platform, request) })

const deliverJob = job({
  ...deliverLaneSpec,
  leaseSeconds: LEASE_SECONDS,
  attempts: RUNS_OF_A_LANE,
  slots: SLOTS,
  run: (lane, platform, run) => deliverLane(platform, lane, run),
})

const redeliverJob = job({
  ...redeliverSpec,
  leaseSeconds: LEASE_SECONDS,
  slots: REDELIVERY_SLOTS,
  run: (request, platform) => redeliverEvent(platform, request),
})

const queueRedeliveryJob = job({
  ...queueRedeliverySpec,
  slots: RECORDING_SLOTS,
  run: async (request, platform) => ((await queueNextBatch(platform, request)) === 'more' ? { againInSeconds: 0 } : undefined),
})

const deleteOldJob = sweepJob({
  kind: 'webhooks:forget-old',
  deletions: (now) => {
    const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
    return [(tx, limit) => deleteOldWebhookEvents(tx, before, limit)]
  },
})

export const jobs: readonly JobKind[] = [recordJob, deliverJob, redeliverJob, queueRedeliveryJob, deleteOldJob] as JobKind[]

export const listeners: readonly Listener[] = [onBatch('*', 'webhooks:record', noteEvents)]
