import type { WebhookEndpoint } from '#client/index.ts'

/** The event types of an endpoint. */
export const subscribedEvents = ({ events, additionalEvents }: Pick<WebhookEndpoint, 'events' | 'additionalEvents'>): readonly string[] => [
  ...events,
  ...additionalEvents,
]

/** The event types to choose from, by resource. */
export const groupsOf = (all: readonly string[]) =>
  [...Map.groupBy(all, (event) => event.slice(0, event.indexOf('.')))].map(([name, events]) => ({ name, events }))
