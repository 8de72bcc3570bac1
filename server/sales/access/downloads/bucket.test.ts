// Downloads of files in a bucket: this server redirects, the bucket sends.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aFileBenefit, asCustomer, grantFiles, HANDBOOK, tokenIn } from '#test/support/files/a-download.ts'
import { aFileBody } from '#test/support/files/a-file.ts'
import { type S3Server, startS3Server } from '#test/support/files/s3-server.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

let folder: string
let s3: S3Server
let server: TestServer
let merchant: TestMerchant
let customerId: string
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guildhall-downloads-'))
  s3 = await startS3Server(folder)
  const { endpoint, bucket, accessKeyId, secretAccessKey } = s3.settings
  const settings = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
  server = await testServer({ database: await ownDatabase(), settings })
  merchant = await aMerchant(server)
  customerId = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json.id
  const fileId = await uploadHandbook()
  const benefitId = await aFileBenefit(merchant, [fileId])
  await grantFiles(server, { organizationId: merchant.organizationId, customerId, benefitId, files: [fileId] })
  const headers = await asCustomer(merchant, customerId)
  const { items } = (await server.request('GET', '/v1/customer-portal/downloadables/', { headers })).json
  token = tokenIn(items[0].file.download.url)
})
afterAll(async () => {
  await server.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

async function uploadHandbook(): Promise<string> {
  const created = (await merchant.request('POST', '/v1/files/', { body: aFileBody(HANDBOOK) })).json
  const [{ url, headers }] = created.upload.parts
  const sent = await fetch(url, { method: 'PUT', headers, body: HANDBOOK.content as never })
  const parts = [{ number: 1, checksum_etag: sent.headers.get('etag'), checksum_sha256_base64: null }]
  const body = { id: created.upload.id, path: created.upload.path, parts }
  expect((await merchant.request('POST', `/v1/files/${created.id}/uploaded`, { body })).status).toBe(200)
  return created.id
}

const download = (headers: Readonly<Record<string, string>> = {}) =>
  server.request('GET', `/v1/customer-portal/downloadables/${token}`, { headers })
const counts = async () => (await merchant.request('GET', `/v1/downloads/?customer_id=${customerId}`)).json.items

test('a link redirects to an address in the bucket, which sends the file as an attachment', async () => {
  const answer = await download()
  expect([answer.status, answer.text, answer.headers['cache-control']]).toEqual([302, '', 'private, no-store'])
  const address = new URL(String(answer.headers['location']))
  expect([address.origin, address.searchParams.get('X-Amz-Expires')]).toEqual([new URL(s3.settings.endpoint).origin, '600'])
  const sent = await fetch(address)
  expect([sent.status, await sent.text()]).toEqual([200, String(HANDBOOK.content)])
  expect(sent.headers.get('content-disposition')).toBe(`attachment; filename="handbook.txt"; filename*=UTF-8''handbook.txt`)
})

test('a part that does not begin the file is redirected and not counted; HEAD is answered here', async () => {
  const before = (await counts())[0].downloads
  expect((await download({ range: 'bytes=4-' })).status).toBe(302)
  expect((await download({ range: 'bytes=26-' })).status).toBe(416)
  const head = await server.request('HEAD', `/v1/customer-portal/downloadables/${token}`)
  expect([head.status, head.headers['content-length']]).toEqual([200, '26'])
  expect((await counts())[0].downloads).toBe(before)
})

test('the address in the bucket lives as long as the link, and at least a minute', async () => {
  server.clock.advance(400)
  const later = new URL(String((await download()).headers['location']))
  server.clock.advance(199)
  const last = new URL(String((await download()).headers['location']))
  expect([later, last].map(({ searchParams }) => searchParams.get('X-Amz-Expires'))).toEqual(['200', '60'])
  server.clock.advance(1)
  expect((await download()).status).toBe(410)
})
