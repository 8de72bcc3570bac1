import { randomBytes } from 'node:crypto'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMerchant, type TestMerchant } from '#test/support/a-merchant.ts'
import { ownDatabase } from '#test/support/database.ts'
import { aFileBody, anImage, aPicture, sendParts, sha256Of, type UploadedFile, upload } from '#test/support/files/a-file.ts'
import { type TestServer, testServer } from '#test/support/server.ts'

// A server and a database of its own: its clock is moved by days, and its jobs delete the rows of every merchant.
let server: TestServer
let merchant: TestMerchant
beforeAll(async () => {
  server = await testServer({ database: await ownDatabase() })
  merchant = await aMerchant(server)
})
afterAll(() => server.close())

const PART = 5 * 1024 * 1024
const pdf = (content = Buffer.from(`%PDF-1.7\n${randomBytes(8).toString('hex')}`)): UploadedFile => ({
  service: 'downloadable',
  name: 'Handbuch für "alle".pdf',
  type: 'application/pdf',
  content,
})
const create = (body: object) => merchant.request('POST', '/v1/files/', { body })
const complete = (id: string, body: object) => merchant.request('POST', `/v1/files/${id}/uploaded`, { body })
const list = async (query: string) => (await merchant.request('GET', `/v1/files/?${query}`)).json
const local = (url: string) => url.replace(server.settings.BASE_URL, '')

test('a file is declared, sent in one part and completed', async () => {
  const file = pdf()
  const created = await create(aFileBody(file))
  expect([created.status, created.json]).toMatchObject([
    201,
    {
      name: file.name,
      size: file.content.length,
      is_uploaded: false,
      service: 'downloadable',
      last_modified_at: null,
      checksum_etag: null,
    },
  ])
  expect(created.json.upload).toMatchObject({
    path: created.json.path,
    parts: [{ number: 1, headers: {}, expires_at: '2026-03-12T14:30:00.000Z' }],
  })
  const completed = await complete(created.json.id, await sendParts(server, created.json, file.content))
  const { upload: _upload, ...shared } = created.json
  expect([completed.status, completed.json]).toEqual([
    200,
    {
      ...shared,
      is_uploaded: true,
      created_at: '2026-03-12T14:20:00.000Z',
      last_modified_at: '2026-03-12T14:20:00.000Z',
      checksum_etag: `"${completed.json.checksum_sha256_hex}"`,
    },
  ])
  expect(Buffer.from(completed.json.checksum_sha256_hex, 'hex').toString('base64')).toBe(sha256Of(file.content))
  expect(await list(`ids=${created.json.id}`)).toEqual({ items: [completed.json], pagination: { total_count: 1, max_page: 1 } })
})

test('a file in several parts is put together, and completing it again changes nothing', async () => {
  const content = randomBytes(PART + 10)
  const parts = [
    { number: 1, chunk_start: 0, chunk_end: PART, checksum_sha256_base64: sha256Of(content.subarray(0, PART)) },
    { number: 2, chunk_start: PART, chunk_end: PART + 10, checksum_sha256_base64: null },
  ]
  const created = (await create({ ...aFileBody(pdf(content)), upload: { parts } })).json
  const body = await sendParts(server, created, content)
  const [first, second] = [await complete(created.id, body), await complete(created.id, body)]
  expect([first.status, second.status, second.json]).toEqual([200, 200, first.json])
  expect(first.json.checksum_sha256_base64).toBe(sha256Of(content))
})

test('two clients that complete an upload at the same time get the same file', async () => {
  const content = await anImage(30, 30).png()
  for (const service of ['product_media', 'organization_avatar', 'downloadable'] as const) {
    const created = (await create(aFileBody({ service, name: 'a.png', type: 'image/png', content }))).json
    const body = await sendParts(server, created, content)
    const answers = await Promise.all(Array.from({ length: 5 }, () => complete(created.id, body)))
    expect(answers.map(({ status, json }) => [status, json.detail])).toEqual(answers.map(() => [200, undefined]))
    for (const { json } of answers) expect(json).toEqual(answers[0]?.json)
  }
})

test('a download is an attachment that cannot run, under the name of the file', async () => {
  const content = Buffer.from('<html><script>alert(1)</script></html>')
  const { json } = await upload(server, merchant, { ...pdf(content), name: 'seite".html', type: 'text/html' })
  const address = (await merchant.request('GET', `/v1/files/${json.id}/download`)).json
  expect(address).toMatchObject({ headers: {}, expires_at: '2026-03-12T14:30:00.000Z' })
  const answer = await server.request('GET', local(address.url))
  expect([answer.status, answer.text]).toEqual([200, content.toString()])
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html',
    'content-disposition': `attachment; filename="seite_.html"; filename*=UTF-8''seite%22.html`,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
})

test('the content decides on the type, not what the client declares', async () => {
  const content = await anImage(3, 3).png()
  const answer = await upload(server, merchant, { service: 'downloadable', name: 'a.exe', type: 'application/x-msdownload', content })
  expect(answer.json.mime_type).toBe('image/png')
})

describe('pictures', () => {
  const picture = (content: Buffer, service: UploadedFile['service'] = 'product_media') =>
    upload(server, merchant, { service, name: 'cover', type: 'image/png', content })
  const served = (url: string) => server.app.inject({ method: 'GET', url: local(url) })

  test.each([
    ['product_media', 2048],
    ['organization_avatar', 512],
  ] as const)('a large %s is served at most %i pixels wide, cached for ever', async (service, side) => {
    const { status, json } = await picture(await anImage(3000, 1000).webp(), service)
    expect([status, json.mime_type, json.service]).toEqual([200, 'image/webp', service])
    const answer = await served(json.public_url)
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, json.size])
    expect(await new Transformer(answer.rawPayload).metadata()).toMatchObject({ width: side, height: Math.round(side / 3) })
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })

  test('a GIF stays as it is, because it may move', async () => {
    const content = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
    const { json } = await picture(content)
    expect((await served(json.public_url)).rawPayload).toEqual(content)
  })

  test.each([
    ['HTML', async () => Buffer.from('<html></html>'), 'The content is no PNG, JPEG, WebP or GIF.'],
    ['a PDF', async () => pdf().content, 'The content is no PNG, JPEG, WebP or GIF.'],
    ['a cut image', async () => (await anImage(300, 300).png()).subarray(0, 60), 'The picture cannot be read.'],
    ['an image of too many pixels', async () => headOfPng(40_000, 40_000), 'A picture has at most 50000000 pixels.'],
    ['a large GIF', async () => Buffer.from('GIF89a\x00\x20\x01\x00;;;;', 'latin1'), 'A GIF is at most 2048 pixels wide and high.'],
  ])('%s is refused, and not served', async (_, content, message) => {
    const answer = await picture(await content())
    expect([answer.status, answer.json.detail]).toMatchObject([422, [{ loc: ['body', 'parts'], msg: message }]])
    const { items } = await list('is_uploaded=false&limit=1')
    expect((await served(`/media/${merchant.organizationId}.${items[0].id}`)).statusCode).toBe(404)
  })

  test('what is for sale is not served in public', async () => {
    const { json } = await upload(server, merchant, pdf())
    expect((await served(`/media/${merchant.organizationId}.${json.id}`)).statusCode).toBe(404)
  })
})

/** The first bytes of a PNG of this size. */
function headOfPng(width: number, height: number): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), size, Buffer.from('0806000000', 'hex'), Buffer.alloc(200)])
}

test.each([
  ['an SVG', { service: 'product_media', mime_type: 'image/svg+xml' }, ['body', 'product_media', 'mime_type']],
  ['a picture that is a PDF', { service: 'product_media', mime_type: 'application/pdf' }, ['body', 'product_media', 'mime_type']],
  [
    'a picture that is too large',
    { service: 'organization_avatar', mime_type: 'image/png', size: 1_048_577 },
    ['body', 'organization_avatar', 'size'],
  ],
  ['a file that is too large', { size: 2 ** 31 }, ['body', 'downloadable', 'size']],
  ['no media type', { mime_type: 'text\r\nx: y' }, ['body', 'downloadable', 'mime_type']],
  ['an unknown service', { service: 'other' }, ['body', 'service']],
  [
    'a gap',
    { upload: { parts: [{ number: 1, chunk_start: 1, chunk_end: 9 }] } },
    ['body', 'downloadable', 'upload', 'parts', 0, 'chunk_start'],
  ],
])('%s is refused at the field', async (_, changes, loc) => {
  const answer = await create({ ...aFileBody(pdf()), ...changes })
  expect([answer.status, answer.json.detail[0].loc]).toEqual([422, loc])
})

test('a part that was not sent, another upload and another path are refused at the field', async () => {
  const created = (await create(aFileBody(pdf()))).json
  const part = { number: 1, checksum_etag: '"0"', checksum_sha256_base64: null }
  const body = { id: created.upload.id, path: created.upload.path, parts: [part] }
  const locs = async (changes: object) =>
    (await complete(created.id, { ...body, ...changes })).json.detail.map(({ loc }: { loc: unknown }) => loc)
  expect(await locs({})).toEqual([['body', 'parts', 0]])
  expect(await locs({ id: 'x', path: '../x', parts: [part, { ...part, number: 2 }] })).toEqual([
    ['body', 'id'],
    ['body', 'path'],
    ['body', 'parts'],
  ])
})

test('content with another checksum than declared is refused', async () => {
  const file = pdf()
  const { checksum_sha256_base64: _checksum, ...part } = aFileBody(file).upload.parts[0] ?? {}
  const created = (await create({ ...aFileBody(file), upload: { parts: [part] } })).json
  const body = await sendParts(server, created, randomBytes(file.content.length))
  const answer = await complete(created.id, body)
  expect([answer.status, answer.json.detail[0].msg]).toEqual([422, 'The file has another checksum than was declared.'])
})

test('the name and the version of a file change, and nothing else', async () => {
  const { json } = await upload(server, merchant, pdf())
  const path = `/v1/files/${json.id}`
  const changed = await merchant.request('PATCH', path, { body: { name: 'other.pdf', version: '2' } })
  expect([changed.status, changed.json]).toEqual([200, { ...json, name: 'other.pdf', version: '2' }])
  expect((await merchant.request('PATCH', path, { body: { version: null } })).json).toEqual({ ...json, name: 'other.pdf' })
})

test('a deleted file is gone, and so are its bytes', async () => {
  const picture = await aPicture(server, merchant)
  expect((await merchant.request('DELETE', `/v1/files/${picture.id}`)).status).toBe(204)
  await server.drain()
  expect(await server.platform.files.read(picture.path)).toBeUndefined()
  expect((await merchant.request('DELETE', `/v1/files/${picture.id}`)).status).toBe(404)
})

test('files are filtered by what they are for, by name and by state, and are listed newest first', async () => {
  const other = await aMerchant(server)
  const picture = await aPicture(server, other)
  const { json: file } = await upload(server, other, pdf())
  const unfinished = (await other.request('POST', '/v1/files/', { body: aFileBody(pdf()) })).json
  const ids = async (query: string) => (await other.request('GET', `/v1/files/?${query}`)).json.items.map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([unfinished.id, file.id, picture.id])
  expect(await ids('service=product_media')).toEqual([picture.id])
  expect(await ids('is_uploaded=true&query=handbuch')).toEqual([file.id])
  expect(await ids(`ids=${picture.id}&ids=${file.id}`)).toEqual([file.id, picture.id])
  expect(await ids(`organization_id=${merchant.organizationId}`)).toEqual([])
})

test('an upload that is not completed within a day is deleted with its parts', async () => {
  const other = await aMerchant(server)
  const file = pdf()
  const created = (await other.request('POST', '/v1/files/', { body: aFileBody(file) })).json
  const body = await sendParts(server, created, file.content)
  const { json: finished } = await upload(server, other, pdf())
  server.clock.advance(86_401)
  await server.drain()
  expect((await other.request('GET', '/v1/files/')).json.items.map(({ id }: { id: string }) => id)).toEqual([finished.id])
  expect((await other.request('POST', `/v1/files/${created.id}/uploaded`, { body })).status).toBe(404)
  expect((await server.platform.files.completeUpload({ path: 'a/b', uploadId: body.id, parts: toSent(body) }))?.part).toBe(1)
})

const toSent = (body: Awaited<ReturnType<typeof sendParts>>) =>
  body.parts.map((part) => ({ number: part.number, etag: part.checksum_etag, sha256: null }))

test('the deletion of an organization deletes its files', async () => {
  const other = await aMerchant(server)
  const { json } = await upload(server, other, pdf())
  const deleted = await other.owner.request('POST', '/api/auth/organization/delete', { body: { organizationId: other.organizationId } })
  expect(deleted.status).toBe(200)
  await server.drain()
  expect(await server.platform.files.read(json.path)).toBeUndefined()
})

describe('what refers to files', () => {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const post = (path: string, body: object) => merchant.request('POST', path, { body })
  const names = (json: { medias: { id: string }[] }) => json.medias.map(({ id }) => id)

  test('products have pictures in their order, in checkouts as well, and lose one that is deleted', async () => {
    const [first, second, third] = [await aPicture(server, merchant), await aPicture(server, merchant), await aPicture(server, merchant)]
    const medias = [second.id, first.id, second.id]
    const created = await post('/v1/products/', { name: 'With pictures', prices, medias })
    expect([created.status, created.json.medias]).toEqual([201, [second, first]])
    const path = `/v1/products/${created.json.id}`
    expect((await merchant.request('GET', path)).json.medias).toEqual([second, first])
    const checkout = await post('/v1/checkouts/', { products: [created.json.id] })
    expect(checkout.json.product.medias).toEqual([second, first])
    const changed = await merchant.request('PATCH', path, { body: { medias: [third.id, first.id] } })
    expect([names(changed.json), changed.json.modified_at]).toEqual([[third.id, first.id], expect.any(String)])
    await merchant.request('DELETE', `/v1/files/${third.id}`)
    expect(names((await merchant.request('GET', path)).json)).toEqual([first.id])
    const emptied = await merchant.request('PATCH', path, { body: { medias: [] } })
    expect(names(emptied.json)).toEqual([])
  })

  test('a product takes no picture of another merchant, none that is not uploaded, and no file to sell', async () => {
    const foreign = await aPicture(server, await aMerchant(server))
    const unfinished = (await create(aFileBody({ service: 'product_media', name: 'a', type: 'image/png', content: Buffer.alloc(9) }))).json
    const { json: file } = await upload(server, merchant, pdf())
    const medias = [foreign.id, unfinished.id, file.id]
    const answer = await post('/v1/products/', { name: 'With pictures', prices, medias })
    const locs = answer.json.detail.map(({ loc }: { loc: unknown }) => loc)
    expect([answer.status, locs]).toEqual([422, medias.map((_, index) => ['body', 'medias', index])])
  })

  test('a benefit has files to download, and no pictures', async () => {
    const { json: file } = await upload(server, merchant, pdf())
    const picture = await aPicture(server, merchant)
    const benefit = (properties: object) => post('/v1/benefits/', { type: 'downloadables', description: 'The handbook', properties })
    const created = await benefit({ files: [file.id], archived: { [file.id]: true } })
    expect([created.status, created.json.properties]).toEqual([201, { files: [file.id], archived: { [file.id]: true } }])
    const refused = await benefit({ files: [file.id, picture.id], archived: { [merchant.organizationId]: true } })
    expect(refused.json.detail.map(({ loc }: { loc: unknown }) => loc)).toEqual([
      ['body', 'properties', 'files', 1],
      ['body', 'properties', 'archived', merchant.organizationId],
    ])
  })

  test('the public address of an avatar is the picture of its organization', async () => {
    const content = await anImage(40, 40).jpeg()
    const { json } = await upload(server, merchant, { service: 'organization_avatar', name: 'logo.jpg', type: 'image/jpeg', content })
    const body = { avatar_url: json.public_url }
    const updated = await merchant.request('PATCH', `/v1/organizations/${merchant.organizationId}`, { body })
    expect([updated.status, updated.json.avatar_url]).toEqual([200, json.public_url])
  })
})

test('the store is never called while a transaction is open', async () => {
  const { files, database } = server.platform
  const own = files as unknown as Record<string, (...sent: unknown[]) => Promise<unknown>>
  const names = [
    'beginUpload',
    'completeUpload',
    'abortUpload',
    'read',
    'write',
    'delete',
    'deleteFolder',
    'downloadUrl',
    'deleteAbandoned',
  ]
  const originals = new Map(names.map((name) => [name, own[name]]))
  const called = new Set<string>()
  // On the embedded database a query outside an open transaction waits for its end, which would never come.
  for (const [name, original] of originals)
    own[name] = async (...sent) => {
      await database.ping()
      called.add(name)
      return original?.(...sent)
    }
  const other = await aMerchant(server)
  const picture = await aPicture(server, other)
  await other.request('GET', `/v1/files/${picture.id}/download`)
  await other.request('DELETE', `/v1/files/${picture.id}`)
  await other.request('POST', '/v1/files/', { body: aFileBody(pdf()) })
  const closed = await aMerchant(server)
  await closed.owner.request('POST', '/api/auth/organization/delete', { body: { organizationId: closed.organizationId } })
  await server.drain()
  server.clock.advance(86_401)
  await server.drain()
  for (const [name, original] of originals) if (original) own[name] = original
  expect([...called].sort()).toEqual(names.sort())
})

test('creating a file takes as many round trips as any other write', async () => {
  const { roundTrips } = await create(aFileBody(pdf()))
  expect(roundTrips).toBeLessThanOrEqual(5)
})

test('the files of an organization together have a limit in bytes, also for simultaneous uploads', async () => {
  const small = await testServer({ settings: { FILE_STORAGE_LIMIT: '100' }, database: server.platform.database, clock: server.clock })
  const other = await aMerchant(small)
  const one = () => other.request('POST', '/v1/files/', { body: aFileBody(pdf(randomBytes(40))) })
  const answers = await Promise.all([one(), one(), one(), one()])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({
    error: 'LimitReached',
    limit: 'FILE_STORAGE_LIMIT',
    maximum: 100,
  })
  const { files } = small.platform
  const { beginUpload } = files
  Object.assign(files, { beginUpload: () => expect.unreachable('The store was asked for a place that there is not.') })
  expect((await one()).status).toBe(409)
  Object.assign(files, { beginUpload })
  await small.stop()
})
