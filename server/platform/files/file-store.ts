// The port behind which uploaded files are stored: the local disk, or an S3-compatible store.
import type { Readable } from 'node:stream'

/** One part of an upload: its number from 1, its bytes, and their SHA-256 in base64 if the client declared it. */
export interface UploadPart {
  readonly number: number
  readonly bytes: number
  readonly sha256: string | null
}

/** An upload to begin. The path is made of our own ids, never of a caller's text. */
export interface NewUpload {
  readonly path: string
  readonly contentType: string
  readonly parts: readonly UploadPart[]
  /** Seconds for which the addresses of the parts can be used. */
  readonly expiresInSeconds: number
}

/** Where a client sends a part: a PUT of its bytes with these headers. The answer has an `ETag`. */
export interface PartAddress {
  readonly number: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** An upload that has begun. */
export interface OpenUpload {
  readonly uploadId: string
  /** When the addresses expire, in the server's time. */
  readonly expiresAt: Date
  readonly parts: readonly PartAddress[]
}

/** A part that the client reports as sent. */
export interface SentPart {
  readonly number: number
  readonly etag: string
  readonly sha256: string | null
}

/** An upload whose parts were sent. */
export interface SentUpload {
  readonly path: string
  readonly uploadId: string
  readonly parts: readonly SentPart[]
}

/** Why an upload cannot be completed; `part` is the number of the part at fault, if one is known. */
export interface UploadFault {
  readonly part: number | null
  readonly sentence: string
}

/** A stored file, or a range of it: the bytes of the content, and the content. A content that is not read must be destroyed. */
export interface StoredFile {
  readonly bytes: number
  readonly content: Readable
}

/** A part of a file by the positions of its first and its last byte, from 0. The file has both. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** A download: the file is sent as an attachment of this name and type. */
export interface NewDownload {
  readonly path: string
  readonly name: string
  readonly contentType: string
  readonly expiresInSeconds: number
}

/**
 * Stores files. Every call may reach another server, so none is made while a transaction is open. Throws `StoreUnavailable` if the
 * store does not answer.
 */
export interface FileStore {
  /** Begins an upload. It takes no space until a part is sent. */
  beginUpload(upload: NewUpload): Promise<OpenUpload>
  /** Puts the parts together, in their order. May be repeated: an upload that was completed before stays as it is. */
  completeUpload(upload: SentUpload): Promise<UploadFault | undefined>
  /** Deletes the parts of an upload. Does nothing if there are none. */
  abortUpload(upload: Pick<SentUpload, 'path' | 'uploadId'>): Promise<void>
  /** Deletes parts that were sent longer ago than so many seconds. A bucket does that itself, by its lifecycle rules. */
  deleteAbandoned(ageSeconds: number): Promise<void>
  /** The file at a path, or a range of it; undefined if there is none. */
  read(path: string, range?: ByteRange): Promise<StoredFile | undefined>
  /** Writes a whole file, and replaces one at the path. */
  write(path: string, content: Buffer, contentType: string): Promise<void>
  /** Deletes the file at a path. Does nothing if there is none. */
  delete(path: string): Promise<void>
  /** Deletes every file below a folder: the first parts of their paths. */
  deleteFolder(folder: string): Promise<void>
  /** An address from which everybody who has it can download the file until it expires. */
  downloadUrl(download: NewDownload): Promise<{ readonly url: string; readonly expiresAt: Date }>
  /** The transfers that this server answers at the addresses itself; undefined where another server does. */
  readonly transfers?: FileTransfers | undefined
}

/** A part that arrives: the content of the request, and the length that it declares. */
export interface ArrivingPart {
  readonly content: Readable
  readonly bytes: number | undefined
}

/** Why a transfer is refused. */
export type TransferRefusal = 'invalid' | 'expired' | 'length' | 'checksum' | 'busy' | 'absent'

/** The transfers at addresses of this server. Each token is sealed: it says what may be sent or read, and until when. */
export interface FileTransfers {
  receivePart(token: string, part: ArrivingPart): Promise<{ readonly etag: string } | { readonly refusal: TransferRefusal }>
  openDownload(
    token: string,
  ): Promise<{ readonly file: StoredFile; readonly name: string; readonly contentType: string } | { readonly refusal: TransferRefusal }>
}

/** The store of files does not answer, or reports a failure of its own. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

const PATH = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*(?:\.[a-z]+)?$/

/** Whether the path of a file is one that this server makes: no dots but one extension, no empty parts. */
export function isFilePath(path: string): boolean {
  return PATH.test(path)
}

// Nothing in a file may run in this origin, whichever type it has.
const FILE_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** The headers with which this server sends a file itself, besides its type and its length. */
export function attachmentHeaders(name: string): Readonly<Record<string, string>> {
  return {
    'content-disposition': attachmentOf(name),
    'content-security-policy': FILE_POLICY,
    'cache-control': 'private, no-store',
  }
}

/** The `Content-Disposition` of a download: ASCII for old clients, and the whole name in UTF-8 (RFC 6266). */
export function attachmentOf(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
