import { sql } from 'kysely'
import { declareSealed } from '#platform/crypto/sealed-columns.ts'
import type { Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import type { Row } from '#platform/resource/columns.ts'
import type { ResourceLimit } from '#platform/resource/limit.ts'
import { table } from '#platform/resource/table.ts'
import type { QueueRedeliveryRequest } from './job-specs.ts'
import {
  type WebhookEndpoint,
  type WebhookEvent,
  type WebhookEventStatus,
  type WebhookFormat,
  webhookDeliveryColumns,
  webhookEndpointColumns,
  webhookEventColumns,
} from './model.ts'
import { PAYLOAD_PURPOSE, SECRET_PURPOSE } from './payload.ts'
import { refusals } from './refusals.ts'

declareSealed(
  SECRET_PURPOSE,
  ...(['sealed_secret', 'previous_sealed_secret'] as const).map((column) => ({ table: 'webhook_endpoints', column }) as const),
)
declareSealed(PAYLOAD_PURPOSE, { table: 'webhook_payloads', column: 'sealed_payload' })

declare module '#platform/database/tables.ts' {
  interface Tables {
    webhook_endpoints: Row<typeof webhookEndpointColumns>
    webhook_events: Row<typeof webhookEventColumns>
    webhook_deliveries: Row<typeof webhookDeliveryColumns>
    webhook_payloads: WebhookPayloadRow
    unrecorded_webhook_events: UnrecordedEventRow
    webhook_redeliveries: RedeliveryRow
  }
}

interface RedeliveryRow {
  organization_id: string
  endpoint_id: string
  since: Date
  until: Date
  includes_delivered: boolean
  after_created_at: Date | null
  after_id: string | null
}

/** A literal, as in the partial indexes over pending events: with a parameter the planner would read the whole table. */
export const PENDING = sql.lit<WebhookEventStatus>('pending')

/** The rows of endpoints. */
export const webhookEndpoints = table('webhook_endpoints', webhookEndpointColumns, {
  existing: sql<boolean>`webhook_endpoints.deleted_at is null`,
})

/** The limit on endpoints. */
export const endpointLimit: ResourceLimit = {
  setting: 'WEBHOOK_ENDPOINT_LIMIT',
  table: 'webhook_endpoints',
  counted: 'deleted_at is null',
  things: 'webhook endpoints',
}

/** The same for the operator's endpoints, on /api/auth. */
export const operatorEndpointLimit: ResourceLimit = { ...endpointLimit, refusal: refusals.tooManyEndpoints }

/** The rows of recorded events. */
export const webhookEvents = table('webhook_events', webhookEventColumns)

/** The rows of attempts. */
export const webhookDeliveries = table('webhook_deliveries', webhookDeliveryColumns)

interface WebhookPayloadRow {
  organization_id: string
  domain_event_id: string
  format: WebhookFormat
  sealed_payload: string
  happened_at: Date
}

/** The text that is sent to the endpoints of one format, sealed. `happenedAt` is UTC. */
export interface WebhookPayload {
  readonly organizationId: string
  readonly domainEventId: string
  readonly format: WebhookFormat
  readonly sealedPayload: string
  readonly happenedAt: Date
}

interface UnrecordedEventRow {
  organization_id: string
  sequence: number
  domain_event_id: string
}

/** An event that waits to be recorded for the endpoints of its owner. */
export interface UnrecordedEvent {
  readonly organizationId: string
  readonly sequence: number
  readonly domainEventId: string
}

/** Notes events that wait to be recorded. */
export async function insertUnrecordedEvents(tx: Tx, events: readonly UnrecordedEvent[]): Promise<void> {
  await sql`insert into unrecorded_webhook_events (organization_id, sequence, domain_event_id)
    select organization_id, sequence, domain_event_id
    from unnest(${events.map(({ organizationId }) => organizationId)}::uuid[], ${events.map(({ sequence }) => sequence)}::int8[],
      ${events.map(({ domainEventId }) => domainEventId)}::uuid[]) as event (organization_id, sequence, domain_event_id)
    on conflict do nothing`.execute(tx)
}

/** Deletes the first events that wait, at most `limit`; returns the ids of the domain events in their order. */
export async function takeUnrecordedEvents(tx: Tx, organizationId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; sequence: number }>`
    delete from unrecorded_webhook_events where organization_id = ${organizationId} and sequence in (
      select sequence from unrecorded_webhook_events where organization_id = ${organizationId} order by sequence limit ${limit}::int for update
    ) returning domain_event_id as id, sequence`.execute(tx)
  return rows.toSorted((a, b) => a.sequence - b.sequence).map(({ id }) => id)
}

/** Inserts the payloads of events; one that exists stays as it is. */
export async function insertWebhookPayloads(tx: Tx, payloads: readonly WebhookPayload[]): Promise<void> {
  if (payloads.length === 0) return
  const rows = payloads.map(({ organizationId, domainEventId, format, sealedPayload, happenedAt }) => ({
    organization_id: organizationId,
    domain_event_id: domainEventId,
    format,
    sealed_payload: sealedPayload,
    happened_at: happenedAt,
  }))
  await tx
    .insertInto('webhook_payloads')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Rows of one statement, which may have 65,535 parameters. */
const INSERT_ROWS = 1000

/** Inserts events for endpoints; one that was recorded before stays as it is. */
export async function insertWebhookEvents(tx: Tx, events: readonly WebhookEvent[]): Promise<void> {
  for (let from = 0; from < events.length; from += INSERT_ROWS)
    await webhookEvents
      .inserting(tx, events.slice(from, from + INSERT_ROWS))
      .onConflict((conflict) => conflict.columns(['organization_id', 'endpoint_id', 'domain_event_id']).doNothing())
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

/** The events of an endpoint to send again: those recorded from `since` (inclusive) until the request, or what is left of them. */
export interface RequestedEvents {
  readonly since: Date
  readonly until: Date
  /** Whether events that the receiver accepted are sent again, too. */
  readonly includesDelivered: boolean
  /** The last event of the batches before; null before the first. */
  readonly after: { readonly createdAt: Date; readonly id: string } | null
}

/** The events of a batch: the last one of them, and whether more may follow. */
export interface QueuedBatch {
  readonly last: RequestedEvents['after']
  readonly isFull: boolean
}

/**
 * Makes the next events of the request due now, where their states ask for it. They go on with their schedule; one whose attempts were used
 * up gets one more.
 */
export async function queueEvents(
  tx: Tx,
  request: RequestedEvents & QueueRedeliveryRequest,
  { now, limit }: { now: Date; limit: number },
): Promise<QueuedBatch> {
  const { organizationId, endpointId, since, until, includesDelivered, after } = request
  const begins =
    after === null
      ? sql`created_at >= ${since}::timestamptz`
      : sql`(created_at, id) > (${after.createdAt}::timestamptz(3), ${after.id}::uuid)`
  const states = ['failed', 'skipped', 'pending', ...(includesDelivered ? ['delivered'] : [])]
  const { rows } = await sql<{ id: string; created_at: Date }>`
    with batch as (
      select id, created_at, status, is_sample from webhook_events
      where organization_id = ${organizationId} and endpoint_id = ${endpointId} and ${begins} and created_at <= ${until}::timestamptz
      order by created_at, id limit ${limit}::int
    ), queued as (
      update webhook_events set status = ${PENDING}, next_attempt_at = ${now}, modified_at = ${now}
      from batch
      where webhook_events.organization_id = ${organizationId} and webhook_events.id = batch.id
        and batch.status = any(${states}::text[]) and not batch.is_sample
    ) select id, created_at from batch order by created_at, id`.execute(tx)
  const last = rows.at(-1)
  return { last: last ? { createdAt: last.created_at, id: last.id } : null, isFull: rows.length === limit }
}

/** The rest of the events that were requested for an endpoint whose row is locked. */
export async function findRedelivery(tx: Tx, { organizationId, endpointId }: QueueRedeliveryRequest): Promise<RequestedEvents | undefined> {
  const row = await tx
    .selectFrom('webhook_redeliveries')
    .select(['since', 'until', 'includes_delivered', 'after_created_at', 'after_id'])
    .where('organization_id', '=', organizationId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst()
  if (!row) return undefined
  const { since, until, includes_delivered: includesDelivered, after_created_at: createdAt, after_id: id } = row
  return { since, until, includesDelivered, after: createdAt === null || id === null ? null : { createdAt, id } }
}

/**
 * Requests events of an endpoint whose row is locked. A request that asks for no more than the one that is worked on joins it: what was
 * queued is not queued again. One that goes further back, or wants accepted events as well, begins anew with all that either of them asks for.
 */
export async function requestRedelivery(
  tx: Tx,
  { organizationId, endpointId }: QueueRedeliveryRequest,
  { since, until, includesDelivered }: Omit<RequestedEvents, 'after'>,
): Promise<void> {
  const isCovered = sql`excluded.since >= known.since and (known.includes_delivered or not excluded.includes_delivered)`
  const request = sql`
    insert into webhook_redeliveries as known (organization_id, endpoint_id, since, until, includes_delivered)
    values (${organizationId}::uuid, ${endpointId}::uuid, ${since}, ${until}, ${includesDelivered})
    on conflict (organization_id, endpoint_id) do update set
      since = least(known.since, excluded.since), until = excluded.until,
      includes_delivered = known.includes_delivered or excluded.includes_delivered,
      after_created_at = case when ${isCovered} then known.after_created_at end,
      after_id = case when ${isCovered} then known.after_id end`
  await sendAhead(async () => void (await request.execute(tx)))
}

/** Saves what is left of the events that were requested for an endpoint whose row is locked. */
export async function saveRedelivery(
  tx: Tx,
  { organizationId, endpointId }: QueueRedeliveryRequest,
  after: RequestedEvents['after'],
): Promise<void> {
  await tx
    .updateTable('webhook_redeliveries')
    .set({ after_created_at: after?.createdAt ?? null, after_id: after?.id ?? null })
    .where('organization_id', '=', organizationId)
    .where('endpoint_id', '=', endpointId)
    .execute()
}

/** Forgets the events that were requested for an endpoint: all of them are queued. */
export async function deleteRedelivery(tx: Tx, { organizationId, endpointId }: QueueRedeliveryRequest): Promise<void> {
  await tx.deleteFrom('webhook_redeliveries').where('organization_id', '=', organizationId).where('endpoint_id', '=', endpointId).execute()
}

/** Deletes the payloads of events from before `before`, at most `limit`, with the events and their attempts; returns how many. */
export async function deleteOldWebhookEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_payloads where ctid = any(array(
      select ctid from webhook_payloads where happened_at < ${before} order by happened_at limit ${limit}::int
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
