import { refuse } from '#kernel/refusal.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { Tx } from '#platform/database/database.ts'
import type { File } from '../model.ts'
import { fileRefusals } from '../refusals.ts'
import { type FileChanges, update } from '../rules.ts'
import { files } from '../store.ts'
import { auditFile } from './create-upload.ts'

/** The file, looked up in `tenants`, and its changes. */
export interface UpdateFileInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly changes: FileChanges
}

/** Changes the name and the version of a file. */
export async function updateFile(tx: Tx, by: AuditContext, { tenants, id, changes }: UpdateFileInput): Promise<File> {
  const file = (await files.lock(tx, tenants, id)) ?? refuse(fileRefusals.ResourceNotFound)
  const next = update(file, changes, by.platform.clock.now(file))
  if (next === file) return file
  await files.save(tx, next)
  await auditFile(tx, by, { action: 'file.updated', file: next })
  return next
}
