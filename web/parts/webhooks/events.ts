import { type WebhookEventType, webhookEventTypes } from '#kernel/webhook-events.ts'

/** All event types in one list. */
export const allEvents: readonly WebhookEventType[] = webhookEventTypes

/** Every event type that an endpoint can subscribe to, by resource. */
export const eventGroups = [...Map.groupBy(webhookEventTypes, (event) => event.slice(0, event.indexOf('.')))].map(([name, events]) => ({
  name,
  events,
}))
