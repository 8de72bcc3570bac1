// Files on the local disk. `files/` holds whole files by their paths, `uploads/` the parts of unfinished uploads by their upload ids.
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assert } from '#kernel/assert.ts'
import { newId } from '#kernel/id.ts'
import type { Clock } from '../clock.ts'
import type { Secrets } from '../crypto/secrets.ts'
import {
  type ByteRange,
  type FileStore,
  isFilePath,
  type NewDownload,
  type SentPart,
  type SentUpload,
  type StoredFile,
  type UploadFault,
} from './file-store.ts'
import { appendFile, closeUpload, deleteOlder, isAbsent, partName, unlessAbsent, uploadsOf, writeSafely } from './local-files.ts'
import { DOWNLOAD_PURPOSE, PART_PURPOSE, sealToken, transfersOf } from './local-transfers.ts'

/** The options of the local store: its directory, and the public URL of this server, without a slash at its end. */
export interface LocalStoreOptions {
  readonly directory: string
  readonly baseUrl: string
  readonly secrets: Pick<Secrets, 'seal' | 'openOrNull'>
  readonly clock: Clock
}

const UPLOAD_ID = /^[0-9a-f-]{36}$/
const DIGEST = /^[0-9a-f]{64}$/

/** The store on the local disk. Its directory is created with the first part. */
export function createLocalStore(options: LocalStoreOptions): FileStore {
  const { directory, baseUrl, clock } = options
  const fileAt = (path: string): string => {
    assert(isFilePath(path), 'A path of a file is not one of ours')
    return join(directory, 'files', ...path.split('/'))
  }
  const uploadAt = (uploadId: string): string | undefined => (UPLOAD_ID.test(uploadId) ? join(uploadsOf(directory), uploadId) : undefined)
  const expiryOf = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  const url = (kind: string, token: string) => `${baseUrl}/storage/${kind}?token=${encodeURIComponent(token)}`
  return {
    beginUpload: async ({ parts, expiresInSeconds }) => {
      const uploadId = newId(clock.now())
      const expiresAt = expiryOf(expiresInSeconds)
      const addressOf = ({ number, bytes, sha256 }: (typeof parts)[number]) => ({
        number,
        url: url('parts', sealToken(options, PART_PURPOSE, { uploadId, number, bytes, sha256, expiresAt: expiresAt.getTime() })),
        headers: {},
      })
      return { uploadId, expiresAt, parts: parts.map(addressOf) }
    },
    completeUpload: async (upload) => {
      const from = uploadAt(upload.uploadId)
      return from === undefined ? ABSENT : assemble(upload, { from, to: fileAt(upload.path) })
    },
    abortUpload: async ({ uploadId }) => {
      const from = uploadAt(uploadId)
      if (from !== undefined) await closeUpload(from)
    },
    deleteAbandoned: (ageSeconds) => deleteOlder(uploadsOf(directory), expiryOf(-ageSeconds)),
    read: (path, range) => readStored(fileAt(path), range),
    write: (path, content) => writeSafely(fileAt(path), (file) => file.writeFile(content)),
    delete: (path) => rm(fileAt(path), { force: true }),
    deleteFolder: (folder) => rm(fileAt(folder), { recursive: true, force: true }),
    downloadUrl: async ({ path, name, contentType, expiresInSeconds }: NewDownload) => {
      const expiresAt = expiryOf(expiresInSeconds)
      const token = sealToken(options, DOWNLOAD_PURPOSE, { path, name, contentType, expiresAt: expiresAt.getTime() })
      return { url: url('files', token), expiresAt }
    },
    transfers: transfersOf({ ...options, read: (path) => readStored(fileAt(path)) }),
  }
}

const ABSENT: UploadFault = { part: null, sentence: 'There is no such upload.' }

// A file that is there already was completed before: its path holds the id of the file, so nothing else can be there.
async function assemble(
  { parts }: SentUpload,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<UploadFault | undefined> {
  if (await exists(to)) return undefined
  const present = new Set(await readdir(from).catch(unlessAbsent<string[]>([])))
  const files = parts.map((part) => ({ part, name: nameOf(part) }))
  const absent = files.find(({ name }) => name === undefined || !present.has(name))
  // Where a part is absent, another request may have put the parts together since.
  if (absent && (await exists(to))) return undefined
  if (absent) return { part: absent.part.number, sentence: 'This part was not sent, or its ETag is another one.' }
  try {
    await putTogether(
      files.map(({ name }) => join(from, name ?? '')),
      to,
    )
  } catch (error) {
    // Another request has put the parts together meanwhile.
    if (!isAbsent(error)) throw error
    return (await exists(to)) ? undefined : ABSENT
  }
  await closeUpload(from)
  return undefined
}

async function putTogether(paths: readonly string[], to: string): Promise<void> {
  const [only, second] = paths
  if (only !== undefined && second === undefined) {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(only, to)
  } else {
    await writeSafely(to, async (file) => {
      for (const path of paths) await appendFile(file, path)
    })
  }
}

function nameOf({ number, etag }: SentPart): string | undefined {
  const digest = etag.replaceAll('"', '')
  return DIGEST.test(digest) ? partName(number, digest) : undefined
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(unlessAbsent(undefined))) !== undefined
}

// The size is that of the open file, so that a concurrent deletion does not change it.
async function readStored(path: string, range?: ByteRange): Promise<StoredFile | undefined> {
  const file = await open(path, 'r').catch(unlessAbsent(undefined))
  if (!file) return undefined
  if (range) {
    const { first: start, last: end } = range
    return { bytes: end - start + 1, content: createReadStream(path, { fd: file, start, end }) }
  }
  const { size } = await file.stat()
  return { bytes: size, content: createReadStream(path, { fd: file }) }
}
