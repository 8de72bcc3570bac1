import { z } from 'zod'
import type { Tx } from '#platform/database/database.ts'
import { type Listener, on } from '#platform/outbox/listen.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { type DeliveryOrder, deliverEvent } from './actions/deliver-event.ts'
import { recordEvent } from './actions/record-event.ts'
import { forgetWebhookEvents } from './store.ts'

const KEPT_DAYS = 90
const FORGET_AT_ONCE = 500
const FORGET_EVERY_SECONDS = 3600
const DAY_MS = 86_400_000
/** An attempt takes 15 seconds at most; after a crash it is made again before events behind it stop waiting. */
const LEASE_SECONDS = 30

/** Makes one attempt; the event's own schedule says when the next one is, so a failure of the receiver is no failure of the job. */
export const deliverJob: JobKind<DeliveryOrder> = job({
  kind: 'webhooks:deliver',
  payload: z.object({ organizationId: z.string(), eventId: z.string(), isRedelivery: z.boolean() }),
  leaseSeconds: LEASE_SECONDS,
  run: async (order, platform, { now }) => {
    const { againAt, nextEventId } = await deliverEvent(platform, order)
    if (nextEventId !== null) {
      const next = { organizationId: order.organizationId, eventId: nextEventId }
      await platform.database.transaction((tx) => orderDelivery(tx, platform, { ...next, now }))
    }
    return againAt ? { againAt } : undefined
  },
})

// One job for an event: two would each keep the schedule of attempts.
function orderDelivery(tx: Tx, platform: Platform, order: Omit<DeliveryOrder, 'isRedelivery'> & { readonly now: Date }): Promise<void> {
  const { now, ...event } = order
  return enqueue(tx, platform, deliverJob, { ...event, isRedelivery: false }, { now, key: `webhooks:deliver:${event.eventId}` })
}

const forgetJob = job({
  kind: 'webhooks:forget-old',
  payload: z.object({}),
  everySeconds: FORGET_EVERY_SECONDS,
  run: async (_payload, platform, { now }) => {
    const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS)
    while ((await platform.database.transaction((tx) => forgetWebhookEvents(tx, before, FORGET_AT_ONCE))) === FORGET_AT_ONCE);
  },
})

export const jobs: readonly JobKind[] = [deliverJob, forgetJob] as JobKind[]

export const listeners: readonly Listener[] = [
  on('*', 'webhooks:record', async (tx, fact, { platform, now }) => {
    if (fact.audience !== 'merchant' || fact.organizationId === null) return
    for (const eventId of await recordEvent(tx, fact, { platform, now })) {
      await orderDelivery(tx, platform, { organizationId: fact.organizationId, eventId, now })
    }
  }),
]
