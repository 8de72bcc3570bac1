// Recording happens in two steps. The relay only notes that an event waits: a constant amount of work in the transaction of all
// organizations. A job of the owner, an organization or the platform, then stores its payloads, and one row for each endpoint.
import { newId, PLATFORM_ID } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ListenerContext, ReceivedEvent } from '#platform/outbox/listener.ts'
import { relayedEvents } from '#platform/outbox/relayed-events.ts'
import type { Platform } from '#platform/platform.ts'
import { enqueueAll } from '#platform/worker/enqueue.ts'
import type { JobOutcome } from '#platform/worker/job.ts'
import { deliverLaneSpec, laneKey, type RecordEventsRequest, recordEventsSpec, recordKey } from '../job-specs.ts'
import type { WebhookEvent } from '../model.ts'
import { PAYLOAD_PURPOSE, payloadOf } from '../payload.ts'
import { type Lane, type Subscriber, subscribersOf, withSubscriber } from '../reads.ts'
import { laneOf } from '../schedule.ts'
import { insertUnrecordedEvents, insertWebhookEvents, insertWebhookPayloads, takeUnrecordedEvents, type WebhookPayload } from '../store.ts'
import { BLOCKED_RECHECK_MS, isLaneBlocked } from './deliver-lane.ts'

/** Events of one run of the job: the organizations take turns, and other statements wait for the embedded database no longer than that. */
const BATCH = 5

/** Notes that events wait to be recorded for the endpoints of their owners, where one subscribes to them: three statements in all. */
export async function noteEvents(tx: Tx, events: readonly ReceivedEvent[], { platform }: ListenerContext): Promise<void> {
  const waiting = events.flatMap((event) => {
    const owner = ownerOf(event)
    return owner === null ? [] : [{ domainEventId: event.id, organizationId: owner, type: event.name, sequence: event.sequence }]
  })
  if (waiting.length === 0) return
  const subscribed = await withSubscriber(tx, waiting)
  if (subscribed.length === 0) return
  await insertUnrecordedEvents(tx, subscribed)
  const organizations = [...new Set(subscribed.map(({ organizationId }) => organizationId))]
  const jobs = organizations.map((organizationId) => [{ organizationId }, recordKey({ organizationId })] as const)
  await enqueueAll(tx, platform, { spec: recordEventsSpec, jobs })
}

/**
 * Whose endpoints may get an event: those of its merchant, or those of the platform. The audience alone decides, so that a merchant gets no
 * event about accounts, not even those of its own members.
 */
function ownerOf({ audience, organizationId }: ReceivedEvent): string | null {
  if (audience === 'operator') return PLATFORM_ID
  return audience === 'merchant' ? organizationId : null
}

/** Records the waiting events of an owner, in their order, and enqueues their delivery. */
export async function recordEvents(platform: Platform, { organizationId }: RecordEventsRequest): Promise<JobOutcome> {
  const count = await platform.database.transaction((tx) => recordBatch(tx, platform, organizationId))
  if (count === BATCH) return { againAt: platform.clock.now() }
}

async function recordBatch(tx: Tx, platform: Platform, organizationId: string): Promise<number> {
  const ids = await takeUnrecordedEvents(tx, organizationId, BATCH)
  if (ids.length === 0) return 0
  const events = await relayedEvents(tx, platform, ids)
  const subscribers = await subscribersOf(tx, organizationId, [...new Set(events.map(({ name }) => name))])
  const recordings = events.flatMap((event) => recordingOf(platform, { organizationId, event, subscribers }) ?? [])
  await insertWebhookPayloads(
    tx,
    recordings.flatMap(({ payloads }) => payloads),
  )
  const recorded = recordings.flatMap((each) => each.events)
  await insertWebhookEvents(tx, recorded)
  const lanes = new Map<string, Lane>(recorded.map((event) => [laneKey(event), laneIn(event)]))
  const jobs = [...lanes].map(([key, lane]) => [lane, key] as const)
  const { blocked = [], free = [] } = Object.groupBy(jobs, ([lane]) => (isLaneBlocked(platform, lane) ? 'blocked' : 'free'))
  await enqueueAll(tx, platform, { spec: deliverLaneSpec, jobs: free })
  // A blocked lane finds the new events when it is woken: a run for each of them would be in vain.
  await enqueueAll(tx, platform, { spec: deliverLaneSpec, jobs: blocked, toleranceSeconds: BLOCKED_RECHECK_MS / 1000 })
  return ids.length
}

function laneIn({ organizationId, endpointId, lane }: WebhookEvent): Lane {
  return { organizationId, endpointId, lane }
}

interface RecordingInput {
  readonly organizationId: string
  readonly event: ReceivedEvent
  readonly subscribers: readonly Subscriber[]
}

// The rows of one event: a payload for each format, and an event for each endpoint that subscribed before it happened. An event that
// cannot be opened must not block those behind it.
function recordingOf(platform: Platform, input: RecordingInput) {
  try {
    return rowsOf(platform, input)
  } catch (error) {
    platform.log.error('An event could not be recorded for webhooks; was AUTH_SECRET changed?', { id: input.event.id, error })
    return undefined
  }
}

function rowsOf(platform: Platform, { organizationId, event, subscribers }: RecordingInput) {
  const { id: domainEventId, name: type, happenedAt, sequence, resourceId } = event
  const now = platform.clock.now()
  const endpoints = subscribers.filter(({ types, createdAt }) => types.includes(type) && createdAt <= happenedAt)
  const isTest = endpoints[0]?.isTest ?? null
  const formats = [...new Set(endpoints.map(({ format }) => format))]
  const payloads = formats.map((format): WebhookPayload => {
    const text = payloadOf(format, { type, happenedAt, sequence, data: event.payload, isTest })
    return { organizationId, domainEventId, format, sealedPayload: platform.secrets.seal(PAYLOAD_PURPOSE, text), happenedAt }
  })
  const events = endpoints.map(
    (endpoint): WebhookEvent => ({
      organizationId,
      id: newId(now),
      endpointId: endpoint.id,
      domainEventId,
      type,
      resourceId,
      lane: laneOf(resourceId),
      sequence,
      format: endpoint.format,
      status: 'pending',
      attempts: 0,
      lastHttpCode: null,
      nextAttemptAt: now,
      happenedAt,
      isSample: false,
      createdAt: now,
      modifiedAt: null,
    }),
  )
  return { payloads, events }
}
