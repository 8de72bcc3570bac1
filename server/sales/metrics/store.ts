import { sql } from 'kysely'
import type { OpenDatabase } from '#platform/database/database.ts'

/** The changes that one transaction adds up. */
const BATCH = 5000

/** Adds the changes of figures to their sums until few are left. The statement is `add_up_metric_changes` of the database. */
export async function addUpChanges(database: Pick<OpenDatabase, 'transaction'>): Promise<void> {
  for (let count = BATCH; count === BATCH; ) {
    const { rows } = await database.transaction((tx) =>
      sql<{ count: number }>`select add_up_metric_changes(${BATCH}::int) as count`.execute(tx),
    )
    count = rows[0]?.count ?? 0
  }
}
