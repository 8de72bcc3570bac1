import { z } from 'zod'
import { webhookEventTypes } from '#contract/webhook-events.ts'
import { added } from '#platform/http/wire-parts.ts'
import { array, flag, integer, json, type Model, oneOf, recorded, text, time, uuid } from '#platform/resource/columns.ts'
import type { RecentAttempts } from './health.ts'

/** The format of a delivery: JSON, or a chat message. */
export const webhookFormats = ['raw', 'discord', 'slack'] as const

export type WebhookFormat = (typeof webhookFormats)[number]

/** Why an endpoint was disabled: the receiver answered 410, too many events failed, no success for days, or by the merchant. */
export const disabledReasons = ['gone', 'failing', 'silent', 'merchant'] as const

export type DisabledReason = (typeof disabledReasons)[number]

/** The schemas of an event's name and of a delivery's format. */
export const webhookEventType = z.enum(webhookEventTypes).meta({ id: 'WebhookEventType' })
export const webhookFormat = z.enum(webhookFormats).meta({ id: 'WebhookFormat' })

/** The schema of the name of any event. */
export const anyEventName = z
  .string()
  .regex(/^[a-z_]+\.[a-z_]+$/)
  .max(64)

export const webhookEndpointColumns = {
  ...recorded,
  url: text(),
  format: oneOf(webhookFormat),
  sealedSecret: text().private(),
  /** Still signs until its overlap ends. */
  previousSealedSecret: text().nullable().private(),
  previousSecretUntil: time().nullable().meta(added('Until when the previous secret still signs.')),
  events: array(webhookEventType),
  additionalEvents: array(z.string()).meta(added('Events outside the published list that the endpoint subscribes to.')),
  isEnabled: flag().meta(added('Whether events are sent; `true` enables a disabled endpoint and resets its failures.')),
  disabledReason: oneOf(z.enum(disabledReasons))
    .nullable()
    .meta(
      added(
        'Why it was disabled: 410 (`gone`), ten failed events in a row (`failing`), five days without success (`silent`), or by the merchant.',
      ),
    ),
  /** Consecutive events for which every attempt failed. */
  failedInARow: integer().private(),
  /** Null while the endpoint is healthy. */
  failingSince: time().nullable().meta(added('Since when deliveries fail without a success.')),
  /** A deleted endpoint keeps its row until its log reaches its maximum age. */
  deletedAt: time().nullable().private(),
} as const

/** A webhook endpoint of a merchant. Secrets are sealed. Times are UTC. */
export type WebhookEndpoint = Model<typeof webhookEndpointColumns>

/** An endpoint with its recent attempts. */
export type EndpointWithAttempts = WebhookEndpoint & { readonly lastAttemptAt: Date | null; readonly recent: RecentAttempts }

/** An endpoint as deliveries need it: the first owner of its organization, and the duration of its last attempt in milliseconds. */
export type ReceivingEndpoint = WebhookEndpoint & { readonly ownerId: string | null; readonly lastDurationMs: number | null }

/** `pending`: waits for an attempt · `failed`: all attempts failed · `skipped`: its endpoint was disabled meanwhile. */
export const webhookEventStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const

export type WebhookEventStatus = (typeof webhookEventStatuses)[number]

/** The schema of an event's status. */
export const webhookEventStatus = z.enum(webhookEventStatuses)

export const webhookEventColumns = {
  ...recorded,
  organizationId: uuid().fixed().private(),
  endpointId: uuid().fixed().meta(added('The endpoint that gets the event.')),
  domainEventId: uuid().fixed().private(),
  type: text().fixed().meta(added('The name of the event.')),
  resourceId: uuid().fixed().meta(added('The resource of the event; events of one resource keep their order.')),
  /** The queue of the endpoint that sends it. */
  lane: integer().fixed().private(),
  sequence: integer().fixed().private(),
  /** The format of its endpoint when it was recorded: which of the event's payloads is sent. */
  format: oneOf(webhookFormat).fixed().private(),
  status: oneOf(webhookEventStatus).meta(
    added('`pending`, `delivered`, `failed` after all attempts, or `skipped` because its endpoint was disabled.'),
  ),
  attempts: integer().meta(added('Attempts so far.')),
  lastHttpCode: integer().nullable(),
  nextAttemptAt: time().nullable().meta(added('The time of the next attempt.')),
  happenedAt: time().fixed().private(),
  isSample: flag()
    .fixed()
    .meta(added('Whether it is a sample that was requested to try the receiver: nothing happened, and it is sent once.')),
} as const

/** A domain event recorded for one endpoint; `id` is the `webhook-id`. */
export type WebhookEvent = Model<typeof webhookEventColumns>

/** A recorded event with the exact text that is sent and signed, sealed because it may contain credentials. */
export type WebhookEventWithPayload = WebhookEvent & { readonly sealedPayload: string }

export const webhookDeliveryColumns = {
  id: uuid(),
  organizationId: uuid().private(),
  eventId: uuid().private(),
  endpointId: uuid().meta(added('The endpoint of the attempt.')),
  attempt: integer().meta(added('Which attempt this was, from 1.')),
  isRedelivery: flag().meta(added('Whether it was requested by hand.')),
  httpCode: integer().nullable(),
  succeeded: flag(),
  error: text().nullable().meta(added('Why there was no answer.')),
  requestHeaders: json<Readonly<Record<string, string>>, Record<string, string>>(z.record(z.string(), z.string())).meta(
    added('The headers that were sent.'),
  ),
  answerBody: text().nullable().meta(added('The first 2,048 characters of the answer.')),
  durationMs: integer().meta(added('Milliseconds until the answer or the time-out.')),
  createdAt: time(),
} as const

/** One attempt to deliver an event. `answerBody` is cut at 2,048 characters. */
export type WebhookDelivery = Model<typeof webhookDeliveryColumns>
