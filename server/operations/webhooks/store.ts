import { type Generated, type Insertable, sql, type Updateable } from 'kysely'
import type { WebhookEventType } from '#kernel/webhook-events.ts'
import { json, type Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { DisabledReason, WebhookDelivery, WebhookEndpoint, WebhookEvent, WebhookEventStatus, WebhookFormat } from './model.ts'
import { laneOf } from './schedule.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    webhook_endpoints: WebhookEndpointsTable
    webhook_events: WebhookEventsTable
    webhook_deliveries: WebhookDeliveriesTable
  }
}

interface WebhookEndpointsTable {
  organization_id: string
  id: string
  url: string
  format: WebhookFormat
  sealed_secret: string
  previous_sealed_secret: string | null
  previous_secret_until: Date | null
  events: WebhookEventType[]
  additional_events: string[]
  is_enabled: boolean
  disabled_reason: DisabledReason | null
  failed_in_a_row: number
  failing_since: Date | null
  created_at: Date
  modified_at: Date | null
  deleted_at: Date | null
}

/** The rows of recorded events. */
export interface WebhookEventsTable {
  organization_id: string
  id: string
  endpoint_id: string
  domain_event_id: string
  type: string
  resource_id: string
  lane: number
  sequence: number
  sealed_payload: string
  status: WebhookEventStatus
  attempts: Generated<number>
  last_http_code: number | null
  next_attempt_at: Date | null
  happened_at: Date
  created_at: Date
  modified_at: Date | null
}

/** The rows of attempts. */
export interface WebhookDeliveriesTable {
  organization_id: string
  id: string
  event_id: string
  endpoint_id: string
  attempt: number
  is_redelivery: boolean
  http_code: number | null
  succeeded: boolean
  error: string | null
  request_headers: Record<string, string>
  answer_body: string | null
  duration_ms: number
  created_at: Date
}

/** A literal, as in the partial indexes over pending events: with a parameter the planner would read the whole table. */
export const PENDING = sql.lit<WebhookEventStatus>('pending')

/** The columns of an endpoint, in a fixed order. */
export const endpointColumns = [
  'organization_id',
  'id',
  'url',
  'format',
  'sealed_secret',
  'previous_sealed_secret',
  'previous_secret_until',
  'events',
  'additional_events',
  'is_enabled',
  'disabled_reason',
  'failed_in_a_row',
  'failing_since',
  'created_at',
  'modified_at',
] as const

type EndpointRow = Pick<WebhookEndpointsTable, (typeof endpointColumns)[number]>

/** Maps a row to its endpoint. */
export function fromWebhookEndpointRow(row: EndpointRow): WebhookEndpoint {
  return {
    organizationId: row.organization_id,
    id: row.id,
    url: row.url,
    format: row.format,
    sealedSecret: row.sealed_secret,
    previousSealedSecret: row.previous_sealed_secret,
    previousSecretUntil: row.previous_secret_until,
    events: row.events,
    additionalEvents: row.additional_events,
    isEnabled: row.is_enabled,
    disabledReason: row.disabled_reason,
    failedInARow: row.failed_in_a_row,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}

function rowOf(endpoint: WebhookEndpoint): Updateable<WebhookEndpointsTable> {
  return {
    url: endpoint.url,
    format: endpoint.format,
    sealed_secret: endpoint.sealedSecret,
    previous_sealed_secret: endpoint.previousSealedSecret,
    previous_secret_until: endpoint.previousSecretUntil,
    events: [...endpoint.events],
    additional_events: [...endpoint.additionalEvents],
    is_enabled: endpoint.isEnabled,
    disabled_reason: endpoint.disabledReason,
    failed_in_a_row: endpoint.failedInARow,
    failing_since: endpoint.failingSince,
    modified_at: endpoint.modifiedAt,
  }
}

/** Inserts an endpoint. */
export async function insertWebhookEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  const row = { organization_id: endpoint.organizationId, id: endpoint.id, created_at: endpoint.createdAt, ...rowOf(endpoint) }
  await tx
    .insertInto('webhook_endpoints')
    .values(row as Insertable<WebhookEndpointsTable>)
    .execute()
}

/** Locks the endpoint `id` of one of the organizations; undefined when there is none or it was deleted. */
export async function lockWebhookEndpoint(tx: Tx, tenants: readonly string[], id: string): Promise<WebhookEndpoint | undefined> {
  const row = await tx
    .selectFrom('webhook_endpoints')
    .select(endpointColumns)
    .where('organization_id', '=', anyOf(tenants))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && fromWebhookEndpointRow(row)
}

/** Saves an endpoint. */
export async function saveWebhookEndpoint(tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set(rowOf(endpoint))
    .where('organization_id', '=', endpoint.organizationId)
    .where('id', '=', endpoint.id)
    .execute()
}

/** Marks an endpoint as deleted; its log stays until it reaches its maximum age. */
export async function deleteWebhookEndpoint(tx: Tx, endpoint: WebhookEndpoint, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ deleted_at: now, is_enabled: false })
    .where('organization_id', '=', endpoint.organizationId)
    .where('id', '=', endpoint.id)
    .execute()
}

/** Inserts an event for endpoints; returns the endpoints for which it was not recorded before. */
export async function insertWebhookEvents(
  tx: Tx,
  events: readonly (WebhookEvent & { readonly sourceEventId: string })[],
): Promise<string[]> {
  const rows = await tx
    .insertInto('webhook_events')
    .values(
      events.map((event) => ({
        organization_id: event.organizationId,
        id: event.id,
        endpoint_id: event.endpointId,
        domain_event_id: event.sourceEventId,
        type: event.type,
        resource_id: event.resourceId,
        lane: laneOf(event.resourceId),
        sequence: event.sequence,
        sealed_payload: event.sealedPayload,
        status: event.status,
        attempts: event.attempts,
        last_http_code: event.lastHttpCode,
        next_attempt_at: event.nextAttemptAt,
        happened_at: event.happenedAt,
        created_at: event.createdAt,
        modified_at: event.modifiedAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['organization_id', 'endpoint_id', 'domain_event_id']).doNothing())
    .returning('endpoint_id')
    .execute()
  return rows.map((row) => row.endpoint_id)
}

/** Saves an event after an attempt. */
export async function saveWebhookEvent(tx: Tx, event: WebhookEvent): Promise<void> {
  await tx
    .updateTable('webhook_events')
    .set({
      status: event.status,
      attempts: event.attempts,
      last_http_code: event.lastHttpCode,
      next_attempt_at: event.nextAttemptAt,
      modified_at: event.modifiedAt,
    })
    .where('organization_id', '=', event.organizationId)
    .where('id', '=', event.id)
    .execute()
}

/** Skips the pending events of an endpoint. */
export async function skipPendingEvents(tx: Tx, endpoint: Pick<WebhookEndpoint, 'organizationId' | 'id'>, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_events')
    .set({ status: 'skipped', next_attempt_at: null, modified_at: now })
    .where('organization_id', '=', endpoint.organizationId)
    .where('endpoint_id', '=', endpoint.id)
    .where('status', '=', PENDING)
    .execute()
}

/** Inserts an attempt. */
export async function insertWebhookDelivery(tx: Tx, delivery: WebhookDelivery): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values({
      organization_id: delivery.organizationId,
      id: delivery.id,
      event_id: delivery.eventId,
      endpoint_id: delivery.endpointId,
      attempt: delivery.attempt,
      is_redelivery: delivery.isRedelivery,
      http_code: delivery.httpCode,
      succeeded: delivery.succeeded,
      error: delivery.error,
      request_headers: json(delivery.requestHeaders),
      answer_body: delivery.answerBody,
      duration_ms: delivery.durationMs,
      created_at: delivery.createdAt,
    })
    .execute()
}

/** Deletes events from before `before` with their attempts, at most `limit`; returns how many. */
export async function deleteOldWebhookEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('webhook_events').select(['organization_id', 'id']).where('happened_at', '<', before).limit(limit)
  const gone = await tx
    .deleteFrom('webhook_events')
    .where((eb) => eb(eb.refTuple('organization_id', 'id'), 'in', old.$asTuple('organization_id', 'id')))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
