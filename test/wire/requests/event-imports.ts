import type { GoldenFile } from '#test/support/golden/golden.ts'
import type { TestServer } from '#test/support/server.ts'
import type { PutBytes } from './downloads.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
/** The second line names no event. */
const CSV = Buffer.from('name,external_customer_id,metadata.tokens\nai.tokens,user-1955,12\n,user-1955,3\n')

/** Records the requests about imports of usage events: a file from its beginning to its report, and one that is canceled. */
export async function recordEventImports(
  file: GoldenFile,
  { organization, put, server }: { readonly organization: string; readonly put: PutBytes; readonly server: TestServer },
): Promise<void> {
  const as = 'Ada'
  const create = { operation: 'POST /v1/event-imports/', as }
  const draft = { file_name: 'usage.csv', size: CSV.length, organization_id: organization }
  const created = (await file.send({ ...create, body: draft })).json
  const path = { id: created.id }
  const uploaded = { operation: 'POST /v1/event-imports/{id}/uploaded', as }
  const cancel = { operation: 'POST /v1/event-imports/{id}/cancel', as }
  const find = { operation: 'GET /v1/event-imports/{id}', as }
  const report = { operation: 'GET /v1/event-imports/{id}/refused-lines', as }
  await file.send({ ...create, body: { file_name: '', size: 0 } })
  await file.send({ ...uploaded, path: { id: UNKNOWN }, body: { checksum_etag: 'unknown' } })
  const checksum_etag = await put(created.upload.url, CSV)
  await file.send({ ...uploaded, path, body: { checksum_etag } })
  await server.drain()
  const second = (await file.send({ ...create, body: draft })).json
  for (const request of [
    { ...find, path },
    { ...find, path: { id: UNKNOWN } },
    { ...report, path },
    { ...report, path: { id: UNKNOWN } },
    { ...cancel, path },
    { ...cancel, path: { id: second.id } },
    { operation: 'GET /v1/event-imports/', as, query: `organization_id=${organization}` },
  ])
    await file.send(request)
}
