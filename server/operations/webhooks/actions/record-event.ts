import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ListenerContext, ReceivedEvent } from '#platform/outbox/listener.ts'
import { PAYLOAD_PURPOSE, payloadOf } from '../payload.ts'
import { endpointsFor, type Lane } from '../reads.ts'
import { laneOf } from '../schedule.ts'
import { insertWebhookEvents } from '../store.ts'

/** Records a merchant's event for each endpoint that subscribes to it; returns the lanes with new events. */
export async function recordEvent(tx: Tx, event: ReceivedEvent, { platform, now }: ListenerContext): Promise<Lane[]> {
  const { organizationId } = event
  if (organizationId === null) return []
  const endpoints = await endpointsFor(tx, organizationId, { type: event.name, happenedAt: event.happenedAt })
  if (!endpoints.length) return []
  const content = { type: event.name, happenedAt: event.happenedAt, sequence: event.sequence, data: event.payload }
  const lane = laneOf(event.resourceId)
  const endpointIds = await insertWebhookEvents(
    tx,
    endpoints.map((endpoint) => ({
      organizationId,
      id: newId(now),
      endpointId: endpoint.id,
      domainEventId: event.id,
      type: event.name,
      resourceId: event.resourceId,
      lane,
      sequence: event.sequence,
      sealedPayload: platform.secrets.seal(PAYLOAD_PURPOSE, payloadOf(endpoint.format, content)),
      status: 'pending',
      attempts: 0,
      lastHttpCode: null,
      nextAttemptAt: now,
      happenedAt: event.happenedAt,
      createdAt: now,
      modifiedAt: null,
    })),
  )
  return endpointIds.map((endpointId) => ({ organizationId, endpointId, lane }))
}
