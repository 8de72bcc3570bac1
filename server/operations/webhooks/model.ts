import type { WebhookEventType } from '#kernel/webhook-events.ts'

/** The format of a delivery: JSON, or a chat message. */
export const webhookFormats = ['raw', 'discord', 'slack'] as const

export type WebhookFormat = (typeof webhookFormats)[number]

/** A webhook endpoint of a merchant. Secrets are sealed; the previous one still signs until its overlap ends (UTC). */
export interface WebhookEndpoint {
  readonly organizationId: string
  readonly id: string
  readonly url: string
  readonly format: WebhookFormat
  readonly sealedSecret: string
  readonly previousSealedSecret: string | null
  readonly previousSecretUntil: Date | null
  readonly events: readonly WebhookEventType[]
  readonly additionalEvents: readonly string[]
  readonly isEnabled: boolean
  readonly disabledReason: DisabledReason | null
  /** Consecutive events for which every attempt failed. */
  readonly failedInARow: number
  /** Since when attempts fail without a success; null while the endpoint is healthy. */
  readonly failingSince: Date | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** Why an endpoint was disabled: the receiver answered 410, too many events failed, no success for days, or by the merchant. */
export type DisabledReason = 'gone' | 'failing' | 'silent' | 'merchant'

/** `pending`: waits for an attempt · `failed`: all attempts failed · `skipped`: its endpoint was disabled meanwhile. */
export const webhookEventStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const

export type WebhookEventStatus = (typeof webhookEventStatuses)[number]

/** A domain event recorded for one endpoint; `id` is the `webhook-id`. */
export interface WebhookEvent {
  readonly organizationId: string
  readonly id: string
  readonly endpointId: string
  readonly type: string
  readonly resourceId: string
  readonly sequence: number
  /** The exact text that is sent and signed, sealed because it may contain credentials. */
  readonly sealedPayload: string
  readonly status: WebhookEventStatus
  readonly attempts: number
  readonly lastHttpCode: number | null
  readonly nextAttemptAt: Date | null
  readonly happenedAt: Date
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** One attempt to deliver an event. `answerBody` is cut at 2,048 characters. */
export interface WebhookDelivery {
  readonly organizationId: string
  readonly id: string
  readonly eventId: string
  readonly endpointId: string
  readonly attempt: number
  readonly isRedelivery: boolean
  readonly httpCode: number | null
  readonly succeeded: boolean
  readonly error: string | null
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly answerBody: string | null
  readonly durationMs: number
  readonly createdAt: Date
}
