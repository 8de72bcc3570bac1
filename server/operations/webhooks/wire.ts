import { z } from 'zod'
import { webhookEventTypes } from '#kernel/webhook-events.ts'
import { added, httpUrl, id, text, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { healthOf } from './health.ts'
import {
  anyEventName,
  type EndpointWithAttempts,
  type WebhookDelivery,
  type WebhookEndpoint,
  type WebhookEvent,
  webhookDeliveryColumns,
  webhookEndpointColumns,
  webhookEventColumns,
  webhookEventType,
  webhookFormat,
} from './model.ts'

const SECRET_LENGTH = 255
const ADDITIONAL_EVENTS = 50
/** The characters of all payloads on one page: more than the longest payload has. */
const PAYLOADS_LENGTH = 500_000

const endpointFields = fieldsOf(webhookEndpointColumns)
const eventFields = fieldsOf(webhookEventColumns)
const deliveryFields = fieldsOf(webhookDeliveryColumns)

const additionalEvents = z
  .array(anyEventName)
  .max(ADDITIONAL_EVENTS)
  .meta(added('Events outside the published list that the endpoint subscribes to.'))

const endpointHealth = z
  .object({
    state: z.enum(['healthy', 'failing']),
    attempts: z.int().meta({ description: 'How many of the last attempts count: at most 100.' }),
    accepted: z.int().meta({ description: 'How many of them the receiver accepted.' }),
    last_accepted_at: timestamp.nullable().meta({ description: 'When it accepted the last of them.' }),
  })
  .meta({ id: 'WebhookEndpointHealth' })

export const webhookEndpointWire = z
  .object({
    ...endpointFields.shape,
    last_attempt_at: timestamp.nullable().meta(added('The time of the last attempt.')),
    health: endpointHealth.meta(added('How the receiver answered the last attempts.')),
  })
  .meta({ id: 'WebhookEndpoint' })

export const webhookEndpointCreate = z
  .object({
    url: httpUrl,
    format: webhookFormat,
    secret: text(1, SECRET_LENGTH),
    events: z.array(webhookEventType).max(webhookEventTypes.length),
    organization_id: id.nullish(),
    additional_events: additionalEvents.optional(),
  })
  .meta({ id: 'WebhookEndpointCreate' })

export const webhookEndpointUpdate = z
  .object({
    url: httpUrl.nullish(),
    format: webhookFormat.nullish(),
    secret: text(1, SECRET_LENGTH).nullish(),
    events: z.array(webhookEventType).max(webhookEventTypes.length).nullish(),
    additional_events: additionalEvents.nullish(),
    is_enabled: z.boolean().nullish().meta(added('Whether events are sent; `true` enables a disabled endpoint and resets its failures.')),
  })
  .meta({ id: 'WebhookEndpointUpdate' })

export const webhookEventWire = z
  .object({
    ...eventFields.shape,
    succeeded: z.boolean().nullable(),
    payload: z.string().meta({ description: 'The body as it was signed.' }),
    is_payload_cut: z
      .boolean()
      .meta(
        added(
          `Whether \`payload\` is only the beginning: all of one page have at most ${PAYLOADS_LENGTH} characters. Request one of them alone.`,
        ),
      ),
  })
  .meta({ id: 'WebhookEvent' })

export const webhookDeliveryWire = z
  .object({ ...deliveryFields.shape, modified_at: timestamp.nullable(), webhook_event: webhookEventWire })
  .meta({ id: 'WebhookDelivery' })

const NO_ATTEMPTS = { lastAttemptAt: null, recent: { outcomes: [], lastAcceptedAt: null } } as const

/** An endpoint as JSON, without its secret; a new one has no attempt yet. */
export function toWebhookEndpointWire(endpoint: WebhookEndpoint | EndpointWithAttempts): z.output<typeof webhookEndpointWire> {
  const { lastAttemptAt, recent } = 'recent' in endpoint ? endpoint : NO_ATTEMPTS
  const { lastAcceptedAt, ...health } = healthOf(recent)
  return {
    ...endpointFields.toWire(endpoint),
    last_attempt_at: toTimestamp(lastAttemptAt),
    health: { ...health, last_accepted_at: toTimestamp(lastAcceptedAt) },
  }
}

/** An attempt with its event, and the payload of the event, opened. */
export interface FullDelivery {
  readonly delivery: WebhookDelivery
  readonly event: WebhookEvent
  readonly payload: string
}

/** An event, and its payload, opened. */
export type FullEvent = Pick<FullDelivery, 'event' | 'payload'>

/** A recorded event as JSON; its payload may take an equal share of what those of a page of `count` entries have together. */
export function toWebhookEventWire({ event, payload }: FullEvent, count: number): z.output<typeof webhookEventWire> {
  const share = Math.floor(PAYLOADS_LENGTH / count)
  const succeeded = event.status === 'pending' ? null : event.status === 'delivered'
  const cut = { payload: payload.slice(0, share).toWellFormed(), is_payload_cut: payload.length > share }
  return { ...eventFields.toWire(event), succeeded, ...cut }
}

/** An attempt with its event as JSON, on a page of `count` attempts. */
export function toWebhookDeliveryWire({ delivery, ...full }: FullDelivery, count: number): z.output<typeof webhookDeliveryWire> {
  return { ...deliveryFields.toWire(delivery), modified_at: null, webhook_event: toWebhookEventWire(full, count) }
}
