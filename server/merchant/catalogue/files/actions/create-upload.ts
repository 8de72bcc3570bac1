import { newId } from '#kernel/id.ts'
import type { AuditContext } from '#platform/audit/audit-context.ts'
import type { RunTransaction } from '#platform/database/database.ts'
import type { OpenUpload } from '#platform/files/file-store.ts'
import { auditChange } from '#platform/resource/object-audit.ts'
import { type File, fileAudit, uploadPath } from '../model.ts'
import { checkDraft, create, type FileDraft } from '../rules.ts'
import { insertFile, requireFilePlace } from '../store.ts'

/** Seconds for which a client can send the parts (the contract, section 7). */
const UPLOAD_SECONDS = 600

/** The context of an action that calls the store between transactions. */
export interface FileContext extends AuditContext {
  readonly transaction: RunTransaction
}

/** A new file and its organization. */
export interface CreateUploadInput {
  readonly organizationId: string
  readonly draft: FileDraft
}

/** A file whose upload has begun, and where its parts are sent until `expiresAt`. */
export interface CreateUploadResult {
  readonly file: File
  readonly parts: OpenUpload['parts']
  readonly expiresAt: Date
}

/**
 * Begins an upload: first in the store, then as a row within the limits. A failure in between leaves an upload in the store that takes no
 * space, because no client has its addresses.
 */
export async function createUpload(by: FileContext, { organizationId, draft }: CreateUploadInput): Promise<CreateUploadResult> {
  const { platform, transaction } = by
  checkDraft(draft, platform.settings.FILE_SIZE_LIMIT)
  const now = platform.clock.now({ organizationId })
  const id = newId(now)
  const path = uploadPath({ organizationId, service: draft.service, id })
  const parts = draft.parts.map(({ number, start, end, sha256 }) => ({ number, bytes: end - start, sha256 }))
  // Before the store, too: an upload that has begun there stays where the file is refused.
  await requireFilePlace(platform.database.db, platform, { organizationId, size: draft.size })
  const upload = await platform.files.beginUpload({ path, contentType: draft.mimeType, parts, expiresInSeconds: UPLOAD_SECONDS })
  const file = create(draft, { id, organizationId, uploadId: upload.uploadId, now })
  await transaction(async (tx) => {
    await insertFile(tx, platform, file)
    await auditChange(tx, by, { audit: fileAudit, action: 'file.created', model: file })
  })
  return { file, parts: upload.parts, expiresAt: upload.expiresAt }
}
