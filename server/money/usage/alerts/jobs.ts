import { type Listener, onBatch, type ReceivedEvent } from '#platform/outbox/listener.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { applyUsageAlert } from './actions/apply-usage-alert.ts'
import { recordTriggers } from './actions/record-triggers.ts'
import { applyUsageAlertSpec, type RecordTriggersRequest, recordTriggersSpec } from './job-specs.ts'

/** Batches of a run; then other jobs take their turn. */
const BATCHES = 40

const recordTriggersJob = job({ ...recordTriggersSpec, run: (request, platform) => recordTriggers(platform, request) })

const applyUsageAlertJob = job({
  ...applyUsageAlertSpec,
  run: async (request, platform) => {
    for (let batch = 0; batch < BATCHES; batch += 1) if (!(await applyUsageAlert(platform, request))) return
    return { againInSeconds: 0 }
  },
})

export const jobs: readonly JobKind[] = [recordTriggersJob, applyUsageAlertJob] as JobKind[]

type ReachedEvent = ReceivedEvent<'usage.threshold_reached'>

// The window may be closed before the job runs: it gets what the window came to.
const requestOf = ({ payload, happenedAt }: ReachedEvent): RecordTriggersRequest => ({
  organizationId: payload.organization_id,
  meterId: payload.meter_id,
  customerId: payload.customer_id,
  windowStart: payload.window_start,
  consumed: payload.consumed_units,
  at: happenedAt.toISOString(),
})

export const listeners: readonly Listener[] = [
  onBatch(['usage.threshold_reached'], 'usage-alerts:record-triggers', async (tx, events, { platform }) => {
    const jobs = (events as readonly ReachedEvent[]).map((event) => [requestOf(event), `${recordTriggersSpec.kind}:${event.id}`] as const)
    await enqueueAll(tx, platform, { spec: recordTriggersSpec, jobs })
  }),
]
