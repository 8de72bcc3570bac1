import { z } from 'zod'
import { webhookEventTypes } from '#kernel/webhook-events.ts'
import {
  added,
  booleanText,
  httpUrl,
  id,
  listResource,
  oneOrMore,
  oneOrMoreIds,
  pageQuery,
  text,
  timestamp,
  toTimestamp,
} from '#platform/http/wire-parts.ts'
import { type WebhookDelivery, type WebhookEndpoint, type WebhookEvent, webhookEventStatuses, webhookFormats } from './model.ts'

const SECRET_LENGTH = 255
const ADDITIONAL_EVENTS = 50

const eventType = z.enum(webhookEventTypes).meta({ id: 'WebhookEventType' })
const format = z.enum(webhookFormats).meta({ id: 'WebhookFormat' })
const eventStatus = z.enum(webhookEventStatuses)
const anyEventName = z
  .string()
  .regex(/^[a-z_]+\.[a-z_]+$/)
  .max(64)
const additionalEvents = z
  .array(anyEventName)
  .max(ADDITIONAL_EVENTS)
  .meta(added('Events outside the published list that the endpoint subscribes to.'))

export const webhookEndpointWire = z
  .object({
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    id,
    url: z.string(),
    format,
    organization_id: id,
    events: z.array(eventType),
    additional_events: z.array(z.string()).meta(added('Events outside the published list that the endpoint subscribes to.')),
    is_enabled: z.boolean().meta(added('Whether events are sent; `true` enables a disabled endpoint and resets its failures.')),
    disabled_reason: z
      .enum(['gone', 'failing', 'silent', 'merchant'])
      .nullable()
      .meta(
        added(
          'Why it was disabled: 410 (`gone`), ten failed events in a row (`failing`), five days without success (`silent`), or by the merchant.',
        ),
      ),
    failing_since: timestamp.nullable().meta(added('Since when deliveries fail without a success.')),
    previous_secret_until: timestamp.nullable().meta(added('Until when the previous secret still signs.')),
    last_attempt_at: timestamp.nullable().meta(added('The time of the last attempt.')),
  })
  .meta({ id: 'WebhookEndpoint' })

export const webhookEndpointCreate = z
  .object({
    url: httpUrl,
    format,
    secret: text(1, SECRET_LENGTH),
    events: z.array(eventType).max(webhookEventTypes.length),
    organization_id: id.nullish(),
    additional_events: additionalEvents.optional(),
  })
  .meta({ id: 'WebhookEndpointCreate' })

export const webhookEndpointUpdate = z
  .object({
    url: httpUrl.nullish(),
    format: format.nullish(),
    secret: text(1, SECRET_LENGTH).nullish(),
    events: z.array(eventType).max(webhookEventTypes.length).nullish(),
    additional_events: additionalEvents.nullish(),
    is_enabled: z.boolean().nullish().meta(added('Whether events are sent; `true` enables a disabled endpoint and resets its failures.')),
  })
  .meta({ id: 'WebhookEndpointUpdate' })

const webhookEventWire = z
  .object({
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    id,
    last_http_code: z.int().nullable(),
    succeeded: z.boolean().nullable(),
    payload: z.string(),
    type: z.string().meta(added('The name of the event.')),
    resource_id: id.meta(added('The resource of the event; events of one resource keep their order.')),
    status: eventStatus.meta(added('`pending`, `delivered`, `failed` after all attempts, or `skipped` because its endpoint was disabled.')),
    attempts: z.int().meta(added('Attempts so far.')),
    next_attempt_at: timestamp.nullable().meta(added('The time of the next attempt.')),
  })
  .meta({ id: 'WebhookEvent' })

export const webhookDeliveryWire = z
  .object({
    created_at: timestamp,
    modified_at: timestamp.nullable(),
    id,
    http_code: z.int().nullable(),
    succeeded: z.boolean(),
    webhook_event: webhookEventWire,
    endpoint_id: id.meta(added('The endpoint of the attempt.')),
    attempt: z.int().meta(added('Which attempt this was, from 1.')),
    is_redelivery: z.boolean().meta(added('Whether it was requested by hand.')),
    error: z.string().nullable().meta(added('Why there was no answer.')),
    request_headers: z.record(z.string(), z.string()).meta(added('The headers that were sent.')),
    answer_body: z.string().nullable().meta(added('The first 2,048 characters of the answer.')),
    duration_ms: z.int().meta(added('Milliseconds until the answer or the time-out.')),
  })
  .meta({ id: 'WebhookDelivery' })

export const webhookEndpointListQuery = z.object({ ...pageQuery, organization_id: oneOrMoreIds })

/** The filter of a list of attempts; `is_latest` selects the last attempt of each event. */
export const webhookDeliveryListQuery = webhookEndpointListQuery.extend({
  endpoint_id: oneOrMoreIds,
  event_id: oneOrMoreIds.meta(added('Only attempts of these events.')),
  event_type: oneOrMore(anyEventName).meta(added('Only events of these names.')),
  event_status: oneOrMore(eventStatus).meta(added('Only events in these states.')),
  is_latest: booleanText.optional().meta(added('Only the latest attempt of each event.')),
})

export const webhookEndpointList = listResource('WebhookEndpoint', webhookEndpointWire)
export const webhookDeliveryList = listResource('WebhookDelivery', webhookDeliveryWire)

/** An endpoint as JSON, without its secret. `lastAttemptAt` is the time of its last attempt. */
export function toWebhookEndpointWire(
  endpoint: WebhookEndpoint & { readonly lastAttemptAt?: Date | null },
): z.input<typeof webhookEndpointWire> {
  return {
    created_at: toTimestamp(endpoint.createdAt),
    modified_at: toTimestamp(endpoint.modifiedAt),
    id: endpoint.id,
    url: endpoint.url,
    format: endpoint.format,
    organization_id: endpoint.organizationId,
    events: [...endpoint.events],
    additional_events: [...endpoint.additionalEvents],
    is_enabled: endpoint.isEnabled,
    disabled_reason: endpoint.disabledReason,
    failing_since: toTimestamp(endpoint.failingSince),
    previous_secret_until: toTimestamp(endpoint.previousSecretUntil),
    last_attempt_at: toTimestamp(endpoint.lastAttemptAt ?? null),
  }
}

/** An attempt with its event as JSON; `payload` is the event's, opened. */
export function toWebhookDeliveryWire(
  delivery: WebhookDelivery,
  event: WebhookEvent,
  payload: string,
): z.input<typeof webhookDeliveryWire> {
  return {
    created_at: toTimestamp(delivery.createdAt),
    modified_at: null,
    id: delivery.id,
    http_code: delivery.httpCode,
    succeeded: delivery.succeeded,
    webhook_event: {
      created_at: toTimestamp(event.createdAt),
      modified_at: toTimestamp(event.modifiedAt),
      id: event.id,
      last_http_code: event.lastHttpCode,
      succeeded: event.status === 'pending' ? null : event.status === 'delivered',
      payload,
      type: event.type,
      resource_id: event.resourceId,
      status: event.status,
      attempts: event.attempts,
      next_attempt_at: toTimestamp(event.nextAttemptAt),
    },
    endpoint_id: delivery.endpointId,
    attempt: delivery.attempt,
    is_redelivery: delivery.isRedelivery,
    error: delivery.error,
    request_headers: delivery.requestHeaders,
    answer_body: delivery.answerBody,
    duration_ms: delivery.durationMs,
  }
}
