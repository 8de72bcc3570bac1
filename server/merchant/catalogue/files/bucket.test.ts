// Files in a bucket: the same operations over a real S3-compatible server, to which the parts are sent.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aFileBody, anImage, sha256Of, type UploadedFile } from '#test/support/files/a-file.ts'
import { type S3Server, startS3Server } from '#test/support/files/s3-server.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

const PART = 5 * 1024 * 1024
let folder: string
let s3: S3Server
let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-bucket-'))
  s3 = await startS3Server(folder)
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings
  const settings = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
  server = await testServer({ database: await ownDatabase(), settings })
  merchant = await aMerchant(server)
})
afterAll(async () => {
  await server.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

/** Uploads a file to the addresses of the bucket, with changes of its declaration. */
async function upload(file: UploadedFile, changes: object = {}) {
  const created = (await merchant.request('POST', '/v1/files/', { body: { ...aFileBody(file), ...changes } })).json
  const parts = []
  for (const { number, url, headers, chunk_start, chunk_end } of created.upload.parts) {
    const sent = await fetch(url, { method: 'PUT', headers, body: file.content.subarray(chunk_start, chunk_end) as never })
    parts.push({ number, checksum_etag: sent.headers.get('etag'), checksum_sha256_base64: null })
  }
  const body = { id: created.upload.id, path: created.upload.path, parts }
  return { created, body, answer: await merchant.request('POST', `/v1/files/${created.id}/uploaded`, { body }) }
}

const pdf = (content: Buffer): UploadedFile => ({ service: 'downloadable', name: 'a b.pdf', type: 'application/pdf', content })

test('a file is sent to the bucket in parts, put together there, and downloaded from there', async () => {
  const content = randomBytes(PART + 10)
  const parts = [
    { number: 1, chunk_start: 0, chunk_end: PART },
    { number: 2, chunk_start: PART, chunk_end: PART + 10 },
  ]
  const { created, answer } = await upload(pdf(content), { upload: { parts } })
  expect(created.upload.parts[0].url).toContain(`${s3.settings.endpoint}/guildhall/${created.path}?`)
  expect([answer.status, answer.json.checksum_sha256_base64]).toEqual([200, sha256Of(content)])
  const { url } = (await merchant.request('GET', `/v1/files/${created.id}/download`)).json
  const downloaded = await fetch(url)
  expect(Buffer.from(await downloaded.arrayBuffer()).equals(content)).toBe(true)
  expect(downloaded.headers.get('content-disposition')).toBe(`attachment; filename="a b.pdf"; filename*=UTF-8''a%20b.pdf`)
})

test('a picture is served by this server, and a deleted one is deleted in the bucket', async () => {
  const content = await anImage(60, 30).png()
  const { created, body, answer } = await upload({ service: 'product_media', name: 'a.png', type: 'image/png', content })
  expect(answer.status).toBe(200)
  const again = await merchant.request('POST', `/v1/files/${created.id}/uploaded`, { body })
  expect([again.status, again.json]).toEqual([200, answer.json])
  const path = answer.json.public_url.replace(server.settings.BASE_URL, '')
  expect((await server.app.inject(path)).rawPayload.length).toBe(answer.json.size)
  await merchant.request('DELETE', `/v1/files/${created.id}`)
  await server.drain()
  expect(await server.platform.files.read(answer.json.path)).toBeUndefined()
  expect(await server.platform.files.read(`${answer.json.path}.original`)).toBeUndefined()
})

test('content with another checksum than declared is refused', async () => {
  const content = randomBytes(100)
  const { answer } = await upload(pdf(content), { checksum_sha256_base64: sha256Of(randomBytes(9)) })
  expect([answer.status, answer.json.detail[0].loc]).toEqual([422, ['body', 'parts']])
})

test('a bucket that does not answer is a temporary failure, and nothing is created', async () => {
  const { database, settings } = server.platform
  const down = await testServer({ database, settings: { ...stringsOf(settings), S3_ENDPOINT: 'http://127.0.0.1:9' }, clock: server.clock })
  const answer = await down.request('POST', '/v1/files/', { headers: merchant.headers, body: aFileBody(pdf(Buffer.from('%PDF'))) })
  expect([answer.status, answer.json.error]).toEqual([503, 'ServiceUnavailable'])
  expect(
    (await merchant.request('GET', '/v1/files/?is_uploaded=false&query=.pdf')).json.items.map(({ size }: { size: number }) => size),
  ).not.toContain(4)
  await down.stop()
})

/** The settings of the bucket as an environment. */
function stringsOf({ S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: TestServer['settings']): Record<string, string> {
  return { S3_BUCKET: S3_BUCKET ?? '', S3_ACCESS_KEY_ID: S3_ACCESS_KEY_ID ?? '', S3_SECRET_ACCESS_KEY: S3_SECRET_ACCESS_KEY ?? '' }
}
