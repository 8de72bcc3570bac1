import { z } from 'zod'
import { additionalEventTypes, webhookEventTypes } from '#contract/webhook-events.ts'
import { actingOrganizationId, added, httpUrl, text, timestamp, toTimestamp, unavailable } from '#platform/http/wire-parts.ts'
import { constantFields, fieldsOf } from '#platform/resource/fields.ts'
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
import { hasKeyOfItsForm } from './signature.ts'

/** The characters of a secret. */
const SECRET_LENGTH = { min: 8, max: 255 }
const ADDITIONAL_EVENTS = 50
/** The characters of all payloads on one page: more than the longest payload has. */
const PAYLOADS_LENGTH = 500_000

const endpointFields = fieldsOf(webhookEndpointColumns)
const eventFields = fieldsOf(webhookEventColumns)
const deliveryFields = fieldsOf(webhookDeliveryColumns)

/** The version of the published client's API whose payloads events have. */
const API_VERSION = '2026-10'

const apiVersion = z.string()
const newerEndpointFields = constantFields({
  name: [z.string().nullable(), null, 'Always null: the URL names the endpoint.'],
  api_version: [apiVersion, API_VERSION, 'The version of the payloads, as newer clients name it.'],
  uses_standard_webhook_signature: [z.boolean(), true, 'Always true: a `whsec_` secret signs as Standard Webhooks say, and as UTF-8 text.'],
})
const newerEventFields = constantFields({
  api_version: [apiVersion, API_VERSION, 'The version of the payload, as newer clients name it.'],
  is_archived: [z.boolean(), false, 'Always false: a payload is kept as long as its event.'],
})
const newerBody = { name: unavailable(), api_version: unavailable('2026-04', API_VERSION) }

const additionalEvent = anyEventName.refine((name) => additionalEventTypes.some((known) => known === name), 'No event has this name')

const additionalEvents = z
  .array(additionalEvent)
  .max(ADDITIONAL_EVENTS)
  .meta(
    added(
      `Events outside the published list that the endpoint subscribes to: ${additionalEventTypes.map((name) => `\`${name}\``).join(', ')}.`,
    ),
  )

/** A secret that the caller has chosen. */
export const chosenSecret = text(SECRET_LENGTH.min, SECRET_LENGTH.max).refine(hasKeyOfItsForm, {
  message: 'After whsec_ a secret has to be base64 of 24 to 64 bytes',
  when: ({ issues }) => issues.length === 0,
})

/** The answers of the receiver to the last attempts, as JSON. */
export const endpointHealth = z
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
    ...newerEndpointFields.shape,
    enabled: z.boolean().meta(added('The same as `is_enabled`, as newer clients name it.')),
    secret: z.string().meta(added('The secret that was generated, in the answer that generated it; empty in every other answer.')),
    last_attempt_at: timestamp.nullable().meta(added('The time of the last attempt.')),
    health: endpointHealth.meta(added('How the receiver answered the last attempts.')),
  })
  .meta({ id: 'WebhookEndpoint' })

export const webhookEndpointCreate = z
  .object({
    url: httpUrl,
    format: webhookFormat,
    secret: chosenSecret.nullish().meta({ description: 'Without it one is generated, and the answer contains it.' }),
    events: z.array(webhookEventType).max(webhookEventTypes.length),
    organization_id: actingOrganizationId,
    additional_events: additionalEvents.optional(),
    ...newerBody,
  })
  .meta({
    id: 'WebhookEndpointCreate',
    examples: [{ url: 'https://shop.example/webhooks', format: 'raw', events: ['order.paid', 'customer.created'] }],
  })

export const webhookEndpointUpdate = z
  .object({
    url: httpUrl.nullish(),
    format: webhookFormat.nullish(),
    secret: chosenSecret.nullish(),
    events: z.array(webhookEventType).max(webhookEventTypes.length).nullish(),
    additional_events: additionalEvents.nullish(),
    ...newerBody,
    enabled: z.boolean().nullish().meta(added('Another name of `is_enabled`, which wins.')),
    is_enabled: z.boolean().nullish().meta(added('Whether events are sent; `true` enables a disabled endpoint and resets its failures.')),
  })
  .meta({ id: 'WebhookEndpointUpdate', examples: [{ events: ['order.paid'] }, { is_enabled: true }] })

const anyEvent = z
  .string()
  .refine((name) => [...webhookEventTypes, ...additionalEventTypes].some((known) => known === name), 'No event has this name')

export const webhookSampleCreate = z
  .object({
    type: anyEvent.meta({ description: 'The name of the event, which the endpoint need not subscribe to.', examples: ['order.paid'] }),
  })
  .meta({ id: 'WebhookSampleCreate', examples: [{ type: 'order.paid' }] })

export const webhookRedeliveryCreate = z
  .object({
    since: timestamp.meta({ description: 'Events that were recorded at this time or later are sent again.' }),
    include_delivered: z.boolean().default(false).meta({
      description:
        'Whether events that the receiver accepted are sent again, too; otherwise only those that failed, were skipped or wait for another attempt.',
    }),
  })
  .meta({ id: 'WebhookRedeliveryCreate', examples: [{ since: '2026-01-15T12:00:00Z' }] })

export const webhookEventWire = z
  .object({
    ...eventFields.shape,
    ...newerEventFields.shape,
    skipped: z.boolean().meta(added('Whether it was not sent because its endpoint was disabled.')),
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
  .object({
    ...deliveryFields.shape,
    response: z.string().nullable().meta(added('The same as `answer_body`, as newer clients name it.')),
    modified_at: timestamp.nullable(),
    webhook_event: webhookEventWire,
  })
  .meta({ id: 'WebhookDelivery' })

const NO_ATTEMPTS = { lastAttemptAt: null, recent: { outcomes: [], lastAcceptedAt: null } } as const

/** An endpoint as JSON, without its secret; a new one has no attempt yet. */
export function toWebhookEndpointWire(endpoint: WebhookEndpoint | EndpointWithAttempts): z.output<typeof webhookEndpointWire> {
  const { lastAttemptAt, recent } = 'recent' in endpoint ? endpoint : NO_ATTEMPTS
  const { lastAcceptedAt, ...health } = healthOf(recent)
  return {
    ...endpointFields.toWire(endpoint),
    ...newerEndpointFields.values,
    enabled: endpoint.isEnabled,
    secret: '',
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
  return { ...eventFields.toWire(event), ...newerEventFields.values, skipped: event.status === 'skipped', succeeded, ...cut }
}

/** An attempt with its event as JSON, on a page of `count` attempts. */
export function toWebhookDeliveryWire({ delivery, ...full }: FullDelivery, count: number): z.output<typeof webhookDeliveryWire> {
  const event = toWebhookEventWire(full, count)
  return { ...deliveryFields.toWire(delivery), response: delivery.answerBody, modified_at: null, webhook_event: event }
}
