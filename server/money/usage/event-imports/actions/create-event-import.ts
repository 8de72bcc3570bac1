import { newId } from '#kernel/id.ts'
import { type AuditContext, recordAudit } from '#platform/audit/audit-context.ts'
import type { RunTransaction, Tx } from '#platform/database/database.ts'
import { type EventImport, importPath } from '../model.ts'
import { create, type EventImportDraft } from '../rules.ts'
import { insertEventImport, requireUnfinishedPlace } from '../store.ts'
import type { UploadAddress } from '../wire.ts'

/** Seconds for which the file can be sent. */
const UPLOAD_SECONDS = 1800

/** The context of an action that calls the store of files between transactions. */
export interface EventImportContext extends AuditContext {
  readonly transaction: RunTransaction
}

/** A new import and its organization. */
export interface CreateEventImportInput {
  readonly organizationId: string
  readonly draft: EventImportDraft
}

/** An import, and where its file is sent. */
export interface CreateEventImportResult {
  readonly eventImport: EventImport
  readonly address: UploadAddress
}

/** Creates an import and the signed address to which its file is sent. 409 where three of the organization are unfinished. */
export async function createEventImport(
  by: EventImportContext,
  { organizationId, draft }: CreateEventImportInput,
): Promise<CreateEventImportResult> {
  const { platform, transaction } = by
  const now = platform.clock.now({ organizationId })
  const id = newId(now)
  const path = importPath({ organizationId, id })
  const parts = [{ number: 1, bytes: draft.size, sha256: null }]
  // Before the store: an upload that has begun there stays where the import is refused.
  await requireUnfinishedPlace(platform.database.db, organizationId)
  const upload = await platform.files.beginUpload({ path, contentType: 'text/csv', parts, expiresInSeconds: UPLOAD_SECONDS })
  const eventImport = create(draft, { id, organizationId, uploadId: upload.uploadId, now })
  await transaction(async (tx) => {
    await insertEventImport(tx, eventImport)
    await auditEventImport(tx, by, { action: 'event_import.created', eventImport })
  })
  const [part] = upload.parts
  return { eventImport, address: { url: part?.url ?? '', headers: { ...part?.headers }, expiresAt: upload.expiresAt } }
}

/** Audits an action on an import. */
export function auditEventImport(
  tx: Tx,
  by: AuditContext,
  { action, eventImport }: { readonly action: string; readonly eventImport: EventImport },
): Promise<void> {
  const { organizationId, id, fileName, size } = eventImport
  return recordAudit(tx, by, { action, organizationId, target: { type: 'event_import', id }, details: { fileName, size } })
}
