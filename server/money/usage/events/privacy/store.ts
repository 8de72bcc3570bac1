import { sql } from 'kysely'
import { NO_ID } from '#kernel/id.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import { type ReadingMeter, readKeys } from './rules.ts'

/** A customer of an organization. */
export interface EventCustomer {
  readonly organizationId: string
  readonly customerId: string
}

/** The keys of metadata that the meters of an organization read, archived ones included. */
export async function findReadKeys(db: Database, organizationId: string): Promise<readonly string[]> {
  const { rows } = await sql<ReadingMeter>`select filter, aggregation from meters where organization_id = ${organizationId}::uuid`.execute(
    db,
  )
  return readKeys(rows)
}

/** Events of a customer after an id, and the keys of metadata that stay. */
export interface EventsToAnonymize extends EventCustomer {
  readonly keys: readonly string[]
  readonly after: string | null
  readonly limit: number
}

/**
 * Takes the ids of the merchant's system and other metadata from up to `limit` sent events that have any. Returns the id of the last one;
 * null where there was none.
 */
export async function anonymizeNextEvents(
  tx: Tx,
  { organizationId, customerId, keys, after, limit }: EventsToAnonymize,
): Promise<string | null> {
  const { rows } = await sql<{ readonly id: string }>`
    with found as materialized (
      select id, array(select jsonb_object_keys(metadata - ${keys}::text[])) as others from usage_events
      where organization_id = ${organizationId}::uuid and customer_id = ${customerId}::uuid and id > ${after ?? NO_ID}::uuid and source = 'user'
        and (external_customer_id is not null or external_id is not null or metadata - ${keys}::text[] <> '{}')
      order by id limit ${limit}::int for update)
    update usage_events set external_customer_id = null, external_id = null, metadata = usage_events.metadata - found.others
    from found where usage_events.organization_id = ${organizationId}::uuid and usage_events.id = found.id
    returning usage_events.id`.execute(tx)
  return rows.reduce<string | null>((last, { id }) => (last === null || id > last ? id : last), null)
}
