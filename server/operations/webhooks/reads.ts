import { sql } from 'kysely'
import { z } from 'zod'
import { firstOwnerOf } from '#identity/organizations/index.ts'
import { PLATFORM_ID } from '#kernel/id.ts'
import { isTestMerchant } from '#merchant/merchants/index.ts'
import type { Database } from '#platform/database/database.ts'
import { containing } from '#platform/database/list.ts'
import { added, id, searchText } from '#platform/http/wire-parts.ts'
import { payloadOf as openPayload } from '#platform/outbox/emit.ts'
import type { Platform } from '#platform/platform.ts'
import { joined, value } from '#platform/resource/embedded.ts'
import { among, createdBetween, filter, ids, isTrue } from '#platform/resource/filters.ts'
import { type ItemContext, list } from '#platform/resource/list.ts'
import { HEALTH_WINDOW, type RecentAttempts } from './health.ts'
import { anyEventName, type WebhookEventWithPayload, type WebhookFormat, webhookEventStatus } from './model.ts'
import { PAYLOAD_PURPOSE, payloadOf } from './payload.ts'
import { orderWaitCutoff } from './schedule.ts'
import { PENDING, webhookDeliveries, webhookEndpoints, webhookEvents } from './store.ts'

/** The recent attempts as PostgreSQL returns them: `1` for each accepted one and `0` for each other, the newest first. */
interface RecentJson {
  readonly outcomes: string
  readonly lastAcceptedAt: string | null
}

function fromRecentJson({ outcomes, lastAcceptedAt }: RecentJson): RecentAttempts {
  return {
    outcomes: Array.from(outcomes, (outcome) => outcome === '1'),
    lastAcceptedAt: lastAcceptedAt === null ? null : new Date(lastAcceptedAt),
  }
}

/** The list of endpoints, each with its recent attempts. */
export const webhookEndpointList = list(webhookEndpoints, {
  with: {
    lastAttemptAt: value<Date | null>(sql`(
      select attempt.created_at from webhook_deliveries attempt
      where attempt.organization_id = webhook_endpoints.organization_id and attempt.endpoint_id = webhook_endpoints.id
      order by attempt.created_at desc limit 1)`),
    recent: value<RecentAttempts>(
      sql`(
      select json_build_object(
        'outcomes', coalesce(string_agg(succeeded::int::text, '' order by created_at desc, id desc), ''),
        'lastAcceptedAt', max(created_at) filter (where succeeded))
      from (
        select id, succeeded, created_at from webhook_deliveries attempt
        where attempt.organization_id = webhook_endpoints.organization_id and attempt.endpoint_id = webhook_endpoints.id
        order by attempt.created_at desc, attempt.id desc limit ${sql.lit(HEALTH_WINDOW)}) as recent)`,
      (stored) => fromRecentJson(stored as RecentJson),
    ),
  },
  filters: {
    is_failing: isTrue(sql`(
      coalesce(webhook_endpoints.disabled_reason, 'merchant') in ('gone', 'failing', 'silent')
      or (webhook_endpoints.is_enabled and webhook_endpoints.failing_since is not null))`).meta(
      added('Only endpoints that have accepted nothing since a failure or were disabled for it, or only the others.'),
    ),
  },
  newestFirst: 'webhook_endpoints.created_at',
})

/** The endpoints as deliveries need them: whose they are, and how long the last attempt took, in milliseconds. */
export const receivingEndpointList = list(webhookEndpoints, {
  with: {
    ownerId: value<string | null>(firstOwnerOf(sql`webhook_endpoints.organization_id`)),
    lastDurationMs: value<number | null>(sql`(
      select attempt.duration_ms from webhook_deliveries attempt
      where attempt.organization_id = webhook_endpoints.organization_id and attempt.endpoint_id = webhook_endpoints.id
      order by attempt.created_at desc limit 1)`),
  },
  newestFirst: 'webhook_endpoints.created_at',
})

const sealedPayload = value<string>(sql`(
  select payload.sealed_payload from webhook_payloads payload
  where payload.organization_id = webhook_events.organization_id and payload.domain_event_id = webhook_events.domain_event_id
    and payload.format = webhook_events.format)`)

/** The recorded events with their payloads. */
export const webhookEventList = list(webhookEvents, { with: { sealedPayload }, newestFirst: 'webhook_events.created_at' })

/** The list of events that were recorded for endpoints, each once for each endpoint that gets it; also those without an attempt yet. */
export const recordedEventList = list(webhookEvents, {
  with: { sealedPayload },
  filters: {
    endpoint_id: ids('webhook_events.endpoint_id').meta(added('Only events for these endpoints.')),
    resource_id: ids('webhook_events.resource_id').meta(added('Only events of these resources.')),
    type: among('webhook_events.type', anyEventName).meta(added('Only events of these names.')),
    status: among('webhook_events.status', webhookEventStatus).meta(added('Only events in these states.')),
    ...createdBetween('webhook_events.created_at'),
  },
  // Ids follow the time.
  newestFirst: 'webhook_events.id',
  item: ({ sealedPayload: sealed, ...event }, { secrets }) => ({
    event,
    payload: secrets.openOrNull(PAYLOAD_PURPOSE, sealed) ?? '',
  }),
})

const httpCodeClass = z.enum(['2xx', '3xx', '4xx', '5xx'])

/** The list of attempts with their events. `is_latest` selects the last attempt of each event, or all others. */
export const webhookDeliveryList = list(webhookDeliveries, {
  with: { event: joined(webhookEvents, { from: 'webhook_deliveries', column: 'event_id' }), sealedPayload },
  filters: {
    endpoint_id: ids('webhook_deliveries.endpoint_id'),
    ...createdBetween('webhook_deliveries.created_at'),
    event_id: ids('webhook_deliveries.event_id').meta(added('Only attempts of these events.')),
    event_type: among('webhook_events.type', anyEventName).meta(added('Only events of these names.')),
    resource_id: ids('webhook_events.resource_id').meta(added('Only attempts to deliver events of these resources.')),
    event_status: among('webhook_events.status', webhookEventStatus).meta(added('Only events in these states.')),
    succeeded: isTrue('webhook_deliveries.succeeded').meta(added('Only attempts that succeeded, or only the others.')),
    http_code_class: filter(httpCodeClass.optional(), (value) => {
      const first = Number(value[0]) * 100
      return sql<boolean>`(webhook_deliveries.http_code between ${first}::int and ${first + 99}::int)`
    }).meta(added('Only attempts whose answer had a code of this class.')),
    query: filter(searchText, (text) => {
      if (text === '') return undefined
      if (id.safeParse(text).success) return sql<boolean>`${text}::uuid in (webhook_events.resource_id, webhook_events.id)`
      return sql<boolean>`webhook_events.type ilike ${containing(text)}`
    }).meta(added('Only events whose name contains this text, or of the resource or the event that has this id.')),
    is_latest: isTrue(sql`(webhook_deliveries.attempt = webhook_events.attempts)`).meta(added('Only the latest attempt of each event.')),
  },
  newestFirst: 'webhook_deliveries.created_at',
  item: ({ event, sealedPayload: sealed, ...delivery }, { secrets }) => ({
    delivery,
    event,
    payload: secrets.openOrNull(PAYLOAD_PURPOSE, sealed) ?? '',
  }),
})

/** An endpoint as far as recording needs it. */
export interface Subscriber {
  readonly id: string
  readonly format: WebhookFormat
  readonly types: readonly string[]
  readonly createdAt: Date
  /** Whether its merchant sells in test mode; null for the operator's. */
  readonly isTest: boolean | null
}

/** The enabled endpoints of an owner that subscribe to at least one of the event names, oldest first. */
export async function subscribersOf(db: Database, organizationId: string, types: readonly string[]): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select id, format, events || additional_events as types, created_at as "createdAt",
      case when organization_id <> ${sql.lit(PLATFORM_ID)}::uuid then ${isTestMerchant(sql`webhook_endpoints.organization_id`)} end as "isTest"
    from webhook_endpoints
    where organization_id = ${organizationId} and deleted_at is null and is_enabled
      and (events && ${types}::text[] or additional_events && ${types}::text[])
    order by created_at`.execute(db)
  return rows
}

/** Those of the events to which an enabled endpoint of their owner subscribes, in their order. */
export async function withSubscriber<E extends { readonly organizationId: string; readonly type: string }>(
  db: Database,
  events: readonly E[],
): Promise<E[]> {
  const { rows } = await sql<{ at: number }>`
    select event.at::int as at
    from unnest(${events.map(({ organizationId }) => organizationId)}::uuid[], ${events.map(({ type }) => type)}::text[])
      with ordinality as event (organization_id, type, at)
    where exists (
      select from webhook_endpoints where organization_id = event.organization_id and deleted_at is null and is_enabled
        and (event.type = any(events) or event.type = any(additional_events))
    )`.execute(db)
  const subscribed = new Set(rows.map(({ at }) => at))
  return events.filter((_, index) => subscribed.has(index + 1))
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
export async function findDueEvent(
  db: Database,
  { organizationId, endpointId, lane }: Lane,
  { now, ...context }: ItemContext & { readonly now: Date },
): Promise<WebhookEventWithPayload | undefined> {
  // The youngest earlier one: once it is too old to wait for, so are the others. An index lookup, however many there are.
  const youngestSince = sql`(
    select earlier.created_at from webhook_events as earlier
    where earlier.organization_id = webhook_events.organization_id and earlier.endpoint_id = webhook_events.endpoint_id
      and earlier.resource_id = webhook_events.resource_id and earlier.sequence < webhook_events.sequence and earlier.status = ${PENDING}
    order by earlier.sequence desc limit 1)`
  const [event] = await webhookEventList.select(
    db,
    sql`where organization_id = ${organizationId} and endpoint_id = ${endpointId} and lane = ${lane} and status = ${PENDING}
      and next_attempt_at <= ${now} and coalesce(${youngestSince}, '-infinity'::timestamptz) <= ${orderWaitCutoff(now)}
    order by next_attempt_at, sequence limit 1`,
    context,
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

/** An event with the exact text of a delivery in the format `raw`. */
export interface LiveEvent {
  readonly id: string
  readonly type: string
  readonly sequence: number
  readonly body: string
}

/** The sequence of the last event that was relayed for an organization; 0 before the first. Events for the operator are not in it. */
export async function currentSequence(db: Database, organizationId: string): Promise<number> {
  const { rows } = await sql<{ sequence: number | null }>`
    select max(sequence)::int8 as sequence from domain_events
    where organization_id = ${organizationId} and audience in ('merchant', 'internal')`.execute(db)
  return Number(rows[0]?.sequence ?? 0)
}

interface StoredEvent {
  readonly id: string
  readonly name: string
  readonly sequence: number
  readonly payload: unknown
  readonly happenedAt: Date
  readonly isTest: boolean
}

/** The relayed events for merchants after a sequence, in their order, at most `limit`. */
export async function findEventsAfter(
  platform: Pick<Platform, 'database' | 'secrets'>,
  { organizationId, after, limit }: { readonly organizationId: string; readonly after: number; readonly limit: number },
): Promise<LiveEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select id, name, sequence, payload, happened_at as "happenedAt", ${isTestMerchant(sql`domain_events.organization_id`)} as "isTest"
    from domain_events
    where organization_id = ${organizationId} and sequence > ${after} and audience = 'merchant' and relayed_at is not null
    order by sequence limit ${limit}::int`.execute(platform.database.db)
  return rows.map(({ id, name: type, sequence, happenedAt, isTest, ...stored }) => {
    const data = openPayload(platform.secrets, { name: type, payload: stored.payload })
    return { id, type, sequence, body: payloadOf('raw', { type, happenedAt, sequence, data, isTest }) }
  })
}
