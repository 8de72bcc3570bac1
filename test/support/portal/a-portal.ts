// The portal for tests: the session of a customer, and its requests.
import type { TestMerchant } from '../a-merchant.ts'
import { uniqueEmail } from '../a-user.ts'
import type { TestAnswer, TestRequest, TestServer } from '../server.ts'

/** The paths of the portal begin with it. */
export const PORTAL = '/v1/customer-portal'

/** A customer with a session. */
export interface TestPortal {
  readonly customerId: string
  readonly email: string
  readonly token: string
  /** Sends a request with the session; the path follows `/v1/customer-portal`. */
  request(method: Parameters<TestServer['request']>[0], path: string, sent?: TestRequest): Promise<TestAnswer>
}

/** The requests of a session's token. */
export function portalOf(server: TestServer, token: string): TestPortal['request'] {
  return (method, path, sent = {}) =>
    server.request(method, `${PORTAL}${path}`, { ...sent, headers: { authorization: `Bearer ${token}`, ...sent.headers } })
}

/** Opens a session for a customer, or for a new one. */
export async function aPortal(server: TestServer, merchant: TestMerchant, known?: string): Promise<TestPortal> {
  const created =
    known === undefined ? (await merchant.request('POST', '/v1/customers/', { body: { email: uniqueEmail() } })).json : undefined
  const customer_id: string = known ?? created.id
  const { json } = await merchant.request('POST', '/v1/customer-sessions/', { body: { customer_id } })
  return { customerId: customer_id, email: json.customer.email, token: json.token, request: portalOf(server, json.token) }
}
