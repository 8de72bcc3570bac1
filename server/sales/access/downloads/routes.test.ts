import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { uniqueEmail } from '#test/support/a-user.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aDownload, aFileBenefit, aSoldFile, asCustomer, grantFiles, HANDBOOK, tokenIn } from '#test/support/files/a-download.ts'
import { sha256Of } from '#test/support/files/a-file.ts'
import { type TestServer, testServer } from '#test/support/server.ts'
import { revokeDownloads } from './index.ts'

const LIST = '/v1/customer-portal/downloadables/'

// A server and a database of its own: its clock is moved, and it counts the open files of this process.
let server: TestServer
let merchant: TestMerchant
let customerId: string
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
})
afterAll(() => server.close())
beforeEach(async () => {
  customerId = await aCustomer(merchant)
})

async function aCustomer(of: TestMerchant): Promise<string> {
  return (await of.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json.id
}

async function list(id: string, query = '') {
  return server.request('GET', `${LIST}${query}`, { headers: await asCustomer(merchant, id) })
}
const filesOf = async (id: string) => (await list(id)).json.items.map(({ file }: { file: { id: string } }) => file.id)
const download = (token: string, headers: Readonly<Record<string, string>> = {}) =>
  server.request('GET', `/v1/customer-portal/downloadables/${token}`, { headers })
const countsOf = async (id: string) => (await merchant.request('GET', `/v1/downloads/?customer_id=${id}`)).json.items
const downloadsOf = async (id: string) => (await countsOf(id)).map(({ downloads }: { downloads: number }) => downloads)
const grant = (benefitId: string, files: readonly string[], grantId?: string) =>
  grantFiles(server, { organizationId: merchant.organizationId, customerId, benefitId, files, ...(grantId && { grantId }) })
const archive = (benefitId: string, file: string, isArchived: boolean) =>
  merchant.request('PATCH', `/v1/benefits/${benefitId}`, {
    body: { type: 'downloadables', properties: { files: [file], archived: { [file]: isArchived } } },
  })

test('a customer lists their files, each with an address for ten minutes, in two round trips', async () => {
  const { fileId, benefitId, entry } = await aDownload(server, merchant, customerId)
  const now = server.clock.now()
  const expires = new Date(now.getTime() + 600_000)
  const answer = await list(customerId)
  expect([answer.status, answer.roundTrips, answer.json]).toEqual([
    200,
    2,
    {
      items: [
        {
          id: entry.id,
          benefit_id: benefitId,
          file: {
            id: fileId,
            organization_id: merchant.organizationId,
            name: 'handbook.txt',
            path: `${merchant.organizationId}/downloadable/${fileId}`,
            mime_type: 'text/plain',
            size: 26,
            storage_version: null,
            checksum_etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
            checksum_sha256_base64: sha256Of(HANDBOOK.content),
            checksum_sha256_hex: Buffer.from(sha256Of(HANDBOOK.content), 'base64').toString('hex'),
            last_modified_at: now.toISOString(),
            version: null,
            is_uploaded: true,
            service: 'downloadable',
            size_readable: '26 B',
            download: {
              url: expect.stringMatching(
                `^http://localhost:3000${LIST}${fileId}\\.${customerId}\\.${expires.getTime() / 1000}\\.[\\w-]{43}$`,
              ),
              headers: {},
              expires_at: expires.toISOString(),
            },
          },
        },
      ],
      pagination: { total_count: 1, max_page: 1 },
    },
  ])
})

test('the list is filtered by benefit and organization, has pages, and shows a file of two grants of one benefit once', async () => {
  const files = [await aSoldFile(server, merchant), await aSoldFile(server, merchant)]
  const [both, one] = [await aFileBenefit(merchant, files), await aFileBenefit(merchant, files.slice(0, 1))]
  await grant(both, files)
  await grant(both, files)
  await grant(one, files.slice(0, 1))
  expect((await filesOf(customerId)).toSorted()).toEqual([...files, files[0]].toSorted())
  expect((await list(customerId, `?benefit_id=${one}`)).json.items).toMatchObject([{ benefit_id: one, file: { id: files[0] } }])
  expect(
    (await list(customerId, `?benefit_id=${one}&benefit_id=${both}&organization_id=${merchant.organizationId}`)).json.items,
  ).toHaveLength(3)
  const second = (await list(customerId, '?limit=2&page=2')).json
  expect([second.items.length, second.pagination]).toEqual([1, { total_count: 3, max_page: 2 }])
  expect((await list(customerId, `?organization_id=${randomUUID()}`)).json).toEqual({
    items: [],
    pagination: { total_count: 0, max_page: 0 },
  })
  expect((await list(customerId, '?benefit_id=none')).json.detail[0].loc).toEqual(['query', 'benefit_id', 0])
})

test("a customer sees nothing of another one, and a merchant's token nothing here", async () => {
  const { token } = await aDownload(server, merchant, customerId)
  const [neighbour, stranger] = [await aCustomer(merchant), await aMerchant(server)]
  expect(await filesOf(neighbour)).toEqual([])
  const elsewhere = await asCustomer(stranger, await aCustomer(stranger))
  expect((await server.request('GET', LIST, { headers: elsewhere })).json.items).toEqual([])
  const ofStranger = await server.request('GET', `${LIST}?organization_id=${merchant.organizationId}`, { headers: elsewhere })
  expect(ofStranger.json.items).toEqual([])
  expect((await merchant.request('GET', LIST)).status).toBe(401)
  // The customer in the token is signed.
  expect((await download(token.replace(customerId, neighbour))).json.error).toBe('BadRequest')
})

test('the file is sent as an attachment that neither runs nor is sniffed, to every holder of the link', async () => {
  const { token, entry } = await aDownload(server, merchant, customerId)
  const answer = await download(token)
  expect([answer.status, answer.text]).toEqual([200, String(HANDBOOK.content)])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain',
    'content-length': '26',
    'content-disposition': `attachment; filename="handbook.txt"; filename*=UTF-8''handbook.txt`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag: entry.file.checksum_etag,
  })
})

test.each([
  ['bytes=0-3', 206, 'abcd', 'bytes 0-3/26'],
  ['bytes=4-', 206, 'efghijklmnopqrstuvwxyz', 'bytes 4-25/26'],
  ['bytes=-2', 206, 'yz', 'bytes 24-25/26'],
  ['bytes=26-', 416, '', 'bytes */26'],
  ['bytes=0-1,3-4', 200, String(HANDBOOK.content), undefined],
])('the range %s is answered %i', async (range, status, text, contentRange) => {
  const { token } = await aDownload(server, merchant, customerId)
  const answer = await download(token, { range })
  expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([status, text, contentRange])
  if (status < 300) expect(answer.headers['content-length']).toBe(String(text.length))
})

test('a file that the client has already is not sent again', async () => {
  const { token, entry } = await aDownload(server, merchant, customerId)
  const answer = await download(token, { 'if-none-match': entry.file.checksum_etag })
  expect([answer.status, answer.text]).toEqual([304, ''])
  expect(await countsOf(customerId)).toEqual([])
})

test('HEAD gives the headers alone, and counts nothing', async () => {
  const { token, entry } = await aDownload(server, merchant, customerId)
  const answer = await server.request('HEAD', `/v1/customer-portal/downloadables/${token}`, { headers: { range: 'bytes=0-3' } })
  expect([answer.status, answer.text, answer.headers['content-length'], answer.headers['etag']]).toEqual([
    200,
    '',
    '26',
    entry.file.checksum_etag,
  ])
  expect(await countsOf(customerId)).toEqual([])
})

test('downloads are counted for the customer and the file, and one that goes on is not counted again', async () => {
  const { token, fileId } = await aDownload(server, merchant, customerId)
  const first = server.clock.now()
  await download(token)
  await download(token, { range: 'bytes=4-' })
  await download(token, { range: 'bytes=99-' })
  server.clock.advance(30)
  await Promise.all([download(token), download(token, { range: 'bytes=0-' }), download(token, { range: 'bytes=0-1' })])
  expect(await countsOf(customerId)).toEqual([
    {
      id: expect.any(String),
      organization_id: merchant.organizationId,
      customer_id: customerId,
      file_id: fileId,
      downloads: 4,
      first_downloaded_at: first.toISOString(),
      last_downloaded_at: server.clock.now().toISOString(),
    },
  ])
  const ofFile = (await merchant.request('GET', `/v1/downloads/?file_id=${fileId}&sorting=-downloads`)).json
  expect(ofFile.items).toHaveLength(1)
  const stranger = await aMerchant(server)
  expect((await stranger.request('GET', `/v1/downloads/?file_id=${fileId}`)).json.items).toEqual([])
})

test('a link can be used for 599 seconds, and has expired after 600', async () => {
  const { token } = await aDownload(server, merchant, customerId)
  server.clock.advance(599)
  expect((await download(token)).status).toBe(200)
  server.clock.advance(1)
  const expired = await download(token)
  expect([expired.status, expired.json.error, expired.roundTrips]).toEqual([410, 'ResourceUnavailable', 0])
})

test('a link expires in the time of the server, also where the merchant has stopped its own', async () => {
  const other = await aMerchant(server)
  const { token } = await aDownload(server, other, await aCustomer(other))
  server.clock.advanceMerchant(other.organizationId, 86_400)
  expect((await download(token)).status).toBe(200)
})

test.each(['nothing', 'a.b.c.d', '%2e%2e%2f', `${randomUUID()}.${randomUUID()}.1999999999.${'A'.repeat(43)}`])(
  'a token that was not signed here is refused without a round trip: %s',
  async (token) => {
    const answer = await download(token)
    expect([answer.status, answer.json.error, answer.roundTrips]).toEqual([400, 'BadRequest', 0])
  },
)

test('a file that was archived disappears from old and new grants and their links, and comes back', async () => {
  const { token, fileId, benefitId } = await aDownload(server, merchant, customerId)
  expect((await archive(benefitId, fileId, true)).status).toBe(200)
  expect([await filesOf(customerId), (await download(token)).status]).toEqual([[], 404])
  await grant(benefitId, [fileId])
  expect(await filesOf(customerId)).toEqual([])
  await archive(benefitId, fileId, false)
  expect([await filesOf(customerId), (await download(token)).status]).toEqual([[fileId], 200])
})

test('a grant follows the files of its benefit, and repeating it changes nothing', async () => {
  const files = [await aSoldFile(server, merchant), await aSoldFile(server, merchant), await aSoldFile(server, merchant)] as const
  const benefitId = await aFileBenefit(merchant, files)
  const grantId = await grant(benefitId, files.slice(0, 2))
  const before = (await list(customerId)).json.items
  await grant(benefitId, files.slice(0, 2), grantId)
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)
  expect(idsOf((await list(customerId)).json.items)).toEqual(idsOf(before))
  await grant(benefitId, [files[1], files[2], randomUUID()], grantId)
  expect((await filesOf(customerId)).toSorted()).toEqual([files[1], files[2]].toSorted())
  const remaining = (await list(customerId)).json.items.find(({ file }: { file: { id: string } }) => file.id === files[1])
  expect(idsOf(before)).toContain(remaining.id)
})

test('a file that the benefit has lost is not found, also before its grants follow', async () => {
  const { token, benefitId } = await aDownload(server, merchant, customerId)
  const properties = { files: [await aSoldFile(server, merchant)] }
  await merchant.request('PATCH', `/v1/benefits/${benefitId}`, { body: { type: 'downloadables', properties } })
  expect([await filesOf(customerId), (await download(token)).status]).toEqual([[], 404])
})

test('a revoked grant takes its files, unless another grant has them, and counts stay', async () => {
  const { token, fileId, benefitId, grantId } = await aDownload(server, merchant, customerId)
  const { organizationId } = merchant
  const other = await grant(benefitId, [fileId])
  const revoke = (id: string) => server.platform.database.transaction((tx) => revokeDownloads(tx, { organizationId, grantId: id }))
  await revoke(grantId)
  await revoke(grantId)
  expect([await filesOf(customerId), (await download(token)).status]).toEqual([[fileId], 200])
  await revoke(other)
  expect([await filesOf(customerId), (await download(token)).status]).toEqual([[], 404])
  expect(await downloadsOf(customerId)).toEqual([1])
})

test.each([
  ['its benefit', ({ benefitId }: { benefitId: string }) => `/v1/benefits/${benefitId}`],
  ['it', ({ fileId }: { fileId: string }) => `/v1/files/${fileId}`],
  ['its customer', () => `/v1/customers/${customerId}`],
] as const)('a file is not found after %s was deleted', async (_, pathOf) => {
  const made = await aDownload(server, merchant, customerId)
  expect((await merchant.request('DELETE', pathOf(made))).status).toBe(204)
  expect((await download(made.token)).status).toBe(404)
})

test('what an anonymized customer has downloaded is erased, and exported before', async () => {
  const { token, fileId } = await aDownload(server, merchant, customerId)
  await download(token)
  const exported = await merchant.request('GET', `/v1/customers/${customerId}/personal-data`)
  expect(JSON.parse(exported.text).downloads).toMatchObject([{ file_id: fileId, downloads: 1 }])
  await merchant.request('DELETE', `/v1/customers/${customerId}?anonymize=true`)
  await server.drain()
  expect(await countsOf(customerId)).toEqual([])
})

test('a file whose bytes are gone is not found and not counted', async () => {
  const { token, entry } = await aDownload(server, merchant, customerId)
  await server.platform.files.delete(entry.file.path)
  expect((await download(token)).status).toBe(404)
  expect(await countsOf(customerId)).toEqual([])
  expect(tokenIn(entry.file.download.url)).toBe(token)
})
