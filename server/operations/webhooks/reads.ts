import { type Selectable, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf, readList, totalCount } from '#platform/database/list.ts'
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent, WebhookEventStatus, WebhookFormat } from './model.ts'
import { orderWaitCutoff } from './schedule.ts'
import { endpointColumns, fromWebhookEndpointRow, PENDING, type WebhookDeliveriesTable, type WebhookEventsTable } from './store.ts'

/** An endpoint with the time of its last attempt (UTC). */
export type EndpointWithLastAttempt = WebhookEndpoint & { readonly lastAttemptAt: Date | null }

const lastAttempt = sql<Date | null>`(
  select attempt.created_at from webhook_deliveries attempt
  where attempt.organization_id = webhook_endpoints.organization_id and attempt.endpoint_id = webhook_endpoints.id
  order by attempt.created_at desc limit 1
)`.as('last_attempt_at')

const fromEndpointRow = (
  row: Parameters<typeof fromWebhookEndpointRow>[0] & { last_attempt_at: Date | null },
): EndpointWithLastAttempt => ({
  ...fromWebhookEndpointRow(row),
  lastAttemptAt: row.last_attempt_at,
})

/** The endpoint `id` of one of the organizations, or undefined. */
export async function findWebhookEndpoint(
  db: Database,
  tenants: readonly string[],
  id: string,
): Promise<EndpointWithLastAttempt | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(endpointColumns)
    .select(lastAttempt)
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && fromEndpointRow(row)
}

/** A page of the organizations' endpoints, newest first, and the total; one statement. */
export async function listWebhookEndpoints(db: Database, organizationIds: readonly string[], page: Page) {
  const all = db.selectFrom('webhook_endpoints').where('organization_id', '=', anyOf(organizationIds)).where('deleted_at', 'is', null)
  const rows = all.select(endpointColumns).select(lastAttempt).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return readList(db, { count: all.select(totalCount), rows, page }, fromEndpointRow)
}

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

const eventColumns = [
  'organization_id',
  'id',
  'endpoint_id',
  'type',
  'resource_id',
  'sequence',
  'sealed_payload',
  'status',
  'attempts',
  'last_http_code',
  'next_attempt_at',
  'happened_at',
  'created_at',
  'modified_at',
] as const

type EventRow = Pick<Selectable<WebhookEventsTable>, (typeof eventColumns)[number]>

function fromWebhookEventRow(row: EventRow): WebhookEvent {
  return {
    organizationId: row.organization_id,
    id: row.id,
    endpointId: row.endpoint_id,
    type: row.type,
    resourceId: row.resource_id,
    sequence: row.sequence,
    sealedPayload: row.sealed_payload,
    status: row.status,
    attempts: row.attempts,
    lastHttpCode: row.last_http_code,
    nextAttemptAt: row.next_attempt_at,
    happenedAt: row.happened_at,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}

/** The event `id` of one of the organizations, or undefined. */
export async function findWebhookEvent(db: Database, tenants: readonly string[], id: string): Promise<WebhookEvent | undefined> {
  const row = await eventsNamed(db, tenants, id).executeTakeFirst()
  return row && fromWebhookEventRow(row)
}

/** Locks an event and reads its current state; undefined when it was deleted. */
export async function lockWebhookEvent(tx: Tx, { organizationId, id }: WebhookEvent): Promise<WebhookEvent | undefined> {
  const row = await eventsNamed(tx, [organizationId], id).forUpdate().executeTakeFirst()
  return row && fromWebhookEventRow(row)
}

const eventsNamed = (db: Database, tenants: readonly string[], id: string) =>
  db.selectFrom('webhook_events').select(eventColumns).where('organization_id', '=', anyOf(tenants)).where('id', '=', id)

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
export async function findDueEvent(db: Database, lane: Lane, now: Date): Promise<WebhookEvent | undefined> {
  const row = await waitingIn(db, lane)
    .select(eventColumns)
    .where('next_attempt_at', '<=', now)
    .where((eb) => {
      const youngestSince = eb
        .selectFrom('webhook_events as earlier')
        .whereRef('earlier.organization_id', '=', 'webhook_events.organization_id')
        .whereRef('earlier.endpoint_id', '=', 'webhook_events.endpoint_id')
        .whereRef('earlier.resource_id', '=', 'webhook_events.resource_id')
        .whereRef('earlier.sequence', '<', 'webhook_events.sequence')
        .where('earlier.status', '=', PENDING)
        .select('earlier.created_at')
        // The youngest: once it is too old to wait for, so are the others. An index lookup, however many there are.
        .orderBy('earlier.sequence', 'desc')
        .limit(1)
      return eb(eb.fn.coalesce(youngestSince, sql<Date>`'-infinity'::timestamptz`), '<=', orderWaitCutoff(now))
    })
    .orderBy('next_attempt_at')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return row && fromWebhookEventRow(row)
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

const deliveryColumns = [
  'delivery.organization_id',
  'delivery.id',
  'delivery.event_id',
  'delivery.endpoint_id',
  'delivery.attempt',
  'delivery.is_redelivery',
  'delivery.http_code',
  'delivery.succeeded',
  'delivery.error',
  'delivery.request_headers',
  'delivery.answer_body',
  'delivery.duration_ms',
  'delivery.created_at',
] as const

type DeliveryRow = Selectable<WebhookDeliveriesTable>

function fromWebhookDeliveryRow(row: DeliveryRow): WebhookDelivery {
  return {
    organizationId: row.organization_id,
    id: row.id,
    eventId: row.event_id,
    endpointId: row.endpoint_id,
    attempt: row.attempt,
    isRedelivery: row.is_redelivery,
    httpCode: row.http_code,
    succeeded: row.succeeded,
    error: row.error,
    requestHeaders: row.request_headers,
    answerBody: row.answer_body,
    durationMs: row.duration_ms,
    createdAt: row.created_at,
  }
}

/** The filter of a list of attempts; undefined fields do not filter. `isLatest`: only the last attempt of each event, or all others. */
export interface ListDeliveriesQuery {
  readonly organizationIds: readonly string[]
  readonly endpointIds?: readonly string[] | undefined
  readonly eventIds?: readonly string[] | undefined
  readonly eventTypes?: readonly string[] | undefined
  readonly eventStatuses?: readonly WebhookEventStatus[] | undefined
  readonly isLatest?: boolean | undefined
  readonly page: Page
}

/** A page of attempts with their events, newest first, and the total; one statement. */
export async function listWebhookDeliveries(db: Database, query: ListDeliveriesQuery) {
  const all = db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', (join) =>
      join.onRef('event.organization_id', '=', 'delivery.organization_id').onRef('event.id', '=', 'delivery.event_id'),
    )
    .where('delivery.organization_id', '=', anyOf(query.organizationIds))
    .$if(query.endpointIds !== undefined, (some) => some.where('delivery.endpoint_id', '=', anyOf(query.endpointIds ?? [])))
    .$if(query.eventIds !== undefined, (some) => some.where('delivery.event_id', '=', anyOf(query.eventIds ?? [])))
    .$if(query.eventTypes !== undefined, (some) => some.where('event.type', '=', anyOf(query.eventTypes ?? [])))
    .$if(query.eventStatuses !== undefined, (some) => some.where('event.status', '=', anyOf(query.eventStatuses ?? [])))
    .$if(query.isLatest !== undefined, (some) => some.whereRef('delivery.attempt', query.isLatest ? '=' : '<', 'event.attempts'))
  const rows = all
    .select(deliveryColumns)
    .select([
      'event.type',
      'event.resource_id',
      'event.sequence',
      'event.sealed_payload',
      'event.status',
      'event.attempts',
      'event.last_http_code',
    ])
    .select(['event.next_attempt_at', 'event.happened_at', 'event.created_at as event_created_at', 'event.modified_at'])
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.id', 'desc')
  return readList(db, { count: all.select(totalCount), rows, page: query.page }, (row) => ({
    delivery: fromWebhookDeliveryRow(row),
    event: fromWebhookEventRow({ ...row, id: row.event_id, created_at: row.event_created_at }),
  }))
}
