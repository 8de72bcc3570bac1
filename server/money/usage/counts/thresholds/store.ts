// The quantities of meters that an ingestion has to notice.
import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import { sendAhead } from '#platform/database/named-pool.ts'
import { type ThresholdPair, type Thresholds, thresholdsOf } from './crossings.ts'

/** The thresholds of an organization as one JSON value: pairs of meter and threshold. */
export const thresholdPairs = (organizationId: string): RawBuilder<readonly ThresholdPair[]> =>
  sql`(select coalesce(json_agg(json_build_array(meter_id, threshold::text)), '[]') from meter_thresholds
    where organization_id = ${organizationId}::uuid)`

/** The thresholds of an organization. */
export async function readThresholds(db: Database, organizationId: string): Promise<Thresholds> {
  const { rows } = await sql<{ readonly pairs: readonly ThresholdPair[] }>`select ${thresholdPairs(organizationId)} as pairs`.execute(db)
  return thresholdsOf(rows[0]?.pairs ?? [])
}

/** The thresholds of one meter. */
export interface MeterThresholds {
  readonly organizationId: string
  readonly meterId: string
  /** A statement that selects them, as `numeric`. */
  readonly selection: RawBuilder<unknown>
}

/**
 * Replaces the thresholds of a meter. The caller has claimed the figures of the organization: each ingestion has either ended before, and
 * the caller sees its figures, or begins later, and notices the thresholds. It is sent ahead.
 */
export function saveThresholds(tx: Tx, { organizationId, meterId, selection }: MeterThresholds): Promise<void> {
  const saving = sql`
    with next as materialized (select distinct threshold from (${selection}) as selected (threshold)),
      past as (
        delete from meter_thresholds where organization_id = ${organizationId}::uuid and meter_id = ${meterId}::uuid
          and threshold not in (select threshold from next))
    insert into meter_thresholds (organization_id, meter_id, threshold)
    select ${organizationId}::uuid, ${meterId}::uuid, threshold from next on conflict do nothing`
  return sendAhead(async () => void (await saving.execute(tx)))
}
