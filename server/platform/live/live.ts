/** One server-sent event; `data` is written as JSON. */
export interface ServerEvent {
  readonly event: string
  readonly data: unknown
}

/**
 * Publishes events to the watchers of a channel (`checkout:{id}`) on every instance. Delivery is not guaranteed: an event is a hint to
 * reload.
 */
export interface Live {
  publish(channel: string, event: ServerEvent): void
  /** Calls `handler` for each event on `channel`; returns a function that stops it. */
  watch(channel: string, handler: (event: ServerEvent) => void): () => void
}
