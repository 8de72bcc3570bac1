// Merchants for tests: a user with an organization and its access token, created through the public API.
import { type Scope, tokenScopes } from '#contract/access.ts'
import { anOrganization, type TestUser } from './a-user.ts'
import type { TestAnswer, TestRequest, TestServer } from './server.ts'

/** A merchant and its requests. */
export interface TestMerchant {
  readonly owner: TestUser
  /** The `Cookie` header of the owner's browser. */
  readonly cookie: string
  readonly organizationId: string
  readonly slug: string
  /** An organization access token, with every scope by default. */
  readonly token: string
  readonly tokenId: string
  /** The headers of a program of the merchant, with its token. */
  readonly headers: Readonly<Record<string, string>>
  /** Sends a request with the token. */
  request(method: Parameters<TestServer['request']>[0], url: string, sent?: TestRequest): Promise<TestAnswer>
}

const created: TestMerchant[] = []

/** The merchants that were created since the last call. */
export function takeCreatedMerchants(): TestMerchant[] {
  return created.splice(0)
}

/** Creates a merchant; with `scopes` its token has only these. */
export async function aMerchant(server: TestServer, options: { readonly scopes?: readonly Scope[] } = {}): Promise<TestMerchant> {
  const { id: organizationId, slug, owner } = await anOrganization(server)
  const token = await aToken(owner, organizationId, options.scopes)
  const headers = { authorization: `Bearer ${token.token}` }
  const merchant: TestMerchant = {
    owner,
    cookie: owner.cookie,
    organizationId,
    slug,
    ...token,
    headers,
    request: (method, url, sent = {}) => server.request(method, url, { ...sent, headers: { ...headers, ...sent.headers } }),
  }
  created.push(merchant)
  return merchant
}

/** Creates an access token of an organization as one of its members. */
export async function aToken(
  user: TestUser,
  organizationId: string,
  scopes: readonly Scope[] = tokenScopes,
): Promise<{ readonly token: string; readonly tokenId: string }> {
  const body = { organization_id: organizationId, comment: 'For tests', scopes }
  const answer = await user.request('POST', '/v1/organization-access-tokens/', { body })
  if (answer.status !== 201) throw new Error(`Creating a token was answered ${answer.status}: ${answer.text}`)
  return { token: answer.json.token, tokenId: answer.json.organization_access_token.id }
}

/** Creates a product with one fixed price. Returns the body of the answer. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
export async function aProduct(merchant: TestMerchant, options: Readonly<Record<string, unknown>> = {}): Promise<any> {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const body = { name: 'Template Library', recurring_interval: null, prices, ...options }
  const answer = await merchant.request('POST', '/v1/products/', { body })
  if (answer.status !== 201) throw new Error(`Creating a product was answered ${answer.status}: ${answer.text}`)
  return answer.json
}
