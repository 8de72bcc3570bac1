import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { deleteContentSpec, toContent } from '../content.ts'
import { fileRefusals } from '../refusals.ts'
import { deleteFileRow } from '../store.ts'
import { auditFile } from './create-upload.ts'

/** Deletes a file: its products lose it, and a job deletes its bytes. */
export async function deleteFile(
  tx: Tx,
  by: AuditContext,
  { tenants, id }: { readonly tenants: readonly string[]; readonly id: string },
): Promise<void> {
  const file = (await deleteFileRow(tx, tenants, id)) ?? refuse(fileRefusals.ResourceNotFound)
  await enqueue(tx, by.platform, deleteContentSpec, toContent(file))
  await auditFile(tx, by, { action: 'file.deleted', file })
}
