// Files that customers may download: a benefit with uploaded files, granted as sales/access/grants does, without a sale.
import { grantDownloads } from '#sales/access/downloads/index.ts'
import type { TestMerchant } from '../a-merchant.ts'
import { aGrant } from '../grants/a-grant.ts'
import type { TestServer } from '../server.ts'
import { type UploadedFile, upload } from './a-file.ts'

/** A text to sell, of 26 bytes. */
export const HANDBOOK = {
  service: 'downloadable',
  name: 'handbook.txt',
  type: 'text/plain',
  content: Buffer.from('abcdefghijklmnopqrstuvwxyz'),
} as const satisfies UploadedFile

/** Uploads a file. Returns its id. */
export async function aSoldFile(server: TestServer, merchant: TestMerchant, file: UploadedFile = HANDBOOK): Promise<string> {
  const answer = await upload(server, merchant, file)
  if (answer.status !== 200) throw new Error(`The upload was answered ${answer.status}: ${answer.text}`)
  return answer.json.id
}

/** Creates a benefit with these files. Returns its id. */
export async function aFileBenefit(merchant: TestMerchant, files: readonly string[]): Promise<string> {
  const body = { type: 'downloadables', description: 'The handbook', properties: { files } }
  const answer = await merchant.request('POST', '/v1/benefits/', { body })
  if (answer.status !== 201) throw new Error(`The benefit was answered ${answer.status}: ${answer.text}`)
  return answer.json.id
}

/** A benefit for a customer, with its files; `grantId` is that of an earlier grant. */
export interface TestGrant {
  readonly organizationId: string
  readonly customerId: string
  readonly benefitId: string
  readonly files: readonly string[]
  readonly grantId?: string
}

/** Grants the files of a benefit. Returns the id of the grant. */
export async function grantFiles(server: TestServer, { files, ...grant }: TestGrant): Promise<string> {
  const { platform } = server
  const { organizationId, customerId, benefitId } = grant
  const grantId = grant.grantId ?? (await aGrant(server, { organizationId, customerId, benefitId }))
  await platform.database.transaction((tx) => grantDownloads(tx, platform, { ...grant, grantId, properties: { files } }))
  return grantId
}

/** The headers of a new session of a customer. */
export async function asCustomer(merchant: TestMerchant, customerId: string): Promise<Readonly<Record<string, string>>> {
  const answer = await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_id: customerId } })
  if (answer.status !== 201) throw new Error(`The session was answered ${answer.status}: ${answer.text}`)
  return { authorization: `Bearer ${answer.json.token}` }
}

/** Gives a customer a file, and returns it with the token of its address. */
export async function aDownload(server: TestServer, merchant: TestMerchant, customerId: string) {
  const fileId = await aSoldFile(server, merchant)
  const benefitId = await aFileBenefit(merchant, [fileId])
  const { organizationId } = merchant
  const grantId = await grantFiles(server, { organizationId, customerId, benefitId, files: [fileId] })
  const listed = await server.request('GET', `/v1/customer-portal/downloadables/?benefit_id=${benefitId}`, {
    headers: await asCustomer(merchant, customerId),
  })
  const [entry] = listed.json.items
  return { fileId, benefitId, grantId, entry, token: tokenIn(entry.file.download.url) }
}

/** The token of an address. */
export function tokenIn(url: string): string {
  return url.split('/').at(-1) ?? ''
}
