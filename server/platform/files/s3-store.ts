// Files in an S3-compatible store. Buckets are named in the path of the URL, which every such store understands.
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { assert } from '#kernel/assert.ts'
import type { Clock } from '../clock.ts'
import type { S3Settings } from '../settings/file-settings.ts'
import {
  attachmentOf,
  type FileStore,
  isFilePath,
  type NewUpload,
  type SentUpload,
  type StoredFile,
  StoreUnavailable,
  type UploadFault,
  type UploadPart,
} from './file-store.ts'

/** Milliseconds for the store to begin its answer. Putting a large file together takes it some seconds. */
const TIMEOUT_MS = 60_000
const ATTEMPTS = 3
/** Files of a folder that are deleted at a time. */
const PAGE = 100
/** The statuses of stores that have no such upload, or none that can be aborted. */
const NOTHING_TO_ABORT = [404, 405, 501]

type Send = (
  method: string,
  url: string,
  options?: { readonly body?: string | Buffer; readonly headers?: Record<string, string> },
) => Promise<Response>

/** The store in a bucket. Its lifecycle rules delete the parts of abandoned uploads. */
export function createS3Store(settings: S3Settings, clock: Clock): FileStore {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = settings
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 })
  const send = sendBy(client)
  const urlOf = (path: string, query: Readonly<Record<string, string>> = {}): string => {
    assert(isFilePath(path), 'A path of a file is not one of ours')
    const search = new URLSearchParams(query).toString()
    return `${endpoint}/${bucket}/${path}${search && `?${search}`}`
  }
  const expiryOf = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  const sign = async (method: string, url: string, headers: Readonly<Record<string, string>>): Promise<string> =>
    (await client.sign(url, { method, headers, aws: { signQuery: true, allHeaders: true } })).url
  return {
    beginUpload: async (upload) => ({
      ...(await beginUpload(upload, { send, urlOf, sign })),
      expiresAt: expiryOf(upload.expiresInSeconds),
    }),
    completeUpload: (upload) => completeUpload(upload, { send, urlOf }),
    abortUpload: async ({ path, uploadId }) => {
      const answer = await send('DELETE', urlOf(path, { uploadId }))
      await answer.body?.cancel()
      if (!answer.ok && !NOTHING_TO_ABORT.includes(answer.status)) throw toStoreError('DELETE', answer.status)
    },
    deleteAbandoned: async () => undefined,
    read: async (path, range) =>
      read(await send('GET', urlOf(path), range && { headers: { range: `bytes=${range.first}-${range.last}` } })),
    write: async (path, content, contentType) =>
      expectOk('PUT', await send('PUT', urlOf(path), { body: content, headers: { 'content-type': contentType } })),
    delete: async (path) => expectOk('DELETE', await send('DELETE', urlOf(path)), [404]),
    deleteFolder: (folder) =>
      deleteFolder(folder, { send, urlOf, listUrl: (query) => `${endpoint}/${bucket}?${new URLSearchParams(query)}` }),
    downloadUrl: async ({ path, name, contentType, expiresInSeconds }) => {
      const url = urlOf(path, {
        'X-Amz-Expires': String(expiresInSeconds),
        'response-content-disposition': attachmentOf(name),
        'response-content-type': contentType,
      })
      return { url: await sign('GET', url, {}), expiresAt: expiryOf(expiresInSeconds) }
    },
  }
}

interface S3Deps {
  readonly send: Send
  readonly urlOf: (path: string, query?: Readonly<Record<string, string>>) => string
}

interface SigningDeps extends S3Deps {
  readonly sign: (method: string, url: string, headers: Readonly<Record<string, string>>) => Promise<string>
}

// The length of each part is signed, so that the store takes no more than was declared.
async function beginUpload({ path, contentType, parts, expiresInSeconds }: NewUpload, { send, urlOf, sign }: SigningDeps) {
  const hasChecksums = parts.every(({ sha256 }) => sha256 !== null)
  const headers = { 'content-type': contentType, ...(hasChecksums && { 'x-amz-checksum-algorithm': 'SHA256' }) }
  const answer = await send('POST', urlOf(path, { uploads: '' }), { headers })
  const text = await answer.text()
  const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(text)?.[1]
  if (!answer.ok || uploadId === undefined) throw toStoreError('POST', answer.status, text)
  const addressOf = async ({ number, bytes, sha256 }: UploadPart) => {
    const query = { partNumber: String(number), uploadId, 'X-Amz-Expires': String(expiresInSeconds) }
    const checksum = hasChecksums && sha256 !== null ? { 'x-amz-checksum-sha256': sha256 } : {}
    const url = await sign('PUT', urlOf(path, query), { 'content-length': String(bytes), ...checksum })
    return { number, url, headers: checksum }
  }
  return { uploadId, parts: await Promise.all(parts.map(addressOf)) }
}

async function completeUpload({ path, uploadId, parts }: SentUpload, { send, urlOf }: S3Deps): Promise<UploadFault | undefined> {
  const lines = parts.map(
    ({ number, etag, sha256 }) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag>${sha256 === null ? '' : `<ChecksumSHA256>${escaped(sha256)}</ChecksumSHA256>`}</Part>`,
  )
  const body = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${lines.join('')}</CompleteMultipartUpload>`
  const answer = await send('POST', urlOf(path, { uploadId }), { body, headers: { 'content-type': 'application/xml' } })
  const text = await answer.text()
  // The store answers before it is done, so that even a 200 may hold an error.
  const code = /<Error>[\s\S]*?<Code>([^<]+)<\/Code>/.exec(text)?.[1]
  if (answer.ok && code === undefined) return undefined
  const known = await send('HEAD', urlOf(path))
  if (known.ok) return undefined
  if (answer.status >= 500 || (answer.ok && code === 'InternalError')) throw toStoreError('POST', answer.status, text)
  if (code === 'NoSuchUpload') return { part: null, sentence: 'There is no such upload.' }
  return { part: null, sentence: 'A part was not sent, or its ETag or checksum is another one.' }
}

// A page of keys is deleted before the next one is read, so that each page is the first.
async function deleteFolder(
  folder: string,
  { send, urlOf, listUrl }: S3Deps & { readonly listUrl: (query: Record<string, string>) => string },
): Promise<void> {
  assert(isFilePath(folder), 'A folder of files is not one of ours')
  for (;;) {
    const answer = await send('GET', listUrl({ 'list-type': '2', prefix: `${folder}/`, 'max-keys': String(PAGE) }))
    const text = await answer.text()
    if (!answer.ok) throw toStoreError('GET', answer.status, text)
    const keys = [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key)
    for (const key of keys) await expectOk('DELETE', await send('DELETE', urlOf(key)), [404])
    if (keys.length < PAGE) return
  }
}

async function read(answer: Response): Promise<StoredFile | undefined> {
  if (answer.status === 404) {
    await answer.body?.cancel()
    return undefined
  }
  if (!answer.ok || !answer.body) throw toStoreError('GET', answer.status, await answer.text())
  return { bytes: Number(answer.headers.get('content-length')), content: Readable.fromWeb(answer.body as never) }
}

function sendBy(client: AwsClient): Send {
  return async (method, url, { body, headers } = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const init = { method, ...(headers && { headers }), ...(body !== undefined && { body: body as never }) }
        const answer = await withinTime((signal) => client.fetch(url, { ...init, signal, redirect: 'manual' }))
        if (answer.status < 500 || attempt === ATTEMPTS) return answer
        await answer.body?.cancel()
      } catch (error) {
        if (attempt === ATTEMPTS) throw new StoreUnavailable('The store of files cannot be reached.', { cause: error })
      }
    }
  }
}

// The limit ends with the headers of the answer: reading a large file takes longer.
async function withinTime<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), TIMEOUT_MS)
  try {
    return await run(late.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function expectOk(method: string, answer: Response, alsoFine: readonly number[] = []): Promise<void> {
  if (answer.ok || alsoFine.includes(answer.status)) await answer.body?.cancel()
  else throw toStoreError(method, answer.status, await answer.text())
}

function toStoreError(method: string, status: number, text = ''): Error {
  const code = /<Code>([^<]+)<\/Code>/.exec(text)?.[1] ?? ''
  const message = `The store of files answered ${method} with ${status} ${code}`.trim()
  return status >= 500 ? new StoreUnavailable(message) : new Error(message)
}

function escaped(text: string): string {
  return text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
