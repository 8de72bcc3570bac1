import { z } from 'zod'
import type { Listener } from '#platform/outbox/listener.ts'
import { type JobKind, job } from '#platform/worker/job.ts'
import { createEventMonths } from './actions/create-event-months.ts'
import { expireEvents } from './actions/expire-events.ts'

const DAY_SECONDS = 86_400
/** Three partitions at most, each in one transaction. */
const CREATE_LEASE_SECONDS = 120
/** A run deletes for five minutes, and then ends after its batch. */
const EXPIRE_LEASE_SECONDS = 600

/** Creates the partitions of the present and the next two months: once a day, and with the first start. */
const createMonthsJob = job({
  kind: 'usage-events:create-months',
  payload: z.object({}),
  everySeconds: DAY_SECONDS,
  leaseSeconds: CREATE_LEASE_SECONDS,
  run: (_, platform) => createEventMonths(platform),
})

/** Drops the events that are older than EVENT_RETENTION_MONTHS. */
const expireEventsJob = job({
  kind: 'usage-events:expire',
  payload: z.object({}),
  everySeconds: DAY_SECONDS,
  leaseSeconds: EXPIRE_LEASE_SECONDS,
  run: (_, platform) => expireEvents(platform),
})

export const jobs: readonly JobKind[] = [createMonthsJob, expireEventsJob] as JobKind[]

export const listeners: readonly Listener[] = []
