import type { Database, Tx } from '#platform/database/database.ts'
import type { Row } from '#platform/resource/columns.ts'
import { table } from '#platform/resource/table.ts'
import { changeColumns, type PendingChange } from './model.ts'

declare module '#platform/database/tables.ts' {
  interface Tables {
    subscription_changes: Row<typeof changeColumns>
  }
}

/** The rows of changes that are collected before they take effect. Who changes one has locked its subscription. */
export const pendingChanges = table('subscription_changes', changeColumns)

/** Records a change. A second pending one of a subscription violates the index `subscription_changes_pending`. */
export function insertChange(tx: Tx, change: PendingChange): Promise<void> {
  return pendingChanges.insert(tx, change)
}

/** The change with this id. */
export function findChange(db: Database, organizationId: string, id: string): Promise<PendingChange | undefined> {
  return pendingChanges.find(db, [organizationId], id)
}
