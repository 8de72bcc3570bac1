import { sha256Of } from '#test/support/files/a-file.ts'
import type { GoldenFile } from '#test/support/golden/golden.ts'
import { type FilesState, recordDownloads } from './downloads.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
/** A PNG of one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')

/** Records the requests about files, an upload of a picture from its beginning to its end, and about downloads. Returns the id of the picture. */
export async function recordFiles(file: GoldenFile, state: FilesState): Promise<string> {
  const { organization, put } = state
  const as = 'Ada'
  const create = { operation: 'POST /v1/files/', as }
  const checksum_sha256_base64 = sha256Of(PICTURE)
  const upload = { parts: [{ number: 1, chunk_start: 0, chunk_end: PICTURE.length, checksum_sha256_base64 }] }
  const picture = {
    service: 'product_media',
    name: 'cover.png',
    mime_type: 'image/png',
    size: PICTURE.length,
    upload,
    organization_id: organization,
  }
  const created = (await file.send({ ...create, body: picture })).json
  const path = { id: created.id }
  const complete = { operation: 'POST /v1/files/{id}/uploaded', as, path }
  const part = { number: 1, checksum_etag: 'unknown', checksum_sha256_base64: null }
  const body = { id: created.upload.id, path: created.upload.path, parts: [part] }
  const media = { operation: 'GET /media/{name}', as: 'nobody' }
  const of = (changes: object) => ({ ...create, body: { ...picture, ...changes } })
  for (const request of [
    of({ mime_type: 'image/svg+xml', upload: { parts: [{ number: 2, chunk_start: 5, chunk_end: 5 }] } }),
    of({ service: 'organization_avatar', size: 2_000_000, mime_type: 'text/html' }),
    of({ service: 'downloadable', name: '', size: 0 }),
    { ...complete, body },
    { ...complete, body: { id: 'unknown', path: 'unknown', parts: [part, part] } },
    { ...complete, path: { id: UNKNOWN }, body },
    { ...media, path: { name: `${organization}.${created.id}` } },
  ])
    await file.send(request)
  const checksum_etag = await put(created.upload.parts[0].url, PICTURE)
  const download = { operation: 'GET /v1/files/{id}/download', as }
  const update = { operation: 'PATCH /v1/files/{id}', as, path }
  const second = (await file.send({ ...create, body: { ...picture, service: 'downloadable', mime_type: 'text/plain' } })).json
  for (const request of [
    { ...complete, body: { ...body, parts: [{ ...part, checksum_etag }] } },
    { ...media, path: { name: `${organization}.${created.id}` } },
    { operation: 'GET /v1/files/', as, query: 'service=product_media&limit=1' },
    { operation: 'GET /v1/files/export', as },
    { ...download, path: { id: UNKNOWN } },
    { ...update, body: { name: 'The cover.png', version: '2' } },
    { ...update, path: { id: UNKNOWN }, body: {} },
    { operation: 'DELETE /v1/files/{id}', as, path: { id: second.id } },
    { operation: 'DELETE /v1/files/{id}', as, path: { id: second.id } },
  ])
    await file.send(request)
  await recordDownloads(file, state)
  return created.id
}
