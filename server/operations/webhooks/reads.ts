import { type Selectable, sql } from 'kysely'
import type { Page } from '#kernel/page.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf, countedAs, readList } from '#platform/database/list.ts'
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent, WebhookEventStatus, WebhookFormat } from './model.ts'
import { waitsForThoseAfter } from './schedule.ts'
import { endpointColumns, fromWebhookEndpointRow, PENDING, type WebhookDeliveriesTable, type WebhookEventsTable } from './store.ts'

/** An endpoint, and when something was last sent to it (UTC). */
export type SeenEndpoint = WebhookEndpoint & { readonly lastAttemptAt: Date | null }

const lastAttempt = sql<Date | null>`(
  select attempt.created_at from webhook_deliveries attempt
  where attempt.organization_id = webhook_endpoints.organization_id and attempt.endpoint_id = webhook_endpoints.id
  order by attempt.created_at desc limit 1
)`.as('last_attempt_at')

const fromSeenRow = (row: Parameters<typeof fromWebhookEndpointRow>[0] & { last_attempt_at: Date | null }): SeenEndpoint => ({
  ...fromWebhookEndpointRow(row),
  lastAttemptAt: row.last_attempt_at,
})

/** The endpoint `id` of one of the organizations, or undefined. */
export async function findWebhookEndpoint(db: Database, tenants: readonly string[], id: string): Promise<SeenEndpoint | undefined> {
  const row = await db
    .selectFrom('webhook_endpoints')
    .select(endpointColumns)
    .select(lastAttempt)
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && fromSeenRow(row)
}

/** A page of the organizations' endpoints, newest first, and how many there are; one statement. */
export async function listWebhookEndpoints(db: Database, organizationIds: readonly string[], page: Page) {
  const all = db.selectFrom('webhook_endpoints').where('organization_id', '=', anyOf(organizationIds)).where('deleted_at', 'is', null)
  const rows = all.select(endpointColumns).select(lastAttempt).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return readList(db, { count: all.select(countedAs), rows, page }, fromSeenRow)
}

/** The endpoints of an organization that asked for `type` when it happened, oldest first. */
export async function endpointsFor(
  db: Database,
  organizationId: string,
  told: { readonly type: string; readonly happenedAt: Date },
): Promise<{ id: string; format: WebhookFormat }[]> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'format'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .where('is_enabled', '=', true)
    .where('created_at', '<=', told.happenedAt)
    .where(sql<boolean>`${told.type} = any(events) or ${told.type} = any(additional_events)`)
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

/** The event as it is now, locked until the transaction ends; undefined when it is gone. */
export async function lockWebhookEvent(tx: Tx, { organizationId, id }: WebhookEvent): Promise<WebhookEvent | undefined> {
  const row = await eventsNamed(tx, [organizationId], id).forUpdate().executeTakeFirst()
  return row && fromWebhookEventRow(row)
}

const eventsNamed = (db: Database, tenants: readonly string[], id: string) =>
  db.selectFrom('webhook_events').select(eventColumns).where('organization_id', '=', anyOf(tenants)).where('id', '=', id)

/** What waits for one endpoint, in one of its lanes. */
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

/** The event of a lane that is to be sent now: due, and not to wait for an earlier one of its resource. */
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
        // The youngest: once it is too old to be waited for, all of them are. Found by its index, however many there are.
        .orderBy('earlier.sequence', 'desc')
        .limit(1)
      return eb(eb.fn.coalesce(youngestSince, sql<Date>`'-infinity'::timestamptz`), '<=', waitsForThoseAfter(now))
    })
    .orderBy('next_attempt_at')
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return row && fromWebhookEventRow(row)
}

/** When a lane from which nothing is to be sent now should be looked at again; null when nothing waits in it. */
export async function findNextLook(db: Database, lane: Lane, at: { readonly now: Date; readonly lookAgain: Date }): Promise<Date | null> {
  const row = await waitingIn(db, lane)
    .select(({ fn }) => [
      fn.min('next_attempt_at').filterWhere('next_attempt_at', '>', at.now).as('later'),
      fn.countAll().filterWhere('next_attempt_at', '<=', at.now).as('behind'),
    ])
    .executeTakeFirst()
  const isBehind = Number(row?.behind ?? 0) > 0
  if (!row?.later) return isBehind ? at.lookAgain : null
  return isBehind && at.lookAgain < row.later ? at.lookAgain : row.later
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

/** Which attempts a list covers; what is undefined narrows nothing. `isLatest`: of each event its last attempt, or all but that. */
export interface DeliveriesAsked {
  readonly organizationIds: readonly string[]
  readonly endpointIds?: readonly string[] | undefined
  readonly eventIds?: readonly string[] | undefined
  readonly eventTypes?: readonly string[] | undefined
  readonly eventStatuses?: readonly WebhookEventStatus[] | undefined
  readonly isLatest?: boolean | undefined
  readonly page: Page
}

/** A page of attempts with their events, newest first, and how many there are; one statement. */
export async function listWebhookDeliveries(db: Database, asked: DeliveriesAsked) {
  const all = db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_events as event', (join) =>
      join.onRef('event.organization_id', '=', 'delivery.organization_id').onRef('event.id', '=', 'delivery.event_id'),
    )
    .where('delivery.organization_id', '=', anyOf(asked.organizationIds))
    .$if(asked.endpointIds !== undefined, (some) => some.where('delivery.endpoint_id', '=', anyOf(asked.endpointIds ?? [])))
    .$if(asked.eventIds !== undefined, (some) => some.where('delivery.event_id', '=', anyOf(asked.eventIds ?? [])))
    .$if(asked.eventTypes !== undefined, (some) => some.where('event.type', '=', anyOf(asked.eventTypes ?? [])))
    .$if(asked.eventStatuses !== undefined, (some) => some.where('event.status', '=', anyOf(asked.eventStatuses ?? [])))
    .$if(asked.isLatest !== undefined, (some) => some.whereRef('delivery.attempt', asked.isLatest ? '=' : '<', 'event.attempts'))
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
  return readList(db, { count: all.select(countedAs), rows, page: asked.page }, (row) => ({
    delivery: fromWebhookDeliveryRow(row),
    event: fromWebhookEventRow({ ...row, id: row.event_id, created_at: row.event_created_at }),
  }))
}
