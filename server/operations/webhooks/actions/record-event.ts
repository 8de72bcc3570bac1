import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ListenerContext, ReceivedEvent } from '#platform/outbox/listener.ts'
import { payloadOf } from '../payload.ts'
import { endpointsFor, type Lane } from '../reads.ts'
import { laneOf } from '../schedule.ts'
import { insertWebhookEvents } from '../store.ts'

/** Seals what is sent; changing it would make what is stored unreadable. */
export const PAYLOAD_PURPOSE = 'webhook-payload'

/** Records a merchant's fact for each endpoint that wants it now; gives the lanes in which something new is to be delivered. */
export async function recordEvent(tx: Tx, fact: ReceivedEvent, { platform, now }: ListenerContext): Promise<Lane[]> {
  const { organizationId } = fact
  if (organizationId === null) return []
  const endpoints = await endpointsFor(tx, organizationId, { type: fact.name, happenedAt: fact.happenedAt })
  if (!endpoints.length) return []
  const told = { type: fact.name, happenedAt: fact.happenedAt, sequence: fact.sequence, data: fact.payload }
  const endpointIds = await insertWebhookEvents(
    tx,
    endpoints.map((endpoint) => ({
      organizationId,
      id: newId(now),
      endpointId: endpoint.id,
      factId: fact.id,
      type: fact.name,
      resourceId: fact.resourceId,
      sequence: fact.sequence,
      sealedPayload: platform.secrets.seal(PAYLOAD_PURPOSE, payloadOf(endpoint.format, told)),
      status: 'pending',
      attempts: 0,
      lastHttpCode: null,
      nextAttemptAt: now,
      happenedAt: fact.happenedAt,
      createdAt: now,
      modifiedAt: null,
    })),
  )
  return endpointIds.map((endpointId) => ({ organizationId, endpointId, lane: laneOf(fact.resourceId) }))
}
