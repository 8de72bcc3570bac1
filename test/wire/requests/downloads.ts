import { grantFiles, tokenIn } from '#test/support/files/a-download.ts'
import type { GoldenFile, GoldenSuite } from '#test/support/golden/golden.ts'
import type { TestServer } from '#test/support/server.ts'

const UNKNOWN = '019a2f3c-7b5e-7c40-9a51-3f0d8e6b1c22'
const HANDBOOK = Buffer.from('A handbook.')

/** Sends bytes to an address of this server. Returns the ETag of the answer. */
export type PutBytes = (url: string, content: Buffer) => Promise<string>

/** The state that the requests about files use. */
export interface FilesState {
  readonly organization: string
  readonly customer: string
  readonly put: PutBytes
  readonly server: TestServer
  readonly suite: GoldenSuite
}

/** Records the requests about downloads: of a file that a customer has been granted, and of one that was archived. */
export async function recordDownloads(
  file: GoldenFile,
  { organization: organizationId, customer: customerId, put, server, suite }: FilesState,
): Promise<void> {
  const as = 'Ada'
  const upload = { parts: [{ number: 1, chunk_start: 0, chunk_end: HANDBOOK.length }] }
  const declared = { service: 'downloadable', name: 'The "handbook".txt', mime_type: 'text/plain', size: HANDBOOK.length, upload }
  const created = (await file.send({ operation: 'POST /v1/files/', as, body: { ...declared, organization_id: organizationId } })).json
  const checksum_etag = await put(created.upload.parts[0].url, HANDBOOK)
  const sent = { id: created.upload.id, path: created.upload.path, parts: [{ number: 1, checksum_etag, checksum_sha256_base64: null }] }
  await file.send({ operation: 'POST /v1/files/{id}/uploaded', as, path: { id: created.id }, body: sent })
  const properties = { files: [created.id] }
  const benefit = { type: 'downloadables', description: 'The handbook', properties, organization_id: organizationId }
  const { id: benefitId } = (await file.send({ operation: 'POST /v1/benefits/', as, body: benefit })).json
  await grantFiles(server, { organizationId, customerId, benefitId, files: [created.id] })
  const session = { operation: 'POST /v1/customer-sessions/', as, body: { customer_id: customerId, organization_id: organizationId } }
  suite.callers['a customer with files'] = { authorization: `Bearer ${(await file.send(session)).json.token}` }
  const list = { operation: 'GET /v1/customer-portal/downloadables/', as: 'a customer with files' }
  const { items } = (await file.send({ ...list, query: `benefit_id=${benefitId}` })).json
  const download = { operation: 'GET /v1/customer-portal/downloadables/{token}', as: 'nobody' }
  const path = { token: tokenIn(items[0].file.download.url) }
  for (const request of [
    { ...list, query: `organization_id=${UNKNOWN}` },
    { ...list, query: 'benefit_id=none&limit=0' },
    { ...list, as: 'a program' },
    { ...list, as: 'nobody' },
    { ...download, path },
    { ...download, path, headers: { range: 'bytes=2-5' } },
    { ...download, path, headers: { range: 'bytes=99-' } },
    { ...download, path, headers: { 'if-none-match': checksum_etag } },
    { ...download, path: { token: 'unknown' } },
    { operation: 'GET /v1/downloads/', as, query: `organization_id=${organizationId}&file_id=${created.id}` },
    { operation: 'GET /v1/downloads/export', as, query: `organization_id=${organizationId}` },
    {
      operation: 'PATCH /v1/benefits/{id}',
      as,
      path: { id: benefitId },
      body: { type: 'downloadables', properties: { ...properties, archived: { [created.id]: true } } },
    },
    { ...download, path },
    { ...list, query: `benefit_id=${benefitId}` },
  ])
    await file.send(request)
}
