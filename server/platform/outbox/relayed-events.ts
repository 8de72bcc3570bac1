import type { EventName } from '#contract/events.ts'
import type { Tx } from '../database/database.ts'
import type { Platform } from '../platform.ts'
import { payloadOf } from './emit.ts'
import type { ReceivedEvent } from './listener.ts'
import { findRelayedEvents, type NumberedEvent } from './store.ts'

/** A stored event as listeners get it. */
export function receivedEvent(event: NumberedEvent, { secrets }: Pick<Platform, 'secrets'>): ReceivedEvent {
  return {
    id: event.id,
    name: event.name as EventName,
    organizationId: event.organization_id,
    sequence: event.sequence ?? 0,
    audience: event.audience,
    resourceId: event.resource_id,
    // Opened on access: a payload that cannot be opened (its secret was removed) fails its listener, not the relay.
    get payload() {
      return payloadOf(secrets, event) as ReceivedEvent['payload']
    },
    happenedAt: event.happened_at,
  }
}

/** Events that were relayed already, in their order, for a job that a listener enqueued. One that was deleted is left out. */
export async function relayedEvents(tx: Tx, platform: Pick<Platform, 'secrets'>, ids: readonly string[]): Promise<ReceivedEvent[]> {
  return (await findRelayedEvents(tx, ids)).map((event) => receivedEvent(event, platform))
}
