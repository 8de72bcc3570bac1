// Imports of usage events in tests: created, their file sent, and begun.
import type { TestMerchant } from '../a-merchant.ts'
import type { TestAnswer, TestServer } from '../server.ts'

/** Creates an import and sends its file. Returns its id and the ETag of the file. */
export async function sendImport(server: TestServer, merchant: TestMerchant, content: string | Buffer) {
  const bytes = Buffer.from(content)
  const created = await merchant.request('POST', '/v1/event-imports/', { body: { file_name: 'usage.csv', size: bytes.length } })
  if (created.status !== 201) throw new Error(`The import was answered ${created.status}: ${created.text}`)
  const url = created.json.upload.url.replace(server.settings.BASE_URL, '')
  const sent = await server.request('PUT', url, { body: bytes, headers: { 'content-type': 'application/octet-stream' } })
  if (sent.status !== 200) throw new Error(`The file was answered ${sent.status}: ${sent.text}`)
  return { id: created.json.id as string, etag: String(sent.headers['etag']) }
}

/** The same, and begins it: the answer of its start. Its lines are stored by `server.drain()`. */
export async function beginImport(server: TestServer, merchant: TestMerchant, content: string | Buffer): Promise<TestAnswer> {
  const { id, etag } = await sendImport(server, merchant, content)
  return merchant.request('POST', `/v1/event-imports/${id}/uploaded`, { body: { checksum_etag: etag } })
}
