// Webhooks of the operator as JSON of /api/auth: the fields of merchants' webhooks in camelCase, and events about accounts.
import { z } from 'zod'
import { accountEventTypes } from '#contract/webhook-events.ts'
import { httpUrl, id, timestamp, toTimestamp } from '#platform/http/wire-parts.ts'
import { fieldsOf } from '#platform/resource/fields.ts'
import { healthOf } from '../health.ts'
import {
  type EndpointWithAttempts,
  type WebhookEndpoint,
  webhookDeliveryColumns,
  webhookEndpointColumns,
  webhookEventColumns,
  webhookFormat,
} from '../model.ts'
import { chosenSecret, endpointHealth, type FullDelivery, type FullEvent, toWebhookEventWire, webhookEventWire } from '../wire.ts'

const endpointColumns = (({ organizationId: _owner, events: _events, additionalEvents: _additional, ...columns }) => columns)(
  webhookEndpointColumns,
)
const endpointFields = fieldsOf(endpointColumns, 'camel')
const eventFields = fieldsOf((({ organizationId: _owner, ...columns }) => columns)(webhookEventColumns), 'camel')
const deliveryFields = fieldsOf(webhookDeliveryColumns, 'camel')

const accountEvent = z.enum(accountEventTypes).meta({ id: 'AccountEventType' })
const events = z
  .array(accountEvent)
  .max(accountEventTypes.length)
  .meta({ description: 'The events about accounts and organizations that the endpoint gets.' })
const { payload, is_payload_cut: isPayloadCut, skipped, succeeded } = webhookEventWire.shape

export const operatorEndpointWire = z
  .object({
    ...endpointFields.shape,
    events,
    secret: z
      .string()
      .meta({ description: 'The secret that was generated, in the answer that generated it; empty in every other answer.' }),
    lastAttemptAt: timestamp.nullable().meta({ description: 'The time of the last attempt.' }),
    health: z
      .object({
        state: endpointHealth.shape.state,
        attempts: endpointHealth.shape.attempts,
        accepted: endpointHealth.shape.accepted,
        lastAcceptedAt: endpointHealth.shape.last_accepted_at,
      })
      .meta({ id: 'OperatorWebhookHealth' }),
  })
  .meta({ id: 'OperatorWebhookEndpoint' })

export const operatorEventWire = z
  .object({ ...eventFields.shape, skipped, succeeded, payload, isPayloadCut })
  .meta({ id: 'OperatorWebhookEvent' })

export const operatorDeliveryWire = z
  .object({ ...deliveryFields.shape, webhookEvent: operatorEventWire })
  .meta({ id: 'OperatorWebhookDelivery' })

const total = z.int().meta({ description: 'How many there are on all pages.' })
export const endpointsAnswer = z.object({ endpoints: z.array(operatorEndpointWire), total }).meta({ id: 'OperatorWebhookEndpointPage' })
export const eventsAnswer = z.object({ events: z.array(operatorEventWire), total }).meta({ id: 'OperatorWebhookEventPage' })
export const deliveriesAnswer = z.object({ deliveries: z.array(operatorDeliveryWire), total }).meta({ id: 'OperatorWebhookDeliveryPage' })

/** Names an endpoint or an event, in a query or a body. */
export const idInput = z.object({ id })

export const createEndpointBody = z
  .object({
    url: httpUrl,
    format: webhookFormat.default('raw'),
    secret: chosenSecret.nullish().meta({ description: 'Without it one is generated, and the answer contains it.' }),
    events,
  })
  .meta({
    id: 'OperatorWebhookEndpointCreate',
    examples: [{ url: 'https://crm.example/webhooks', format: 'raw', events: ['user.created', 'user.deleted'] }],
  })

export const updateEndpointBody = z
  .object({
    id,
    url: httpUrl.nullish(),
    format: webhookFormat.nullish(),
    secret: chosenSecret.nullish(),
    events: events.nullish(),
    isEnabled: z
      .boolean()
      .nullish()
      .meta({ description: 'Whether events are sent; `true` enables a disabled endpoint and resets its failures.' }),
  })
  .meta({ id: 'OperatorWebhookEndpointUpdate', examples: [{ id: '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22', isEnabled: true }] })

export const sendSampleBody = z
  .object({ id, type: accountEvent.meta({ description: 'The name of the event, which the endpoint need not subscribe to.' }) })
  .meta({ id: 'OperatorWebhookSample' })

export const redeliverSinceBody = z
  .object({
    id,
    since: timestamp.meta({ description: 'Events that were recorded at this time or later are sent again.' }),
    includeDelivered: z.boolean().default(false).meta({ description: 'Whether events that the receiver accepted are sent again, too.' }),
  })
  .meta({ id: 'OperatorWebhookRedelivery' })

const NO_ATTEMPTS = { lastAttemptAt: null, recent: { outcomes: [], lastAcceptedAt: null } } as const

/** An endpoint of the operator as JSON, without its secret. What it subscribes to are additional events of its row. */
export function toOperatorEndpointWire(endpoint: WebhookEndpoint | EndpointWithAttempts): z.output<typeof operatorEndpointWire> {
  const { lastAttemptAt, recent } = 'recent' in endpoint ? endpoint : NO_ATTEMPTS
  const { lastAcceptedAt, ...health } = healthOf(recent)
  return {
    ...endpointFields.toWire(endpoint),
    events: accountEventTypes.filter((name) => endpoint.additionalEvents.includes(name)),
    secret: '',
    lastAttemptAt: toTimestamp(lastAttemptAt),
    health: { ...health, lastAcceptedAt: toTimestamp(lastAcceptedAt) },
  }
}

/** A recorded event as JSON, on a page of `count` entries, whose payloads share what a page may have. */
export function toOperatorEventWire(full: FullEvent, count: number): z.output<typeof operatorEventWire> {
  const { skipped, succeeded, payload, is_payload_cut: isPayloadCut } = toWebhookEventWire(full, count)
  return { ...eventFields.toWire(full.event), skipped, succeeded, payload, isPayloadCut }
}

/** An attempt with its event as JSON, on a page of `count` attempts. */
export function toOperatorDeliveryWire({ delivery, ...full }: FullDelivery, count: number): z.output<typeof operatorDeliveryWire> {
  return { ...deliveryFields.toWire(delivery), webhookEvent: toOperatorEventWire(full, count) }
}
