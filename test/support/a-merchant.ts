// Merchants for tests: a person with an organization and an access token of it, made through the doors that everybody uses.
import { type Scope, tokenScopes } from '#kernel/access.ts'
import { anOrganization, type TestUser } from './a-user.ts'
import type { TestAnswer, TestRequest, TestServer } from './server.ts'

/** A merchant as a test acts for it. */
export interface TestMerchant {
  readonly owner: TestUser
  /** The `Cookie` header of the owner's browser. */
  readonly cookie: string
  readonly organizationId: string
  readonly slug: string
  /** An organization access token with every scope, unless fewer were wished for. */
  readonly token: string
  readonly tokenId: string
  /** What a program of the merchant sends along: its token. */
  readonly headers: Readonly<Record<string, string>>
  /** A request with the token. */
  request(method: Parameters<TestServer['request']>[0], url: string, sent?: TestRequest): Promise<TestAnswer>
}

/** Makes a merchant; with `scopes`, its token holds only these. */
export async function aMerchant(server: TestServer, wishes: { readonly scopes?: readonly Scope[] } = {}): Promise<TestMerchant> {
  const { id: organizationId, slug, owner } = await anOrganization(server)
  const made = await aToken(owner, organizationId, wishes.scopes)
  const headers = { authorization: `Bearer ${made.token}` }
  return {
    owner,
    cookie: owner.cookie,
    organizationId,
    slug,
    ...made,
    headers,
    request: (method, url, sent = {}) => server.request(method, url, { ...sent, headers: { ...headers, ...sent.headers } }),
  }
}

/** Makes an access token of an organization as one of its people. */
export async function aToken(
  person: TestUser,
  organizationId: string,
  scopes: readonly Scope[] = tokenScopes,
): Promise<{ readonly token: string; readonly tokenId: string }> {
  const body = { organization_id: organizationId, comment: 'For tests', scopes }
  const answer = await person.request('POST', '/v1/organization-access-tokens/', { body })
  if (answer.status !== 201) throw new Error(`Making a token was answered ${answer.status}: ${answer.text}`)
  return { token: answer.json.token, tokenId: answer.json.organization_access_token.id }
}

/** Makes a product with one fixed price, in minor units; gives the answer's body. */
// biome-ignore lint/suspicious/noExplicitAny: a test states the shape it expects by what it compares with
export async function aProduct(merchant: TestMerchant, wishes: Readonly<Record<string, unknown>> = {}): Promise<any> {
  const prices = [{ amount_type: 'fixed', price_amount: 4200, price_currency: 'usd' }]
  const body = { name: 'Template Library', recurring_interval: null, prices, ...wishes }
  const answer = await merchant.request('POST', '/v1/products/', { body })
  if (answer.status !== 201) throw new Error(`Making a product was answered ${answer.status}: ${answer.text}`)
  return answer.json
}
