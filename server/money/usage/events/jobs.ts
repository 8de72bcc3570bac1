import { z } from 'zod'
import { type Listener, on } from '#platform/outbox/listener.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { archiveEvents } from './actions/archive-events.ts'
import { createEventMonths } from './actions/create-event-months.ts'
import { deleteArchivedEvents } from './actions/delete-archived-events.ts'
import { expireEvents } from './actions/expire-events.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400
/** Three partitions at most, each in one transaction. */
const CREATE_LEASE_SECONDS = 120
/** A run deletes or copies for five minutes, and then ends after its batch, whose statements each have two minutes where ClickHouse is slow. */
const EXPIRE_LEASE_SECONDS = 1800

/** Creates the partitions of the present and the next two months: once a day, and with the first start. */
const createMonthsJob = job({
  kind: 'usage-events:create-months',
  payload: z.object({}),
  everySeconds: DAY_SECONDS,
  leaseSeconds: CREATE_LEASE_SECONDS,
  run: (_, platform) => createEventMonths(platform),
})

/** Drops the events that are older than EVENT_RETENTION_MONTHS, after they were handed over to ClickHouse where there is one. */
const expireEventsJob = job({
  kind: 'usage-events:expire',
  payload: z.object({}),
  everySeconds: DAY_SECONDS,
  leaseSeconds: EXPIRE_LEASE_SECONDS,
  run: (_, platform) => {
    const { clickhouse } = platform
    return clickhouse ? archiveEvents({ ...platform, clickhouse }) : expireEvents(platform)
  },
})

const deleteArchivedJob = job({
  kind: 'usage-events:delete-archived',
  payload: z.object({ organizationId: z.string() }),
  slots: 1,
  leaseSeconds: EXPIRE_LEASE_SECONDS,
  run: ({ organizationId }, platform) => deleteArchivedEvents(platform, organizationId),
})

export const jobs: readonly JobKind[] = [createMonthsJob, expireEventsJob, deleteArchivedJob] as JobKind[]

export const listeners: readonly Listener[] = [
  on(['organization.deleted', 'organization.live_activated'], 'usage-events:delete-archived', async (tx, { resourceId }, { platform }) => {
    if (!platform.clickhouse) return
    const organization = { organizationId: resourceId }
    await enqueue(tx, platform, deleteArchivedJob, organization)
    // A copy that was under way may have sent events after the first deletion.
    await enqueue(tx, platform, deleteArchivedJob, organization, { delaySeconds: HOUR_SECONDS })
  }),
]
