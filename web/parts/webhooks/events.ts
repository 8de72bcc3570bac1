import type { WebhookEndpoint } from '#client/index.ts'
import { type AdditionalEventType, additionalEventTypes, type WebhookEventType, webhookEventTypes } from '#kernel/webhook-events.ts'

/** An event type that an endpoint can subscribe to: of the published list, or one of our additions to it. */
export type EventType = WebhookEventType | AdditionalEventType

/** Every event type that an endpoint can subscribe to. */
export const allEvents: readonly EventType[] = [...webhookEventTypes, ...additionalEventTypes]

/** The event types of an endpoint. */
export const subscribedEvents = ({ events, additionalEvents }: Pick<WebhookEndpoint, 'events' | 'additionalEvents'>): readonly string[] => [
  ...events,
  ...additionalEvents,
]

/** The event types to choose from, by resource. */
export const eventGroups = [...Map.groupBy(allEvents, (event) => event.slice(0, event.indexOf('.')))].map(([name, events]) => ({
  name,
  events,
}))
