import { z } from 'zod'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { attachEvents } from './actions/attach-events.ts'
import { beginCountingEvents, countEvents } from './actions/count-events.ts'
import { verifyUsageDaily } from './actions/verify-usage.ts'
import { attachEventsSpec, countEventsSpec } from './job-specs.ts'

/** Seconds until a job looks again whether the figures of meters are counted. */
const WAIT_SECONDS = 5
/** Batches of a run; then other jobs take their turn. */
const BATCHES = 20
const VERIFY_EVERY_SECONDS = 86_400
/** A run verifies for ten minutes, and then ends after its batch. */
const VERIFY_LEASE_SECONDS = 900

const countEventsJob = job({
  ...countEventsSpec,
  run: async (meter, platform) => {
    if (!(await beginCountingEvents(platform, meter))) return
    for (let batch = 0; batch < BATCHES; batch += 1) if (!(await countEvents(platform, meter))) return
    return { againInSeconds: 0 }
  },
})

const attachEventsJob = job({
  ...attachEventsSpec,
  run: async (customer, platform) => {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const result = await attachEvents(platform, customer)
      if (result === 'wait') return { againInSeconds: WAIT_SECONDS }
      if (result === 'done') return
    }
    return { againInSeconds: 0 }
  },
})

/** Recomputes from the events once a day what is stored about them. */
const verifyUsageJob = job({
  kind: 'usage:verify',
  payload: z.object({}),
  everySeconds: VERIFY_EVERY_SECONDS,
  leaseSeconds: VERIFY_LEASE_SECONDS,
  run: (_, platform) => verifyUsageDaily(platform),
})

export const jobs: readonly JobKind[] = [countEventsJob, attachEventsJob, verifyUsageJob] as JobKind[]

export const listeners: readonly Listener[] = [
  on(['meter.created', 'meter.redefined'], 'usage:count-events', async (tx, { payload }, { platform }) => {
    const meter = { organizationId: payload.organization_id, meterId: payload.meter_id }
    await enqueue(tx, platform, countEventsSpec, meter, { key: `${countEventsSpec.kind}:${meter.meterId}` })
  }),
  on(['customer.created', 'customer.updated'], 'usage:attach-events', async (tx, { payload }, { platform }) => {
    if (payload.external_id === null) return
    const customer = { organizationId: payload.organization_id, customerId: payload.id }
    await enqueue(tx, platform, attachEventsSpec, customer, { key: `${attachEventsSpec.kind}:${customer.customerId}` })
  }),
]
