import { sql } from 'kysely'
import type { Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import {
  type WebhookEndpoint,
  type WebhookEvent,
  type WebhookEventStatus,
  webhookDeliveryColumns,
  webhookEndpointColumns,
  webhookEventColumns,
} from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    webhook_endpoints: Row<typeof webhookEndpointColumns>
    webhook_events: Row<typeof webhookEventColumns>
    webhook_deliveries: Row<typeof webhookDeliveryColumns>
  }
}

/** A literal, as in the partial indexes over pending events: with a parameter the planner would read the whole table. */
export const PENDING = sql.lit<WebhookEventStatus>('pending')

/** The rows of endpoints. */
export const webhookEndpoints = table('webhook_endpoints', webhookEndpointColumns, {
  existing: sql<boolean>`webhook_endpoints.deleted_at is null`,
})

/** The rows of recorded events. */
export const webhookEvents = table('webhook_events', webhookEventColumns)

/** The rows of attempts. */
export const webhookDeliveries = table('webhook_deliveries', webhookDeliveryColumns)

/** Inserts an event for endpoints; returns the endpoints for which it was not recorded before. */
export async function insertWebhookEvents(tx: Tx, events: readonly WebhookEvent[]): Promise<string[]> {
  const rows = await webhookEvents
    .inserting(tx, events)
    .onConflict((conflict) => conflict.columns(['organization_id', 'endpoint_id', 'domain_event_id']).doNothing())
    .returning('endpoint_id')
    .execute()
  return rows.map((row) => row['endpoint_id'])
}

/** Skips the pending events of an endpoint. */
export async function skipPendingEvents(tx: Tx, endpoint: Pick<WebhookEndpoint, 'organizationId' | 'id'>, now: Date): Promise<void> {
  await tx
    .updateTable('webhook_events')
    .set({ status: 'skipped', next_attempt_at: null, modified_at: now })
    .where('organization_id', '=', endpoint.organizationId)
    .where('endpoint_id', '=', endpoint.id)
    .where('status', '=', PENDING)
    .execute()
}

/** Deletes events from before `before` with their attempts, at most `limit`; returns how many. */
export async function deleteOldWebhookEvents(tx: Tx, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('webhook_events').select(['organization_id', 'id']).where('happened_at', '<', before).limit(limit)
  const gone = await tx
    .deleteFrom('webhook_events')
    .where((eb) => eb(eb.refTuple('organization_id', 'id'), 'in', old.$asTuple('organization_id', 'id')))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
