import { Readable } from 'node:stream'
import { refuse } from '#kernel/refusal.ts'
import { type File, filePath } from '#merchant/catalogue/files/model.ts'
import type { Database } from '#platform/database/database.ts'
import type { ByteRange, StoredFile } from '#platform/files/file-store.ts'
import { downloadPlaces, openContents } from '#platform/files/open-contents.ts'
import type { Platform } from '#platform/platform.ts'
import { openLink } from '../links.ts'
import { isBeginning, type RangeHeaders, select } from '../ranges.ts'
import { downloadRefusals } from '../refusals.ts'
import type { DownloadLink } from '../rules.ts'
import { countDownload, findLinkedFile } from '../store.ts'

/** Seconds for which the address in a bucket can be opened at least: a browser follows a redirection at once, and its clock may differ. */
const REDIRECT_SECONDS = 60

const contents = openContents(downloadPlaces)

/** Where the action reads outside a transaction. */
export interface StartDownloadContext {
  readonly db: Database
  readonly platform: Platform
}

/** The request of a link's holder. */
export interface StartDownloadInput {
  readonly token: string
  /** Whether only the headers are requested: nothing is opened, and nothing counted. */
  readonly isHead: boolean
  readonly headers: RangeHeaders
  readonly ipAddress: string
}

/**
 * The answer to a link's holder: an address in the bucket, the content of the file or of a range of it, or nothing because of the headers.
 * A content that is not sent must be destroyed.
 */
export type StartDownloadResult =
  | { readonly kind: 'redirect'; readonly url: string }
  | { readonly kind: 'unchanged' | 'unsatisfiable'; readonly file: File; readonly etag: string }
  | {
      readonly kind: 'content'
      readonly file: File
      readonly etag: string
      readonly range: ByteRange | undefined
      readonly content: Readable
    }

/**
 * Starts a download by its link, and counts it unless it goes on with an earlier one (rule Y6). Whether the customer may still download the
 * file is decided anew. Refuses a token that was not signed here (400), an expired one (410), and a file that is no longer granted (404).
 */
export async function startDownload(
  by: StartDownloadContext,
  { token, isHead, headers, ipAddress }: StartDownloadInput,
): Promise<StartDownloadResult> {
  const { db, platform } = by
  const link = openLink(platform, token)
  const file = (await findLinkedFile(db, link)) ?? refuse(downloadRefusals.ResourceNotFound)
  const etag = etagOf(file)
  // A range has no meaning in a request for the headers.
  const selection = select(isHead ? { 'if-none-match': headers['if-none-match'] } : headers, { size: file.size, etag })
  if (selection.kind === 'unchanged' || selection.kind === 'unsatisfiable') return { kind: selection.kind, file, etag }
  if (isHead) return { kind: 'content', file, etag, range: undefined, content: Readable.from([]) }
  const count = isBeginning(selection) ? () => recordCount(platform, link, file) : async () => undefined
  if (!platform.files.transfers) {
    const expiresInSeconds = Math.max(link.secondsLeft, REDIRECT_SECONDS)
    const { name, mimeType: contentType } = file
    const { url } = await platform.files.downloadUrl({ path: filePath(file), name, contentType, expiresInSeconds })
    await count()
    return { kind: 'redirect', url }
  }
  const range = selection.kind === 'part' ? selection.range : undefined
  const { content } = await contents.open({ reader: link.customerId, ipAddress }, () => openContent(platform, { file, range, count }))
  return { kind: 'content', file, etag, range, content }
}

interface OpenContentInput {
  readonly file: File
  readonly range: ByteRange | undefined
  readonly count: () => Promise<void>
}

// A file that cannot be opened is not counted.
async function openContent({ files }: Platform, { file, range, count }: OpenContentInput): Promise<StoredFile> {
  const stored = (await files.read(filePath(file), range)) ?? refuse(downloadRefusals.ResourceNotFound)
  try {
    await count()
    return stored
  } catch (error) {
    stored.content.destroy()
    throw error
  }
}

function recordCount({ database, clock }: Platform, { customerId }: DownloadLink, { organizationId, id }: File): Promise<void> {
  const now = clock.now({ organizationId })
  return database.transaction((tx) => countDownload(tx, { organizationId, customerId, fileId: id, now }))
}

// The content of a file never changes: where it has no ETag, its id is one.
function etagOf({ id, checksumEtag }: File): string {
  return checksumEtag ?? `"${id}"`
}
