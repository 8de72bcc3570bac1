import { z } from 'zod'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { orderLane, redeliverEvent, workOnLane } from './actions/deliver-lane.ts'
import { recordEvent } from './actions/record-event.ts'
import { deliverLane, redeliver } from './job-specs.ts'
import { forgetWebhookEvents } from './store.ts'

const KEPT_DAYS = 90
const FORGET_AT_ONCE = 500
const FORGET_EVERY_SECONDS = 3600
const DAY_MS = 86_400_000
/** A run begins attempts for five seconds, the last of which may take as long as WEBHOOK_TIMEOUT allows. */
const LEASE_SECONDS = 30

/** A lane is never given up, whatever ends its runs: its events have a schedule of their own. */
const RUNS_OF_A_LANE = 1_000_000
const SLOTS = 30
const REDELIVERY_SLOTS = 5

const deliverJob = job({
  ...deliverLane,
  leaseSeconds: LEASE_SECONDS,
  attempts: RUNS_OF_A_LANE,
  slots: SLOTS,
  run: (lane, platform) => workOnLane(platform, lane),
})

const redeliverJob = job({
  ...redeliver,
  leaseSeconds: LEASE_SECONDS,
  slots: REDELIVERY_SLOTS,
  run: (order, platform) => redeliverEvent(platform, order),
})

const forgetJob = job({
  kind: 'webhooks:forget-old',
  payload: z.object({}),
  everySeconds: FORGET_EVERY_SECONDS,
  run: async (_payload, platform, { now }) => {
    const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
    while ((await platform.database.transaction((tx) => forgetWebhookEvents(tx, before, FORGET_AT_ONCE))) === FORGET_AT_ONCE);
  },
})

export const jobs: readonly JobKind[] = [deliverJob, redeliverJob, forgetJob] as JobKind[]

export const listeners: readonly Listener[] = [
  on('*', 'webhooks:record', async (tx, fact, { platform, now }) => {
    if (fact.audience !== 'merchant' || fact.organizationId === null) return
    for (const lane of await recordEvent(tx, fact, { platform, now })) await orderLane(tx, platform, { lane, now })
  }),
]
