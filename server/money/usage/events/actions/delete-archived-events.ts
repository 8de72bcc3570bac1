import type { Platform } from '#platform/platform.ts'
import { clickHouseEvents } from '../archive/adapters/clickhouse.ts'

/** Deletes the events of a deleted organization that were handed over to ClickHouse. */
export async function deleteArchivedEvents({ database, clickhouse }: Platform, organizationId: string): Promise<void> {
  if (clickhouse) await clickHouseEvents(clickhouse, database.db).deleteOrganization(organizationId)
}
