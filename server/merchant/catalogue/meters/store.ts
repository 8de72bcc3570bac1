import type { Database, Tx } from '#platform/database/database.ts'
import { anyOf } from '#platform/database/list.ts'
import type { Platform } from '#platform/platform.ts'
import type { Row } from '#platform/resource/columns.ts'
import { type ResourceLimit, withinLimit } from '#platform/resource/limit.ts'
import { table } from '#platform/resource/table.ts'
import { type Meter, meterColumns } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    meters: Row<typeof meterColumns>
  }
}

/** The rows of meters. */
export const meters = table('meters', meterColumns, { isCounted: true })

const meterLimit: ResourceLimit = { setting: 'METER_LIMIT', table: 'meters', isCounted: true, things: 'meters' }

/** Inserts a meter within the limit. */
export function insertMeter(tx: Tx, platform: Pick<Platform, 'settings'>, meter: Meter): Promise<void> {
  return withinLimit(platform, { limit: meterLimit, owner: meter.organizationId }, (organization_id) =>
    meters.insert(tx, meter, { organization_id }),
  )
}

/** The names of the meters of these ids that new prices can name: those of the organization that are not archived. */
export async function findMeterNames(db: Database, organizationId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('meters')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', anyOf(ids))
    .where('archived_at', 'is', null)
    .execute()
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Records that usage of meters is billed, since when their definition stays. */
export async function markMetersBilled(
  tx: Tx,
  { organizationId, ids, now }: { readonly organizationId: string; readonly ids: readonly string[]; readonly now: Date },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('meters')
    .set({ first_billed_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', anyOf(ids))
    .where('first_billed_at', 'is', null)
    .execute()
}
