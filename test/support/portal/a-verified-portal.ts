// The verification of an address for tests: the code that the portal mails to it.
import type { TestMerchant } from '../a-merchant.ts'
import { emailTo } from '../emails.ts'
import type { TestServer } from '../server.ts'
import { PORTAL, portalOf, type TestPortal } from './a-portal.ts'

/** Opens the portal of the customer whom an address leads to, by a mailed code. */
export async function aVerifiedPortal(server: TestServer, merchant: TestMerchant, email: string): Promise<TestPortal> {
  const body = { email, organization_id: merchant.organizationId }
  const requested = await server.request('POST', `${PORTAL}/customer-session/request`, { body })
  const [, code] = /: ([A-Z0-9]{6})\n/.exec((await emailTo(server, email, 'portal-code')).text) ?? []
  const redeemed = { request_id: requested.json.request_id, code: code ?? '' }
  const { json } = await server.request('POST', `${PORTAL}/customer-session/authenticate`, { body: redeemed })
  const request = portalOf(server, json.token)
  const me = await request('GET', '/customers/me')
  return { customerId: me.json.id, email, token: json.token, request }
}
