import type { Platform } from '#platform/platform.ts'
import { emptyNamedLines, listReported, type NamedCustomer } from '../store.ts'

/** Empties the refused lines of imports that name a customer, each import in its own transaction. */
export async function anonymizeRefusedLines({ database }: Pick<Platform, 'database'>, customer: NamedCustomer): Promise<void> {
  for (const importId of await listReported(database.db, customer.organizationId))
    await database.transaction((tx) => emptyNamedLines(tx, customer, importId))
}
