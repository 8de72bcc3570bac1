/** The published client's closed list of event names; an endpoint never lists another unless it asked for it in `additional_events`. */
export const webhookEventTypes = [
  'checkout.created',
  'checkout.updated',
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.state_changed',
  'order.created',
  'order.updated',
  'order.paid',
  'order.refunded',
  'subscription.created',
  'subscription.updated',
  'subscription.active',
  'subscription.canceled',
  'subscription.uncanceled',
  'subscription.revoked',
  'refund.created',
  'refund.updated',
  'product.created',
  'product.updated',
  'benefit.created',
  'benefit.updated',
  'benefit_grant.created',
  'benefit_grant.cycled',
  'benefit_grant.updated',
  'benefit_grant.revoked',
  'organization.updated',
] as const

export type WebhookEventType = (typeof webhookEventTypes)[number]

/** How an event is written: as JSON, or as a chat message. */
export const webhookFormats = ['raw', 'discord', 'slack'] as const

export type WebhookFormat = (typeof webhookFormats)[number]

/** Where a merchant wants to be told. Secrets are sealed; the previous one signs along until its overlap ends (UTC). */
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
  /** Events in a row whose every attempt failed. */
  readonly failedInARow: number
  /** Since when nothing succeeded, while something failed. */
  readonly failingSince: Date | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** Why an endpoint was switched off: the receiver said 410, too many events failed, no success for days, or the merchant did it. */
export type DisabledReason = 'gone' | 'failing' | 'silent' | 'merchant'

/** `pending`: to be tried (again) · `failed`: all attempts failed · `skipped`: its endpoint was switched off meanwhile. */
export const webhookEventStatuses = ['pending', 'delivered', 'failed', 'skipped'] as const

export type WebhookEventStatus = (typeof webhookEventStatuses)[number]

/** A fact recorded for one endpoint; `id` is the `webhook-id`. */
export interface WebhookEvent {
  readonly organizationId: string
  readonly id: string
  readonly endpointId: string
  readonly type: string
  readonly resourceId: string
  readonly sequence: number
  /** The exact text that is sent and signed, sealed: what it tells may let its reader in. */
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
