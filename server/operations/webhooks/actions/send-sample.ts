import { newId, PLATFORM_ID } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { samplePayloadOf } from '#platform/outbox/emit.ts'
import type { WebhookEvent } from '../model.ts'
import { PAYLOAD_PURPOSE, payloadOf } from '../payload.ts'
import { refusals } from '../refusals.ts'
import { laneOf } from '../schedule.ts'
import { insertWebhookEvents, insertWebhookPayloads, webhookEndpoints } from '../store.ts'
import type { FullEvent } from '../wire.ts'
import { auditEntryOf } from './create-webhook-endpoint.ts'
import { enqueueRedelivery } from './deliver-lane.ts'

/** The event, and the endpoint that gets the sample. */
export interface SendSampleInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly type: string
}

/**
 * Sends a sample of an event to an endpoint, which need not subscribe to it nor be enabled: a receiver is tried before events are sent to
 * it. It has the fields of the event, is marked by `is_sample`, and is sent once. 404 for an unknown endpoint.
 */
export async function sendSample(tx: Tx, by: AuditContext, { tenants, id, type }: SendSampleInput): Promise<FullEvent> {
  const { platform } = by
  const endpoint = (await webhookEndpoints.lock(tx, tenants, id)) ?? refuse(refusals.ResourceNotFound)
  const now = platform.clock.now()
  const { organizationId, format } = endpoint
  const data = samplePayloadOf(type)
  const isTest = organizationId === PLATFORM_ID ? null : true
  const payload = payloadOf(format, { type, happenedAt: now, sequence: 0, data, isTest, isSample: true })
  const resourceId = newId(now)
  const event: WebhookEvent = {
    organizationId,
    id: newId(now),
    endpointId: endpoint.id,
    domainEventId: newId(now),
    type,
    resourceId,
    lane: laneOf(resourceId),
    sequence: 0,
    format,
    status: 'pending',
    attempts: 0,
    lastHttpCode: null,
    // No lane sends it: its job does.
    nextAttemptAt: null,
    happenedAt: now,
    isSample: true,
    createdAt: now,
    modifiedAt: null,
  }
  const sealedPayload = platform.secrets.seal(PAYLOAD_PURPOSE, payload)
  await insertWebhookPayloads(tx, [{ organizationId, domainEventId: event.domainEventId, format, sealedPayload, happenedAt: now }])
  await insertWebhookEvents(tx, [event])
  await enqueueRedelivery(tx, platform, { organizationId, eventId: event.id })
  await recordAudit(tx, by, auditEntryOf('webhook_endpoint.sample_sent', endpoint))
  return { event, payload }
}
