// The effect of each call of the published client about files: a real upload, sent in two parts to the addresses of its answer.
import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { uniqueEmail } from '#test/support/a-user.ts'
import { anImage, sha256Of } from '#test/support/files/a-file.ts'
import type { Json } from './polar-client.ts'
import type { PolarDrives, PolarWorld } from './polar-drives.ts'

const PART = 5 * 1024 * 1024

/** Creates a file of these parts. */
async function createFile({ client }: PolarWorld, more: object, contents: readonly Buffer[]): Promise<Json> {
  let start = 0
  const parts = contents.map((content, index) => {
    const part = { number: index + 1, chunk_start: start, chunk_end: start + content.length, checksum_sha256_base64: sha256Of(content) }
    start += content.length
    return part
  })
  const body = { name: 'handbook.pdf', mime_type: 'application/pdf', size: start, checksum_sha256_base64: null, upload: { parts }, ...more }
  return client.call('files.create', { body })
}

/** Uploads a file as a program does: every part by a PUT with the headers of its address. */
async function uploadFile(world: PolarWorld, more: object, contents: readonly Buffer[]): Promise<{ created: Json; completed: Json }> {
  const created = await createFile(world, more, contents)
  const parts = []
  for (const part of created.upload.parts) {
    const url = new URL(part.url)
    const answer = await fetch(`${world.serverURL}${url.pathname}${url.search}`, {
      method: 'PUT',
      headers: part.headers,
      body: contents[part.number - 1] as never,
    })
    parts.push({ number: part.number, checksum_etag: answer.headers.get('etag'), checksum_sha256_base64: part.checksum_sha256_base64 })
  }
  const body = { id: created.upload.id, path: created.upload.path, parts }
  return { created, completed: await world.client.call('files.uploaded', { path: { id: created.id }, body }) }
}

// Every version reads a product with a picture, for its merchant and in a checkout.
async function showPicture({ client }: PolarWorld, { id, public_url }: Json): Promise<void> {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const product = await client.call('products.create', { body: { name: 'With a picture', prices, recurring_interval: null, medias: [id] } })
  expect(product.medias).toMatchObject([{ id, public_url, is_uploaded: true }])
  const checkout = await client.call('checkouts.create', { body: { products: [product.id] } })
  expect(checkout.product.medias).toMatchObject([{ id, public_url }])
}

const pdf = { service: 'downloadable', version: '1' }
const content = () => [Buffer.from('%PDF-1.7\n')]

export const fileDrives: Pick<
  PolarDrives,
  'files.create' | 'files.uploaded' | 'files.list' | 'files.update' | 'files.delete' | 'customerPortal.downloadables.list'
> = {
  'files.create': async (world) => {
    const created = await createFile(world, pdf, content())
    expect(created).toMatchObject({ ...pdf, name: 'handbook.pdf', size: 9, is_uploaded: false, size_readable: '9 B' })
    expect(created.upload.parts).toMatchObject([{ number: 1, chunk_start: 0, chunk_end: 9, expires_at: expect.any(String) }])
  },
  'files.uploaded': async (world) => {
    const contents = [randomBytes(PART), randomBytes(100)]
    const { created, completed } = await uploadFile(world, pdf, contents)
    expect(completed).toMatchObject({
      id: created.id,
      ...pdf,
      is_uploaded: true,
      checksum_sha256_base64: sha256Of(Buffer.concat(contents)),
    })
    for (const service of ['product_media', 'organization_avatar']) {
      const picture = await uploadFile(world, { service, name: 'a.png', mime_type: 'image/png' }, [await anImage(9, 9).png()])
      expect(picture.completed).toMatchObject({ service, mime_type: 'image/png', public_url: expect.stringContaining('/media/') })
      if (service === 'product_media') await showPicture(world, picture.completed)
    }
  },
  'files.list': async (world) => {
    const file = await createFile(world, pdf, content())
    const { items, pagination } = await world.client.call('files.list', { query: { ids: [file.id], limit: 5 } })
    expect([items, pagination]).toMatchObject([[{ id: file.id, ...pdf, is_uploaded: false }], { total_count: 1 }])
  },
  'files.update': async (world) => {
    const path = { id: (await createFile(world, pdf, content())).id }
    const body = { name: 'other.pdf', version: '2' }
    expect(await world.client.call('files.update', { path, body })).toMatchObject({ ...path, ...body })
  },
  'files.delete': async (world) => {
    const { id } = await createFile(world, pdf, content())
    await world.client.call('files.delete', { path: { id } })
    expect((await world.client.call('files.list', { query: { ids: [id] } })).items).toEqual([])
  },
  'customerPortal.downloadables.list': async (world) => {
    const { client, merchant, grantFiles, serverURL } = world
    const { completed: file } = await uploadFile(world, pdf, content())
    const properties = { files: [file.id], archived: {} }
    const benefit = await client.call('benefits.create', { body: { type: 'downloadables', description: 'The handbook', properties } })
    const customer = (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json
    await grantFiles({ customerId: customer.id, benefitId: benefit.id, files: [file.id] })
    const { token } = await client.call('customerSessions.create', { body: { customer_id: customer.id } })
    const query = { benefit_id: [benefit.id], limit: 5 }
    const { items, pagination } = await client.as(token).call('customerPortal.downloadables.list', { query })
    const { id, path, checksum_sha256_hex } = file
    expect([items, pagination]).toMatchObject([
      [{ benefit_id: benefit.id, file: { id, path, checksum_sha256_hex, ...pdf, download: { headers: {} } } }],
      { total_count: 1 },
    ])
    const downloaded = await fetch(`${serverURL}${new URL(items[0].file.download.url).pathname}`)
    expect([downloaded.status, await downloaded.text()]).toEqual([200, String(Buffer.concat(content()))])
  },
}
