import { RECORD_BYTES } from '#kernel/csv/records.ts'
import { invalid, refuse, refuseWhen, ValidationRefusal, valueProblem } from '#kernel/refusal.ts'
import type { Database } from '#platform/database/database.ts'
import { enqueue } from '#platform/worker/enqueue.ts'
import { headerOf } from '../header.ts'
import { deleteImportFileSpec, runImportSpec } from '../job-specs.ts'
import { type EventImport, hasEnded, importPath } from '../model.ts'
import { eventImportRefusals } from '../refusals.ts'
import { checkFile, complete, type FileSurvey } from '../rules.ts'
import { deleteEventImport, eventImports } from '../store.ts'
import { auditEventImport, type EventImportContext } from './create-event-import.ts'

const LINE_FEED = 10
/** The first bytes of a file, which contain its header. */
const HEAD_BYTES = RECORD_BYTES + 1024

const { ResourceNotFound, EventImportEnded } = eventImportRefusals

/** The import, looked up in `tenants`, and the ETag of its file. */
export interface CompleteEventUploadInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly etag: string
}

/** Where the action reads outside a transaction. */
export interface CompleteEventUploadContext extends EventImportContext {
  readonly db: Database
}

/**
 * Checks the file of an import that was sent, and begins to read it. May be repeated: an import that has begun stays as it is. A file at
 * fault is refused (422) and deleted with its import.
 */
export async function completeEventUpload(
  by: CompleteEventUploadContext,
  { tenants, id, etag }: CompleteEventUploadInput,
): Promise<EventImport> {
  const found = (await eventImports.find(by.db, tenants, id)) ?? refuse(ResourceNotFound)
  refuseWhen(hasEnded(found), EventImportEnded)
  if (found.status !== 'uploading') return found
  const path = importPath(found)
  const { files } = by.platform
  const fault = await files.completeUpload({ path, uploadId: found.uploadId, parts: [{ number: 1, etag, sha256: null }] })
  if (fault) return invalid([valueProblem(['body', 'checksum_etag'], fault.sentence)])
  const stored = (await files.read(path)) ?? refuse(ResourceNotFound)
  const { head, survey } = await readSurvey(stored.content)
  const header = headerOf(head)
  try {
    checkFile(found, survey, header)
  } catch (error) {
    if (error instanceof ValidationRefusal) await discard(by, found)
    throw error
  }
  return by.transaction(async (tx) => {
    const locked = (await eventImports.lock(tx, tenants, id)) ?? refuse(ResourceNotFound)
    refuseWhen(hasEnded(locked), EventImportEnded)
    if (locked.status !== 'uploading') return locked
    const next = complete(locked, survey, { header, now: by.platform.clock.now(locked) })
    await eventImports.save(tx, next)
    const { organizationId } = next
    await enqueue(tx, by.platform, runImportSpec, { organizationId, importId: id }, { key: `${runImportSpec.kind}:${id}` })
    await auditEventImport(tx, by, { action: 'event_import.uploaded', eventImport: next })
    return next
  })
}

async function discard({ transaction, platform }: EventImportContext, found: EventImport): Promise<void> {
  await transaction(async (tx) => {
    await deleteEventImport(tx, found)
    await enqueue(tx, platform, deleteImportFileSpec, { path: importPath(found), uploadId: found.uploadId })
  })
}

async function readSurvey(content: AsyncIterable<Buffer>): Promise<{ readonly head: Buffer; readonly survey: FileSurvey }> {
  const heads: Buffer[] = []
  let [bytes, feeds, lineBytes] = [0, 0, 0]
  let longLine: number | null = null
  for await (const piece of content) {
    if (bytes < HEAD_BYTES) heads.push(piece.subarray(0, HEAD_BYTES - bytes))
    bytes += piece.length
    let from = 0
    for (let feed = piece.indexOf(LINE_FEED); feed >= 0; feed = piece.indexOf(LINE_FEED, from)) {
      if (lineBytes + feed - from >= RECORD_BYTES) longLine ??= feeds + 1
      feeds += 1
      lineBytes = 0
      from = feed + 1
    }
    lineBytes += piece.length - from
    if (lineBytes >= RECORD_BYTES) longLine ??= feeds + 1
  }
  return { head: Buffer.concat(heads), survey: { bytes, lines: feeds + (lineBytes > 0 ? 1 : 0), longLine } }
}
