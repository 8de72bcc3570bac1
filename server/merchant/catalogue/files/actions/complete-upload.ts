import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { formatOf } from '#identity/pictures/index.ts'
import { assert } from '#kernel/assert.ts'
import { invalid, refuse, valueProblem } from '#kernel/refusal.ts'
import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { fitImage } from '#platform/files/images.ts'
import { inspectFile } from '#platform/files/inspect.ts'
import { auditChange } from '#platform/resource/object-audit.ts'
import { type File, fileAudit, filePath, isPicture, uploadPath } from '../model.ts'
import { fileRefusals } from '../refusals.ts'
import { checkContent, checkPicture, checkSent, complete, expectedParts, type SentFile, type StoredContent, sideOf } from '../rules.ts'
import { files, findFile } from '../store.ts'
import type { FileContext } from './create-upload.ts'

/** The file, looked up in `tenants`, and what its client says that it has sent. */
export interface CompleteUploadInput {
  readonly tenants: readonly string[]
  readonly id: string
  readonly sent: SentFile
}

/** Where the action reads outside a transaction. */
export interface CompleteUploadContext extends FileContext {
  readonly db: Database
}

/**
 * Puts the parts of an upload together, checks the content, and stores pictures anew. May be repeated: a file that is uploaded stays as
 * it is. Content that is not what was declared is refused (422); the file is then deleted after a day.
 */
export async function completeUpload(by: CompleteUploadContext, { tenants, id, sent }: CompleteUploadInput): Promise<File> {
  const { db, platform } = by
  const file = (await findFile(db, tenants, id)) ?? refuse(fileRefusals.ResourceNotFound)
  checkSent(file, sent)
  if (file.isUploaded) return file
  const content = await storeContent(platform.files, file, sent)
  // Another request has completed it since, and deleted the original.
  if (!content) return (await findFile(db, tenants, id)) ?? refuse(fileRefusals.ResourceNotFound)
  const completed = await saveCompleted(by, { tenants, id, content })
  if (isPicture(file)) await platform.files.delete(uploadPath(file))
  if (completed) return completed
  await platform.files.delete(filePath(file))
  return refuse(fileRefusals.ResourceNotFound)
}

interface CompletedInput extends Pick<CompleteUploadInput, 'tenants' | 'id'> {
  readonly content: StoredContent
}

// Undefined where the file was deleted while its content was read.
function saveCompleted(by: CompleteUploadContext, { tenants, id, content }: CompletedInput): Promise<File | undefined> {
  return by.transaction(async (tx) => {
    const locked = await files.lock(tx, tenants, id)
    if (!locked || locked.isUploaded) return locked
    const next = complete(locked, content, by.platform.clock.now(locked))
    await files.save(tx, next)
    await auditChange(tx, by, { audit: fileAudit, action: 'file.uploaded', model: next })
    return next
  })
}

async function storeContent(store: FileStore, file: File, sent: SentFile): Promise<StoredContent | undefined> {
  const path = uploadPath(file)
  const expected = expectedParts(file, sent)
  const parts = sent.parts.map(({ number, etag }, index) => ({ number, etag, sha256: declaredOf(file)[index] ?? null }))
  const fault = await store.completeUpload({ path, uploadId: sent.uploadId, parts })
  const found = fault ? undefined : await store.read(path)
  if (fault && !(isPicture(file) && (await exists(store, filePath(file)))))
    invalid([valueProblem(['body', 'parts', ...(fault.part === null ? [] : [fault.part - 1])], fault.sentence)])
  if (!found) return undefined
  const sizes = expected.some((sha256) => sha256 !== null) ? file.uploadParts.map(({ start, end }) => end - start) : []
  const content = await inspectFile(found, sizes)
  checkContent(file, { content, expected })
  return isPicture(file) ? storePicture(store, file, content.type) : content
}

// The store knows the checksums of the parts only where all were declared.
function declaredOf({ uploadParts }: File): readonly (string | null)[] {
  const declared = uploadParts.map(({ sha256 }) => sha256)
  return declared.includes(null) ? [] : declared
}

async function exists(store: FileStore, path: string): Promise<boolean> {
  const found = await store.read(path)
  found?.content.destroy()
  return found !== undefined
}

async function storePicture(store: FileStore, file: File, type: string | undefined): Promise<StoredContent | undefined> {
  const found = await store.read(uploadPath(file))
  if (!found) return undefined
  const original = await buffer(found.content)
  const format = formatOf(original)
  checkPicture(file, { width: format?.width ?? 0, height: format?.height ?? 0, isGif: format?.type === 'gif' })
  assert(format, 'A picture without a size was not refused')
  // A GIF may move, which a copy would not.
  const picture = format.type === 'gif' ? original : await fitImage({ ...format, type: format.type, content: original }, sideOf(file))
  if (!picture) return invalid([valueProblem(['body', 'parts'], 'The picture cannot be read.')])
  await store.write(filePath(file), picture, type ?? file.mimeType)
  const { bytes, sha256 } = await inspectFile({ bytes: picture.length, content: Readable.from([picture]) }, [])
  return { bytes, sha256, type }
}
