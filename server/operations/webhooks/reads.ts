import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { added } from '#platform/http/wire-parts.ts'
import { joined, value } from '#platform/resource/embedded.ts'
import { among, ids, isTrue } from '#platform/resource/filters.ts'
import { list } from '#platform/resource/list.ts'
import { anyEventName, type WebhookEvent, type WebhookFormat, webhookEventStatus } from './model.ts'
import { PAYLOAD_PURPOSE } from './payload.ts'
import { orderWaitCutoff } from './schedule.ts'
import { PENDING, webhookDeliveries, webhookEndpoints, webhookEvents } from './store.ts'

/** The list of endpoints, each with the time of its last attempt. */
export const webhookEndpointList = list(webhookEndpoints, {
  with: {
    lastAttemptAt: value<Date | null>(sql`(
      select attempt.created_at from webhook_deliveries attempt
      where attempt.organization_id = webhook_endpoints.organization_id and attempt.endpoint_id = webhook_endpoints.id
      order by attempt.created_at desc limit 1)`),
  },
  newestFirst: 'webhook_endpoints.created_at',
})

/** The list of attempts with their events. `is_latest` selects the last attempt of each event, or all others. */
export const webhookDeliveryList = list(webhookDeliveries, {
  with: { event: joined(webhookEvents, { from: 'webhook_deliveries', column: 'event_id' }) },
  filters: {
    endpoint_id: ids('webhook_deliveries.endpoint_id'),
    event_id: ids('webhook_deliveries.event_id').meta(added('Only attempts of these events.')),
    event_type: among('webhook_events.type', anyEventName).meta(added('Only events of these names.')),
    event_status: among('webhook_events.status', webhookEventStatus).meta(added('Only events in these states.')),
    is_latest: isTrue(sql`(webhook_deliveries.attempt = webhook_events.attempts)`).meta(added('Only the latest attempt of each event.')),
  },
  newestFirst: 'webhook_deliveries.created_at',
  item: ({ event, ...delivery }, { secrets }) => ({
    delivery,
    event,
    payload: secrets.open(PAYLOAD_PURPOSE, event.sealedPayload),
  }),
})

/** The endpoints of an organization that subscribed to the event when it happened, oldest first. */
export async function endpointsFor(
  db: Database,
  organizationId: string,
  event: { readonly type: string; readonly happenedAt: Date },
): Promise<{ id: string; format: WebhookFormat }[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'format'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('is_enabled', '=', true)
    .where('created_at', '<=', event.happenedAt)
    .where(sql<boolean>`${event.type} = any(events) or ${event.type} = any(additional_events)`)
    .orderBy('created_at')
    .execute()
}

/** One of an endpoint's queues; each sends its events in order. */
export interface Lane {
  readonly organizationId: string
  readonly endpointId: string
  readonly lane: number
}

const waitingIn = (db: Database, { organizationId, endpointId, lane }: Lane) =>
  db
    .selectFrom('webhook_events')
    .where('webhook_events.organization_id', '=', organizationId)
    .where('webhook_events.endpoint_id', '=', endpointId)
    .where('webhook_events.lane', '=', lane)
    .where('webhook_events.status', '=', PENDING)

/** The next event of a lane to send: due, and not waiting for an earlier one of its resource. */
export async function findDueEvent(db: Database, { organizationId, endpointId, lane }: Lane, now: Date): Promise<WebhookEvent | undefined> {
  // The youngest earlier one: once it is too old to wait for, so are the others. An index lookup, however many there are.
  const youngestSince = sql`(
    select earlier.created_at from webhook_events as earlier
    where earlier.organization_id = webhook_events.organization_id and earlier.endpoint_id = webhook_events.endpoint_id
      and earlier.resource_id = webhook_events.resource_id and earlier.sequence < webhook_events.sequence and earlier.status = ${PENDING}
    order by earlier.sequence desc limit 1)`
  const [event] = await webhookEvents.select(
    db,
    sql`where organization_id = ${organizationId} and endpoint_id = ${endpointId} and lane = ${lane} and status = ${PENDING}
      and next_attempt_at <= ${now} and coalesce(${youngestSince}, '-infinity'::timestamptz) <= ${orderWaitCutoff(now)}
    order by next_attempt_at, sequence limit 1`,
  )
  return event
}

/** When to check a lane again that has no event to send now; null when it is empty. */
export async function findNextCheck(db: Database, lane: Lane, at: { readonly now: Date; readonly recheckAt: Date }): Promise<Date | null> {
  const row = await waitingIn(db, lane)
    .select(({ fn }) => [
      fn.min('next_attempt_at').filterWhere('next_attempt_at', '>', at.now).as('later'),
      fn.countAll().filterWhere('next_attempt_at', '<=', at.now).as('behind'),
    ])
    .executeTakeFirst()
  const isBehind = Number(row?.behind ?? 0) > 0
  if (!row?.later) return isBehind ? at.recheckAt : null
  return isBehind && at.recheckAt < row.later ? at.recheckAt : row.later
}
