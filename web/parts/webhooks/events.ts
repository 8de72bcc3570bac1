import type { WebhookEndpoint } from '#client/index.ts'
import {
  type AdditionalEventType,
  additionalEventTypes,
  emittedEventTypes,
  type WebhookEventType,
  webhookEventTypes,
} from '#kernel/webhook-events.ts'

/** An event type that an endpoint can subscribe to: of the published list, or one of our additions to it. */
export type EventType = WebhookEventType | AdditionalEventType

/** The event types that happen, in one list: the others are about what is not available yet. */
export const offeredEvents: readonly EventType[] = [...emittedEventTypes, ...additionalEventTypes]

/** Every event type that an endpoint can subscribe to. */
export const allEvents: readonly EventType[] = [...webhookEventTypes, ...additionalEventTypes]

/** The event types of an endpoint. */
export const subscribedEvents = ({ events, additionalEvents }: Pick<WebhookEndpoint, 'events' | 'additionalEvents'>): readonly string[] => [
  ...events,
  ...additionalEvents,
]

/** The event types to choose from, by resource: those that happen, with those that are chosen already. */
export function eventGroups(chosen: ReadonlySet<string>) {
  const shown = allEvents.filter((event) => offeredEvents.includes(event) || chosen.has(event))
  return byResource(shown)
}

/** What does not happen yet: event types, and `refund.*` where none of a resource does. */
export const unavailableEvents: readonly string[] = byResource(allEvents).flatMap(({ name, events }) => {
  const missing = events.filter((event) => !offeredEvents.includes(event))
  return missing.length === events.length ? [`${name}.*`] : missing
})

function byResource(events: readonly EventType[]) {
  return [...Map.groupBy(events, (event) => event.slice(0, event.indexOf('.')))].map(([name, events]) => ({ name, events }))
}
