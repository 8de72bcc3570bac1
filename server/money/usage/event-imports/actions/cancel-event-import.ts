import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { deleteImportFileSpec } from '../job-specs.ts'
import { type EventImport, importPath } from '../model.ts'
import { eventImportRefusals } from '../refusals.ts'
import { cancel } from '../rules.ts'
import { eventImports } from '../store.ts'
import { auditEventImport } from './create-event-import.ts'

/** The import, looked up in `tenants`. */
export interface CancelEventImportInput {
  readonly tenants: readonly string[]
  readonly id: string
}

/** Cancels an import after its present batch. Events that were stored stay. 409 where it has ended. */
export async function cancelEventImport(tx: Tx, by: AuditContext, { tenants, id }: CancelEventImportInput): Promise<EventImport> {
  const found = (await eventImports.lock(tx, tenants, id)) ?? refuse(eventImportRefusals.ResourceNotFound)
  const next = cancel(found, by.platform.clock.now(found))
  await eventImports.save(tx, next)
  await enqueue(tx, by.platform, deleteImportFileSpec, { path: importPath(next), uploadId: next.uploadId })
  await auditEventImport(tx, by, { action: 'event_import.cancelled', eventImport: next })
  return next
}
