/** The events of an endpoint to send again: those recorded from `since` (inclusive) until the request, or what is left of them. */
export interface RequestedEvents {
  readonly since: Date
  readonly until: Date
  /** Whether events that the receiver accepted are sent again, too. */
  readonly includesDelivered: boolean
  /** The last event of the batches before; null before the first. */
  readonly after: { readonly createdAt: Date; readonly id: string } | null
}

/**
 * What is worked on after another request. One that asks for no more than the present one joins it: what was queued is not queued again.
 * One that goes further back, or wants accepted events as well, begins anew with all that either of them asks for.
 */
export function joined(present: RequestedEvents | undefined, added: RequestedEvents): RequestedEvents {
  if (!present) return added
  const since = present.since < added.since ? present.since : added.since
  const includesDelivered = present.includesDelivered || added.includesDelivered
  const isCovered = since.getTime() === present.since.getTime() && includesDelivered === present.includesDelivered
  return { since, until: added.until, includesDelivered, after: isCovered ? present.after : null }
}
