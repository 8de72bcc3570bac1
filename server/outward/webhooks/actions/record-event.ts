import { newId } from '#kernel/id.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Hearing, ToldFact } from '#platform/outbox/listen.ts'
import { payloadOf } from '../payload.ts'
import { endpointsFor } from '../reads.ts'
import { insertWebhookEvents } from '../store.ts'

/** Seals what is sent; changing it would make what is stored unreadable. */
export const PAYLOAD_PURPOSE = 'webhook-payload'

/** Records a merchant's fact for each endpoint that wants it now; gives the ids of events that are to be delivered. */
export async function recordEvent(tx: Tx, fact: ToldFact, { platform, now }: Hearing): Promise<string[]> {
  const { organizationId } = fact
  if (organizationId === null) return []
  const endpoints = await endpointsFor(tx, organizationId, { type: fact.name, happenedAt: fact.happenedAt })
  if (!endpoints.length) return []
  const told = { type: fact.name, happenedAt: fact.happenedAt, sequence: fact.sequence, data: fact.payload }
  return insertWebhookEvents(
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
}
