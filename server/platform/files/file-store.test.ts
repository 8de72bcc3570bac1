// One contract for both stores: the local disk, and a real S3-compatible server.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { systemClock } from '#platform/clock.ts'
import { type RunningFiles, serveFiles } from '#test/support/files/local-store.ts'
import { type S3Server, startS3Server } from '#test/support/files/s3-server.ts'
import { attachmentOf, type FileStore, isFilePath, type OpenUpload } from './file-store.ts'
import { createS3Store } from './s3-store.ts'

const MIB = 1024 * 1024
const EXPIRES = 600
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('base64')
const newPath = () => `downloadable/${newId(new Date(0))}/${newId(new Date(0))}`

let folder: string
let s3: S3Server
let local: RunningFiles
const stores: Record<'the local disk' | 'an S3-compatible store', () => FileStore> = {
  'the local disk': () => local.store,
  'an S3-compatible store': () => createS3Store(s3.settings, systemClock()),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
  s3 = await startS3Server(join(folder, 's3'))
  local = await serveFiles(join(folder, 'local'))
})
afterAll(async () => {
  await local.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

/** Begins an upload of these parts, with checksums. */
function begin(store: FileStore, path: string, contents: readonly Buffer[]): Promise<OpenUpload> {
  const parts = contents.map((content, index) => ({ number: index + 1, bytes: content.length, sha256: sha256(content) }))
  return store.beginUpload({ path, contentType: 'application/pdf', parts, expiresInSeconds: EXPIRES })
}

/** Sends the parts of an upload to their addresses. */
async function sendAll({ uploadId, parts }: OpenUpload, path: string, contents: readonly Buffer[]) {
  const sent = await Promise.all(
    parts.map(async ({ number, url, headers }) => {
      const answer = await fetch(url, { method: 'PUT', headers, body: contents[number - 1] as never })
      expect([number, answer.status, answer.ok ? '' : await answer.text()]).toEqual([number, 200, ''])
      return { number, etag: answer.headers.get('etag') ?? '', sha256: null }
    }),
  )
  return { path, uploadId, parts: sent }
}

async function contentAt(store: FileStore, path: string): Promise<Buffer | undefined> {
  const file = await store.read(path)
  if (!file) return undefined
  const content = await buffer(file.content)
  expect(content.length).toBe(file.bytes)
  return content
}

describe.each(Object.keys(stores) as (keyof typeof stores)[])('%s', (name) => {
  const open = () => stores[name]()

  test('puts the parts of an upload together in their order', async () => {
    const [store, path] = [open(), newPath()]
    const contents = [randomBytes(5 * MIB), randomBytes(5 * MIB), randomBytes(17)]
    const upload = await begin(store, path, contents)
    const sent = await sendAll(upload, path, contents)
    expect(await store.completeUpload(sent)).toBeUndefined()
    expect((await contentAt(store, path))?.equals(Buffer.concat(contents))).toBe(true)
  })

  test('completes an upload again without a change', async () => {
    const [store, path, contents] = [open(), newPath(), [randomBytes(1000)]]
    const sent = await sendAll(await begin(store, path, contents), path, contents)
    expect([await store.completeUpload(sent), await store.completeUpload(sent)]).toEqual([undefined, undefined])
    expect(await contentAt(store, path)).toEqual(contents[0])
  })

  test('completes no upload that does not exist', async () => {
    const [store, path] = [open(), newPath()]
    const parts = [{ number: 1, etag: `"${'0'.repeat(64)}"`, sha256: null }]
    const outcome = await store.completeUpload({ path, uploadId: newId(new Date(0)), parts }).catch((error: unknown) => error)
    expect(outcome).toBeTruthy()
    expect(await store.read(path)).toBeUndefined()
  })

  test('writes, reads and deletes a file, and deletes one that does not exist', async () => {
    const [store, path] = [open(), `${newPath()}.png`]
    expect(await store.read(path)).toBeUndefined()
    await store.write(path, Buffer.from('a picture'), 'image/png')
    await store.write(path, Buffer.from('another'), 'image/png')
    expect(String(await contentAt(store, path))).toBe('another')
    await store.delete(path)
    await store.delete(path)
    expect(await store.read(path)).toBeUndefined()
  })

  // The S3-compatible server of the tests sends the whole file for the range 0-0.
  test.each([
    [0, 1],
    [3, 6],
    [9, 9],
    [0, 9],
  ])('reads the bytes from %i to %i of a file', async (first, last) => {
    const [store, path] = [open(), newPath()]
    await store.write(path, Buffer.from('0123456789'), 'text/plain')
    const found = await store.read(path, { first, last })
    expect([found?.bytes, found && String(await buffer(found.content))]).toEqual([last - first + 1, '0123456789'.slice(first, last + 1)])
    expect(await store.read(newPath(), { first, last })).toBeUndefined()
  })

  test('deletes the files of one folder, and of no other', async () => {
    const [store, folder] = [open(), newId(new Date(0))]
    const paths = [`${folder}/downloadable/a`, `${folder}/product_media/b`, `${folder}0/downloadable/a`]
    for (const path of paths) await store.write(path, Buffer.from('x'), 'text/plain')
    await store.deleteFolder(folder)
    await store.deleteFolder(folder)
    expect(await Promise.all(paths.map(async (path) => (await contentAt(store, path))?.length))).toEqual([undefined, undefined, 1])
  })

  test('aborts an upload, and one that does not exist', async () => {
    const [store, path, contents] = [open(), newPath(), [randomBytes(10)]]
    const upload = await begin(store, path, contents)
    await sendAll(upload, path, contents)
    await store.abortUpload({ path, uploadId: upload.uploadId })
    await store.abortUpload({ path, uploadId: upload.uploadId })
    expect(await store.read(path)).toBeUndefined()
  })

  test('sends a download as an attachment', async () => {
    const [store, path] = [open(), newPath()]
    await store.write(path, Buffer.from('<script>alert(1)</script>'), 'text/html')
    const { url } = await store.downloadUrl({ path, name: 'Über "uns".html', contentType: 'text/html', expiresInSeconds: EXPIRES })
    const answer = await fetch(url)
    expect([answer.status, await answer.text()]).toEqual([200, '<script>alert(1)</script>'])
    expect(answer.headers.get('content-disposition')).toBe(attachmentOf('Über "uns".html'))
  })

  test.each(['../secret', 'a/../b', '/etc/passwd', 'a//b', 'a/.b', 'A', ''])('refuses the path "%s"', async (path) => {
    await expect(async () => open().read(path)).rejects.toThrow('not one of ours')
  })
})

test('the local disk completes no upload of which a part was not sent', async () => {
  const [path, contents] = [newPath(), [randomBytes(1000)]]
  const { uploadId } = await begin(local.store, path, contents)
  const parts = [{ number: 1, etag: `"${'0'.repeat(64)}"`, sha256: null }]
  expect(await local.store.completeUpload({ path, uploadId, parts })).toMatchObject({ part: 1 })
  expect(await local.store.read(path)).toBeUndefined()
})

test('the local disk takes no part of another length than declared', async () => {
  const content = randomBytes(1000)
  const { parts } = await begin(local.store, newPath(), [content])
  for (const body of [content.subarray(1), Buffer.concat([content, Buffer.from('x')])])
    expect((await fetch(parts[0]?.url ?? '', { method: 'PUT', body })).status).toBe(400)
})

test('the local disk takes a part of unknown length only up to its bytes', async () => {
  const { parts } = await begin(local.store, newPath(), [randomBytes(1000)])
  const body = new ReadableStream({
    start: (controller) => {
      for (let piece = 0; piece < 100; piece += 1) controller.enqueue(randomBytes(1000))
      controller.close()
    },
  })
  const sent = fetch(parts[0]?.url ?? '', { method: 'PUT', body, duplex: 'half' } as RequestInit)
  expect(await sent.then(({ status }) => status).catch(() => 400)).toBe(400)
})

test('the local disk takes nothing at an address that was changed', async () => {
  const content = randomBytes(1000)
  const { parts } = await begin(local.store, newPath(), [content])
  const url = (parts[0]?.url ?? '').replace(/(.)(.{20})$/, (_, sign, rest) => (sign === 'a' ? 'b' : 'a') + rest)
  expect((await fetch(url, { method: 'PUT', body: content })).status).toBe(403)
})

test('an address of an S3-compatible store fixes the length and the checksum of the part, and expires', async () => {
  const content = randomBytes(1000)
  const { parts } = await begin(createS3Store(s3.settings, systemClock()), newPath(), [content])
  const query = Object.fromEntries(new URL(parts[0]?.url ?? '').searchParams)
  expect(query).toMatchObject({ 'X-Amz-SignedHeaders': 'content-length;host;x-amz-checksum-sha256', 'X-Amz-Expires': '600' })
  expect(parts[0]?.headers).toEqual({ 'x-amz-checksum-sha256': sha256(content) })
})

test('a download of the local disk can neither run nor be sniffed, and expires', async () => {
  const path = newPath()
  await local.store.write(path, Buffer.from('<svg/>'), 'image/svg+xml')
  const { url } = await local.store.downloadUrl({ path, name: 'x.svg', contentType: 'image/svg+xml', expiresInSeconds: EXPIRES })
  expect(Object.fromEntries((await fetch(url)).headers)).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  })
  local.clock.advance(EXPIRES)
  expect((await fetch(url)).status).toBe(403)
})

test('a part of the local disk with another checksum is refused, and the address expires', async () => {
  const [path, content] = [newPath(), randomBytes(100)]
  const { parts } = await begin(local.store, path, [content])
  const put = (body: Buffer) => fetch(parts[0]?.url ?? '', { method: 'PUT', body })
  expect((await put(randomBytes(100))).status).toBe(400)
  expect((await put(content)).status).toBe(200)
  local.clock.advance(EXPIRES)
  expect((await put(content)).status).toBe(403)
})

test('a part that is sent again replaces the earlier one, and abandoned parts are deleted', async () => {
  const path = newPath()
  const { uploadId, parts } = await local.store.beginUpload({
    path,
    contentType: 'text/plain',
    parts: [{ number: 1, bytes: 3, sha256: null }],
    expiresInSeconds: EXPIRES,
  })
  const put = async (body: string) => (await fetch(parts[0]?.url ?? '', { method: 'PUT', body })).headers.get('etag') ?? ''
  const [first, second] = [await put('abc'), await put('xyz')]
  const complete = (etag: string) => local.store.completeUpload({ path, uploadId, parts: [{ number: 1, etag, sha256: null }] })
  expect(await complete(first)).toMatchObject({ part: 1 })
  await local.store.deleteAbandoned(60)
  expect(await complete(first)).toMatchObject({ part: 1 })
  await local.store.deleteAbandoned(-1_000_000_000)
  expect(await complete(second)).toMatchObject({ part: 1 })
})

test('an upload that was completed or aborted takes no further part', async () => {
  const [path, contents] = [newPath(), [randomBytes(10)]]
  const [completed, aborted] = [await begin(local.store, path, contents), await begin(local.store, newPath(), contents)]
  const put = async ({ parts }: OpenUpload) => (await fetch(parts[0]?.url ?? '', { method: 'PUT', body: contents[0] as never })).status
  expect(await local.store.completeUpload(await sendAll(completed, path, contents))).toBeUndefined()
  expect(await put(aborted)).toBe(200)
  await local.store.abortUpload({ path, uploadId: aborted.uploadId })
  await local.store.abortUpload({ path, uploadId: aborted.uploadId })
  expect([await put(completed), await put(aborted)]).toEqual([404, 404])
})

test('the content of a file can be destroyed before it was read', async () => {
  const path = newPath()
  await local.store.write(path, Buffer.alloc(MIB), 'text/plain')
  const file = await local.store.read(path)
  expect(file?.content).toBeInstanceOf(Readable)
  file?.content.destroy()
  await local.store.delete(path)
})

test.each([
  ['downloadable/0195/0196', true],
  ['product_media/0195.png', true],
  ['a/..', false],
  ['a.b/c', false],
])('the path %s is one of ours: %s', (path, expected) => {
  expect(isFilePath(path)).toBe(expected)
})
