// Files that tests upload: declared, sent to their addresses, and completed.
import { createHash } from 'node:crypto'
import { Transformer } from '@napi-rs/image'
import type { TestMerchant } from '../a-merchant.ts'
import type { TestAnswer, TestServer } from '../server.ts'

/** A file to upload. */
export interface UploadedFile {
  readonly service: 'downloadable' | 'product_media' | 'organization_avatar'
  readonly name: string
  readonly type: string
  readonly content: Buffer
}

export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('base64')

/** An image of one colour. */
export function anImage(width: number, height: number): Transformer {
  return Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 200), width, height)
}

/** The body that declares a file in one part, with checksums. */
export function aFileBody({ service, name, type, content }: UploadedFile) {
  const checksum = { checksum_sha256_base64: sha256Of(content) }
  const parts = [{ number: 1, chunk_start: 0, chunk_end: content.length, ...checksum }]
  return { service, name, mime_type: type, size: content.length, ...checksum, upload: { parts } }
}

/** Sends the content to the addresses of a created file. Returns the body that completes the upload. */
export async function sendParts(server: TestServer, created: TestAnswer['json'], content: Buffer) {
  const parts = []
  for (const part of created.upload.parts) {
    const sent = await server.request('PUT', part.url.replace(server.settings.BASE_URL, ''), {
      headers: { ...part.headers, 'content-type': 'application/octet-stream' },
      body: content.subarray(part.chunk_start, part.chunk_end),
    })
    if (sent.status !== 200) throw new Error(`A part was answered ${sent.status}: ${sent.text}`)
    parts.push({ number: part.number, checksum_etag: sent.headers['etag'] as string, checksum_sha256_base64: null })
  }
  return { id: created.upload.id, path: created.upload.path, parts }
}

/** Uploads a file. Returns the answer to its completion. */
export async function upload(server: TestServer, merchant: TestMerchant, file: UploadedFile): Promise<TestAnswer> {
  const created = await merchant.request('POST', '/v1/files/', { body: aFileBody(file) })
  if (created.status !== 201) throw new Error(`The file was answered ${created.status}: ${created.text}`)
  const body = await sendParts(server, created.json, file.content)
  return merchant.request('POST', `/v1/files/${created.json.id}/uploaded`, { body })
}

/** Uploads a picture of a product, of this width and height in pixels. Returns its JSON. */
export async function aPicture(server: TestServer, merchant: TestMerchant, side = 40): Promise<TestAnswer['json']> {
  const content = await anImage(side, side).png()
  const answer = await upload(server, merchant, { service: 'product_media', name: 'cover.png', type: 'image/png', content })
  if (answer.status !== 200) throw new Error(`The picture was answered ${answer.status}: ${answer.text}`)
  return answer.json
}
